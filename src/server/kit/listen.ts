import { type IncomingMessage, type OutgoingHttpHeaders, type Server, ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { createAdaptorServer } from '@hono/node-server';
import { ConfigError } from './config.ts';
import { errorBodyOf, refused } from './errors.ts';
import { HEALTH_PATHS } from './health.ts';
import { EVERY_RESPONSE } from './page-headers.ts';

export interface RunningServer {
  readonly port: number;
  /**
   * Serves on until nothing more comes, lets running requests finish, then ends what is left. Every answer ends its
   * connection. For `drainMs` before that, a load balancer that asks for `/readyz` can send requests elsewhere.
   */
  close(drainMs?: number): Promise<void>;
}

export interface ListenOptions {
  readonly port: number;
  readonly host: string;
  /** A socket that was opened for this process: it listens there, and port and host do not count. */
  readonly fd?: number | undefined;
}

/**
 * Timeout of a request, against slow senders: the largest body we allow, 15 MB of receipts, takes two minutes over 1
 * Mbit/s.
 */
const REQUEST_TIMEOUT_MS = 180_000;
const HEADERS_TIMEOUT_MS = 10_000;
/**
 * Longer than the 60 s keep-alive of load balancers and nginx, so that they close connections first and no request
 * meets a connection that is being closed.
 */
const KEEP_ALIVE_MS = 65_000;
/** Quiet period of a stop: requests sent before it have arrived once nothing new came for so long. */
const QUIET_MS = 250;
/** Limit where it never gets quiet: connections that the kernel has accepted until then are still answered. */
const LATEST_MS = 3_000;
/** Longer than the 15 s that a statement or a wait for a turn may take. */
const LAST_REQUESTS_MS = 20_000;

/** Host of a request that names none, which only HTTP/1.0 may. */
const NO_HOST = 'host.invalid';

/**
 * Refuses, for every role, an address with a NUL in it: it names nothing of ours, and neither a database nor a file
 * system can be asked for it. A request without a host is refused too, unless it is a health check.
 */
function refuseImpossible({ url }: Request): Response | undefined {
  if (url.startsWith(`http://${NO_HOST}/`) && !isHealth(new URL(url).pathname))
    return new Response(null, { status: 400 });
  if (!url.includes('%00')) return undefined;
  const fieldErrors = [{ field: 'address', code: 'invalid' }] as const;
  const refusal = { ...refused(400, 'malformed_address', 'An address cannot contain NUL.'), fieldErrors };
  return Response.json(errorBodyOf(refusal), { status: refusal.status });
}

function isHealth(path: string): boolean {
  return (HEALTH_PATHS as readonly string[]).includes(path);
}

/** Serves an application; throws a `ConfigError` when the port is taken. Port 0 takes any free one. */
export async function listen(
  app: { fetch: (request: Request, env: never) => Response | Promise<Response> },
  { port, host, fd }: ListenOptions,
): Promise<RunningServer> {
  const server = createAdaptorServer({
    fetch: (request, env) => refuseImpossible(request) ?? app.fetch(request, env as never),
    hostname: NO_HOST,
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
      return new ConfigError(`HOST=${host} is not an address of this machine: set it to one of its own.`);
    default:
      return error;
  }
}

/**
 * Waits until a turn of the event loop brought nothing new. Node accepts one connection in each turn, and closing a
 * listener resets those that only the kernel has accepted, so the listener must not be closed before.
 */
async function untilQuiet(arrivals: () => number): Promise<void> {
  const from = performance.now();
  let seen: number;
  do {
    seen = arrivals();
    if (performance.now() - from < LATEST_MS) await setTimeout(QUIET_MS);
    await setImmediate();
  } while (arrivals() !== seen && performance.now() - from < 2 * LATEST_MS);
}

/**
 * Counts responses under way and arrivals. After `end`, each response, also a later one, is the last of its connection.
 */
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
  // Not in the constructor: headers that are handed over as one object are written without a look-up for each.
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

/**
 * Answers, in Node's place, bytes that are not a request and so have no response object; writes nothing once a response
 * has begun.
 */
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
