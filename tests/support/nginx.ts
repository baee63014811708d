import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const PROGRAM = ['nginx', '/usr/sbin/nginx'].find((name) => spawnSync(name, ['-v']).status === 0);
export const HAS_NGINX = PROGRAM !== undefined;

export interface RunningNginx {
  /** The sample configuration: without TLS, and with it. */
  readonly plain: string;
  readonly secure: string;
  /** A cache that visitors share, in front of it. It keeps what it is given, whatever `Cache-Control` says. */
  readonly cache: string;
  stop(): void;
}

/**
 * Starts the installed nginx with the sample configuration in front of a product, on ports and with a certificate of
 * its own. Around it stands what Debian's own configuration says, compression included.
 */
export async function startNginx(productPort: number): Promise<RunningNginx> {
  const folder = mkdtempSync(join(tmpdir(), 'manay-nginx-'));
  const [plain, secure, cache] = await Promise.all([freePort(), freePort(), freePort()]);
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const subject = ['-subj', '/CN=localhost', '-days', '2', '-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject], { stdio: 'ignore' });
  const sample = readFileSync('.config/nginx.conf', 'utf8')
    .replaceAll(/ {2}listen \[::\].*;\n/g, '')
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ', `listen 127.0.0.1:${secure} `)
    .replaceAll(/127\.0\.0\.1:(?:4321|4331|4332)\b/g, `127.0.0.1:${productPort}`)
    .replace(/(ssl_certificate) .*;/, `$1 ${certificate};`)
    .replace(/(ssl_certificate_key) .*;/, `$1 ${key};`)
    // Known to OpenSSL 3.5 and newer.
    .replace('X25519MLKEM768:', '');
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
events {}
http {
  access_log off; gzip on;
  ${kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')}
  proxy_cache_path ${folder}/shared keys_zone=shared:1m;
  ${sample}
  server {
    listen 127.0.0.1:${cache};
    location / {
      proxy_pass https://127.0.0.1:${secure}; proxy_ssl_verify off; proxy_buffer_size 8k; gzip off;
      proxy_cache shared; proxy_cache_valid any 10m; proxy_ignore_headers Cache-Control Expires;
      add_header X-Cache $upstream_cache_status always;
    }
  }
}`,
  );
  const child = spawn(PROGRAM ?? 'nginx', ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')]);
  const up = async (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${plain}/`, { redirect: 'manual' }).then(
      () => true,
      () => false,
    );
  for (let tries = 0; !(await up()); tries += 1) {
    if (child.exitCode !== null || tries > 100) throw new Error(readFileSync(join(folder, 'error.log'), 'utf8'));
    await setTimeout(100);
  }
  return {
    plain: `http://127.0.0.1:${plain}`,
    secure: `https://127.0.0.1:${secure}`,
    cache: `http://127.0.0.1:${cache}`,
    stop() {
      child.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
  });
  await new Promise((resolve) => server.close(resolve));
  return port;
}
