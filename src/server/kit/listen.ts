import { type IncomingMessage, type OutgoingHttpHeaders, type Server, ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { createAdaptorServer } from '@hono/node-server';
import { ConfigError } from './config.ts';
import { errorBodyOf, refused } from './errors.ts';
import { EVERY_RESPONSE } from './page-headers.ts';

export interface RunningServer {
  readonly port: number;
  /**
   * Serves on until nothing more comes, lets running requests finish, then ends what is left. Every answer ends its
   * connection. For `drainMs` before that who asks for `/readyz` can send requests elsewhere.
   */
  close(drainMs?: number): Promise<void>;
}

export interface ListenOptions {
  readonly port: number;
  readonly host: string;
  /** A socket that was opened for this process: it listens there, and port and host do not count. */
  readonly fd?: number | undefined;
}

/** Timeout of a request, against slow senders: 15 MB of receipts take less over 1 Mbit/s. */
const REQUEST_TIMEOUT_MS = 180_000;
const HEADERS_TIMEOUT_MS = 10_000;
/** Longer than the 60 s keep-alive of load balancers and nginx, so that they close connections first. */
const KEEP_ALIVE_MS = 65_000;
/** What was sent before a stop has come after that long without anything new. */
const QUIET_MS = 250;
/** Where it never gets quiet: what the kernel has accepted until then is still answered. */
const LATEST_MS = 3_000;
/** Longer than the 15 s that a statement or a wait for a turn may take. */
const LAST_REQUESTS_MS = 20_000;

/** The door of every role: no database or file system can be asked for an address with a NUL in it. */
function refuseImpossible({ url }: Request): Response | undefined {
  if (!url.includes('%00')) return undefined;
  const fieldErrors = [{ field: 'address', code: 'invalid' }] as const;
  const refusal = { ...refused(400, 'malformed_address', 'An address cannot contain NUL.'), fieldErrors };
  return Response.json(errorBodyOf(refusal), { status: refusal.status });
}

/** Serves an application; throws a `ConfigError` when the port is taken. Port 0 takes any free one. */
export async function listen(
  app: { fetch: (request: Request, env: never) => Response | Promise<Response> },
  { port, host, fd }: ListenOptions,
): Promise<RunningServer> {
  const server = createAdaptorServer({
    fetch: (request, env) => refuseImpossible(request) ?? app.fetch(request, env as never),
    serverOptions: {
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      ServerResponse: SafeResponse,
    },
  }) as Server;
  server.on('clientError', answerBrokenRequest);
  const connections = watchConnections(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, { port, host })));
    server.listen(fd === undefined ? { port, host } : { fd }, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    async close(drainMs = 0) {
      connections.end();
      await setTimeout(drainMs);
      await untilQuiet(connections.arrivals);
      await closed(server);
    },
  };
}

function cannotListen(error: NodeJS.ErrnoException, { port, host }: ListenOptions): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new ConfigError(`Port ${port} is taken: set PORT to another one.`);
    case 'EACCES':
      return new ConfigError(`Port ${port} is not open to this user: set PORT to one from 1024 on.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new ConfigError(`HOST=${host} is no address of this machine: set it to one of its own.`);
    default:
      return error;
  }
}

/** Closing a listener resets what the kernel alone accepted: returns after a turn that brought nothing. */
async function untilQuiet(arrivals: () => number): Promise<void> {
  const from = performance.now();
  let seen: number;
  do {
    seen = arrivals();
    if (performance.now() - from < LATEST_MS) await setTimeout(QUIET_MS);
    await setImmediate();
  } while (arrivals() !== seen && performance.now() - from < 2 * LATEST_MS);
}

/** Counts the answers on their way and what has arrived. `end`: all are the last of their connections. */
function watchConnections(server: Server): { readonly arrivals: () => number; end(): void } {
  const running = new Set<ServerResponse>();
  let isEnding = false;
  let arrivals = 0;
  const endWith = (response: ServerResponse): void => {
    if (!response.headersSent) response.setHeader('Connection', 'close');
    else response.once('finish', () => response.socket?.destroySoon());
  };
  server.on('connection', () => {
    arrivals += 1;
  });
  server.prependListener('request', (_, response) => {
    arrivals += 1;
    running.add(response);
    response.once('close', () => running.delete(response));
    if (isEnding) endWith(response);
  });
  return {
    arrivals: () => arrivals,
    end() {
      isEnding = true;
      for (const response of running) endWith(response);
    },
  };
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const forcedClose = globalThis.setTimeout(() => server.closeAllConnections(), LAST_REQUESTS_MS);
    server.close(() => {
      clearTimeout(forcedClose);
      resolve();
    });
    server.closeIdleConnections();
  });
}

const SAFE_HEADERS = Object.entries(EVERY_RESPONSE).map(([name, value]) => [name.toLowerCase(), value] as const);

/** A response that gets the safe headers it has no value for: Node's own answers have them too. */
class SafeResponse<Asked extends IncomingMessage = IncomingMessage> extends ServerResponse<Asked> {
  // Not in the constructor: what is handed over as one object is written without a look-up for each header.
  override writeHead(status: number, reason?: unknown, headers: unknown = reason): this {
    const given = typeof headers === 'object' ? (headers as OutgoingHttpHeaders) : {};
    const sent: OutgoingHttpHeaders = {};
    for (const name in given) sent[name.toLowerCase()] = given[name];
    for (const [name, value] of SAFE_HEADERS) {
      if (sent[name] === undefined && !this.hasHeader(name)) sent[name] = value;
    }
    return super.writeHead(status, sent);
  }
}

const BROKEN_REQUESTS: ReadonlyMap<string | undefined, number> = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
]);
const SAFE_LINES = Object.entries(EVERY_RESPONSE).map(([name, value]) => `${name}: ${value}\r\n`);

/** What Node answers to bytes that are no request, which has no response object; nothing once an answer has begun. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  const { _httpMessage: running } = socket as { readonly _httpMessage?: ServerResponse };
  if (socket.writable && !running?.headersSent) {
    const status = BROKEN_REQUESTS.get(error.code) ?? 400;
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${SAFE_LINES.join('')}Connection: close\r\n\r\n`);
  }
  socket.destroy(error);
}

/** The URL under which this machine reaches a listener: for all interfaces, the loopback one. */
export function ownUrl({ host, port }: ListenOptions): string {
  const reached = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}
