import { userInfo } from 'node:os';
import { type Environment, readText } from '#server/kit/config.ts';
import { readRunFile } from './run-file.ts';

/** The operator API, wherever the lending role is. */
export interface OperatorClient {
  request(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

/**
 * Finds the lending role: the one `LENDING_URL` and `OPERATOR_TOKEN` name, the one that runs on this machine, or, when
 * nothing runs, the database itself, held for as long as the command lasts.
 * @param operator who acts, for the record; the user of this machine unless told
 */
export async function openOperatorClient(
  env: Environment,
  dataDir: string,
  operator = userInfo().username,
): Promise<OperatorClient> {
  const [url, token] = [readText(env, 'LENDING_URL'), readText(env, 'OPERATOR_TOKEN')];
  if (url && token) return remote(url, token, operator);
  const run = readRunFile(dataDir);
  if (run) return remote(run.url, run.operatorToken, operator);
  return alone(env, dataDir, operator);
}

function headersFor(token: string, operator: string, init: RequestInit): Headers {
  const headers = new Headers(init.headers);
  headers.set('authorization', `Bearer ${token}`);
  // A name may have letters a header cannot.
  headers.set('x-operator', encodeURIComponent(operator));
  return headers;
}

function remote(url: string, token: string, operator: string): OperatorClient {
  return {
    request: (path, init = {}) => fetch(`${url}${path}`, { ...init, headers: headersFor(token, operator, init) }),
    close: () => Promise.resolve(),
  };
}

async function alone(env: Environment, dataDir: string, operator: string): Promise<OperatorClient> {
  // The whole lending role is read for it: a command that finds one running must not wait for that.
  const { openAlone } = await import('./operator-alone.ts');
  const { operatorToken, request, close } = await openAlone(env, dataDir);
  return {
    request: (path, init = {}) => request(path, { ...init, headers: headersFor(operatorToken, operator, init) }),
    close,
  };
}
