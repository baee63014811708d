import { userInfo } from 'node:os';
import { type Environment, readSecureUrl, readText } from '#server/kit/config.ts';
import { fetchFrom } from '#server/kit/outgoing.ts';
import { readRunFile } from './run-file.ts';

/** A client of the operator API. */
export interface OperatorClient {
  request(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

/**
 * Connects to the lending role: the one named by `LENDING_URL` and `OPERATOR_TOKEN`, else the one running on this
 * machine, else in this process on the database itself.
 * @param operator the acting person, for the audit log; by default this machine's user
 */
export async function openOperatorClient(
  env: Environment,
  dataDir: string,
  operator = userInfo().username,
): Promise<OperatorClient> {
  const [url, token] = [readText(env, 'LENDING_URL'), readText(env, 'OPERATOR_TOKEN')];
  if (url && token) return remote(readSecureUrl('LENDING_URL', url), token, operator);
  const run = readRunFile(dataDir);
  if (run && !run.withoutLending) return remote(run.url, run.operatorToken, operator);
  return alone(env, dataDir, operator);
}

function headersFor(token: string, operator: string, init: RequestInit): Headers {
  const headers = new Headers(init.headers);
  headers.set('authorization', `Bearer ${token}`);
  // Names may contain characters that headers cannot.
  headers.set('x-operator', encodeURIComponent(operator));
  return headers;
}

function remote(url: string, token: string, operator: string): OperatorClient {
  const send = fetchFrom([url]);
  return {
    request: (path, init = {}) => send(`${url}${path}`, { ...init, headers: headersFor(token, operator, init) }),
    close: () => Promise.resolve(),
  };
}

async function alone(env: Environment, dataDir: string, operator: string): Promise<OperatorClient> {
  // Imported only when needed: it loads the whole lending role.
  const { openInProcess } = await import('./operator-in-process.ts');
  const { operatorToken, request, close } = await openInProcess(env, dataDir);
  return {
    request: (path, init = {}) => request(path, { ...init, headers: headersFor(operatorToken, operator, init) }),
    close,
  };
}
