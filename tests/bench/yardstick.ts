import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync } from 'node:zlib';

const BARE = join(import.meta.dirname, 'bare-page');
const ASTRO = resolve(import.meta.dirname, '../../node_modules/astro/bin/astro.mjs');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

/**
 * Measures the machine itself, because a slow day, or other work, shows here. Only whole numbers of 32 bits: a sum that
 * may leave them is compiled anew after its first run, and was ten times as slow from then on.
 */
export function bareLoopMs(): number {
  const startedMs = performance.now();
  let mixed = 1;
  for (let k = 0; k < 1e8; k++) mixed = Math.imul(mixed, 31) ^ k;
  return Math.round(performance.now() - startedMs + (mixed & 0));
}

/** The least that a calculator page with our own Astro and React can be, served beside the product while it is used. */
export async function withBarePage<Result>(use: (url: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'manay-bare-'));
  const server = await serveFiles(buildBarePage(folder));
  try {
    return await use(urlOf(server));
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

export const urlOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

/** Its scripts are preloaded, which is the better figure. */
function buildBarePage(folder: string): string {
  const outDir = join(folder, 'dist');
  const env = { ...process.env, OUT_DIR: outDir, CACHE_DIR: join(folder, 'cache'), ASTRO_TELEMETRY_DISABLED: '1' };
  const { status, stderr } = spawnSync(process.execPath, [ASTRO, 'build', '--root', BARE], { env, encoding: 'utf8' });
  // What Astro and Vite write beside what they build, wherever else they are told to.
  for (const name of ['.astro', 'node_modules']) rmSync(join(BARE, name), { recursive: true, force: true });
  if (status !== 0) throw new Error(`the bare page was not built: ${stderr}`);
  const scripts = readdirSync(join(outDir, '_astro')).filter((name) => name.endsWith('.js'));
  const links = scripts.map((name) => `<link rel="modulepreload" fetchpriority="low" href="/_astro/${name}">`).join('');
  const page = join(outDir, 'index.html');
  writeFileSync(
    page,
    readFileSync(page, 'utf8').replace('</head>', () => `${links}</head>`),
  );
  return outDir;
}

/**
 * Serves files as they travel, at brotli 11.
 * @param productUrl answers what a page asks of the API; without it such a request finds nothing
 */
export function serveFiles(folder: string, productUrl?: string): Promise<Server> {
  const known = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (productUrl && path.startsWith('/api/')) return answerFor(productUrl, request, response);
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
    if (!existsSync(file)) return response.writeHead(404).end();
    const type = TYPES[extname(file)];
    const body = known.get(file) ?? (type ? brotliCompressSync(readFileSync(file)) : readFileSync(file));
    known.set(file, body);
    return response
      .writeHead(200, {
        'content-type': type ?? 'application/octet-stream',
        'content-length': body.length,
        ...(type && { 'content-encoding': 'br' }),
      })
      .end(body);
  });
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
}

async function answerFor(productUrl: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await buffer(request);
  const type = request.headers['content-type'];
  const answer = await fetch(new URL(request.url ?? '/', productUrl), {
    method: request.method ?? 'GET',
    ...(type && { headers: { 'content-type': type } }),
    ...(body.length > 0 && { body }),
  });
  const headers = { 'content-type': answer.headers.get('content-type') ?? 'application/octet-stream' };
  response.writeHead(answer.status, headers).end(Buffer.from(await answer.arrayBuffer()));
}
