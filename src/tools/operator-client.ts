import { ConfigError, type Environment, readSecureUrl, readText } from '#server/kit/config.ts';
import { fetchFrom } from '#server/kit/outgoing.ts';
import { readRunFile } from '#server/kit/run-file.ts';
import { StaffSessions } from '#server/start/staff-sessions.ts';

/** A client of the staff API. */
export interface OperatorClient {
  request(path: string, init?: RequestInit): Promise<Response>;
  /** Keeps a session on this machine, for the commands that follow. */
  readonly signIn?: (login: string, token: string) => void;
  /** Forgets the session it acts with. */
  readonly signOut?: () => void;
  close(): Promise<void>;
}

/**
 * Connects to the lending role named by `LENDING_URL`, else the one running on this machine, as the colleague who is
 * signed in there.
 * @param as the login whose session to act with, of those on this machine; by default the last one that signed in
 * @returns undefined when nothing runs
 */
export function openOperatorClient(
  env: Environment,
  dataDir: string,
  as: string | undefined,
): OperatorClient | undefined {
  const url = readText(env, 'LENDING_URL');
  const machineToken = readText(env, 'OPERATOR_TOKEN');
  if (url !== undefined) return remote(readSecureUrl('LENDING_URL', url), dataDir, { as, machineToken });
  const run = readRunFile(dataDir, console.error);
  return run && !run.withoutLending ? remote(run.url, dataDir, { as }) : undefined;
}

function remote(
  url: string,
  dataDir: string,
  { as, machineToken }: { readonly as?: string | undefined; readonly machineToken?: string | undefined },
): OperatorClient {
  const send = fetchFrom([url]);
  const sessions = new StaffSessions(dataDir, url, console.error);
  const session = sessions.tokenOf(as);
  if (as !== undefined && session === undefined) {
    throw new ConfigError(`${as} is not signed in on this machine: npm run lender -- login "${as}"`);
  }
  const token = session ?? machineToken;
  return {
    request: (path, init = {}) => send(`${url}${path}`, { ...init, headers: withToken(token, init) }),
    signIn: (login, given) => sessions.keep(login, given, { isCurrent: true }),
    signOut: () => session !== undefined && sessions.forget(session),
    close: () => Promise.resolve(),
  };
}

/** Without a process: the lending role in this one, for the few commands that need no colleague. */
export async function openMachineClient(env: Environment, dataDir: string): Promise<OperatorClient> {
  // Imported only when needed: it loads the whole lending role.
  const { openInProcess } = await import('./operator-in-process.ts');
  const { operatorToken, request, close } = await openInProcess(env, dataDir);
  return { request: (path, init = {}) => request(path, { ...init, headers: withToken(operatorToken, init) }), close };
}

function withToken(token: string | undefined, init: RequestInit): Headers {
  const headers = new Headers(init.headers);
  // A session that was opened a moment ago brings its own.
  if (token !== undefined && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`);
  return headers;
}
