import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '#server/kit/listen.ts';
import { staticSite } from '#server/kit/static-files.ts';
import { freePort } from '#tests/support/browser/product.ts';
import type { Row } from './table.ts';

const repoDir = resolve(import.meta.dirname, '../..');
/** Debian's package nginx-light is enough. */
const NGINX = '/usr/sbin/nginx';
const MIME_TYPES = '/etc/nginx/mime.types';

/** Pages, files, what is hidden, what is not there, and the address without its slash. */
const PATHS = [
  '/',
  '/en/',
  '/index.html',
  '/preguntas/',
  '/preguntas',
  '/preguntas?de=mapa',
  '/en/preguntas/',
  '/en/preguntas',
  '/calculatoripl/',
  '/profile/',
  '/en/profile/components/niubiz-method/',
  '/libro-de-reclamaciones/',
  '/nowhere/',
  '/en/nowhere/',
  '/nowhere.js',
  '/404.html',
  '/en/404/',
  '/release.json',
  '/files.json',
  '/nginx-maps.conf',
  '/.held-back.json',
  '/.moved-pages.json',
  '/index.html.br',
  '/favicon.svg',
  '/robots.txt',
  '/landing-host.js',
  '/sitemap-index.xml',
];
/** What a browser obeys. */
const HEADERS = [
  'content-security-policy',
  'x-frame-options',
  'cross-origin-resource-policy',
  'cross-origin-opener-policy',
  'referrer-policy',
  'permissions-policy',
  'strict-transport-security',
  'x-content-type-options',
  'cache-control',
];

/**
 * Serves the live release of DATA_DIR twice, by our own server and by nginx with the documented configuration, on
 * loopback, and holds every answer of one against the other's. @throws when nginx is not installed, there is no release,
 * or the two differ
 */
export async function benchNginx(): Promise<Row[]> {
  const releasesDir = join(resolve(process.env['DATA_DIR'] ?? join(repoDir, '.data')), 'releases');
  if (!existsSync(NGINX)) throw new Error('nginx is not installed: apt-get install nginx-light');
  if (!existsSync(join(releasesDir, 'current')))
    throw new Error(`there is no release in ${releasesDir}: npm start first`);
  const folder = mkdtempSync(join(tmpdir(), 'manay-bench-nginx-'));
  const own = await listen(staticSite({ releasesDir, framers: [], landingHosts: [], onFailure: fail }), {
    port: 0,
    host: '127.0.0.1',
  });
  const port = await freePort();
  const nginx = startNginx(folder, { releasesDir: realpathSync(releasesDir), port });
  try {
    const nginxUrl = `http://127.0.0.1:${port}`;
    await untilAnswers(nginxUrl, nginx);
    const differences: string[] = [];
    for (const path of PATHS) {
      for (const encoding of ['identity', 'gzip']) {
        const [one, other] = [
          await answerOf(`http://127.0.0.1:${own.port}${path}`, encoding),
          await answerOf(nginxUrl + path, encoding),
        ];
        differences.push(...differencesOf(one, other).map((difference) => `${path} (${encoding}), ${difference}`));
      }
    }
    if (differences.length > 0) throw new Error(`nginx answers otherwise:\n${differences.join('\n')}`);
    const version = spawnSync(NGINX, ['-v'], { encoding: 'utf8' })
      .stderr.trim()
      .replace(/^nginx version: /, '');
    return [{ nginx: version, addresses: PATHS.length, 'headers each': HEADERS.length, different: 0 }];
  } finally {
    nginx.kill('SIGTERM');
    await own.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** nginx may send a file the headers of a page besides: it can do nothing with them. */
function differencesOf(own: Answer, other: Answer): string[] {
  const names = Object.keys(own).filter((name) => own[name] !== null && own[name] !== other[name]);
  return names.map((name) => `${name}: "${own[name]}" and "${other[name]}"`);
}

function fail(error: Error): never {
  throw error;
}

/** The documented file with the two lines a reader changes: folder and port. */
function startNginx(folder: string, at: { readonly releasesDir: string; readonly port: number }): ChildProcess {
  const documented = readFileSync(join(repoDir, '.config/nginx.conf'), 'utf8');
  const site = documented
    .replaceAll('/srv/manay/releases', at.releasesDir)
    .replace('listen 80;', `listen 127.0.0.1:${at.port};`);
  writeFileSync(join(folder, 'site.conf'), site);
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${asUser()}daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 64; }
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  include ${MIME_TYPES};
  include ${folder}/site.conf;
}
`,
  );
  return spawn(NGINX, ['-c', join(folder, 'nginx.conf'), '-p', folder, '-e', join(folder, 'error.log')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** `DATA_DIR` is private, and nginx started by root would become another user, to whom only a mount shows the releases. */
function asUser(): string {
  return process.getuid?.() === 0 ? 'user root; ' : '';
}

async function untilAnswers(url: string, nginx: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (nginx.exitCode !== null) throw new Error(`nginx ended with ${nginx.exitCode}`);
    if (await fetch(url).catch(() => undefined)) return;
    await sleep(100);
  }
  throw new Error('nginx does not answer');
}

type Answer = Readonly<Record<string, string | null>>;

/** What both must agree on. The form of a type differs (`text/xml`, `application/xml`), and so may compression. */
async function answerOf(url: string, encoding: string): Promise<Answer> {
  const response = await fetch(url, { redirect: 'manual', headers: { 'accept-encoding': encoding } });
  const body = await response.text();
  const location = response.headers.get('location');
  return {
    status: String(response.status),
    location: location === null ? null : new URL(location, url).href.slice(new URL(url).origin.length),
    ...(response.status === 308 ? {} : { body, ...headersOf(response) }),
  };
}

function headersOf({ headers }: Response): Record<string, string | null> {
  return Object.fromEntries(HEADERS.map((name) => [name, headers.get(name)]));
}
