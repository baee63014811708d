import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchFrom } from '#server/kit/outgoing.ts';

/** A certificate that signs itself, for 127.0.0.1 alone, and its key: of this test, and trusted by nobody. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgzBzxjoRsSSzCsxiG
2NXbYgvP4xKypu+Uloc7AWqzyFOhRANCAAQRNxh015UUHzdaGhifBDx4Xn3cNFcb
0hZnKZII/O+c2zAMCxbAk1cBWZliWPUlIJT7ei7xK+Xq3k1i5QbsDOOb
-----END PRIVATE KEY-----
`;
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBtzCCAV6gAwIBAgIUFBZVFRri8a1XK2VbZdnSGFUh1PUwCgYIKoZIzj0EAwIw
KDEmMCQGA1UEAwwdYSBwcml2YXRlIGF1dGhvcml0eSBvZiBhIHRlc3QwIBcNMjYx
MTIyMjMwMjEwWhgPMjEyNjEwMjkyMzAyMTBaMCgxJjAkBgNVBAMMHWEgcHJpdmF0
ZSBhdXRob3JpdHkgb2YgYSB0ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE
ETcYdNeVFB83WhoYnwQ8eF593DRXG9IWZymSCPzvnNswDAsWwJNXAVmZYlj1JSCU
+3ou8Svl6t5NYuUG7Azjm6NkMGIwHQYDVR0OBBYEFCWUKuStZdg4x/6YhI3+wu6q
99WpMB8GA1UdIwQYMBaAFCWUKuStZdg4x/6YhI3+wu6q99WpMA8GA1UdEwEB/wQF
MAMBAf8wDwYDVR0RBAgwBocEfwAAATAKBggqhkjOPQQDAgNHADBEAiB1XcMGp6vd
UT9z54gYXuFBkxaC/qagZOXVSeAH/WgQ3wIgR5Z+Ifn+euB0oQLWh7deLIHJF+sG
1HtH1uuQ3K0myIE=
-----END CERTIFICATE-----
`;

let server: Server;
let port: number;
let folder: string;
const seen: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'authority-'));
  await writeFile(join(folder, 'authority.pem'), CERTIFICATE);
  server = createServer({ key: KEY, cert: CERTIFICATE }, (request, response) => {
    seen.push(request.url ?? '');
    response.end('answered');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

test('a server whose certificate nobody vouches for is sent nothing', {
  tags: ['asvs-12.3.2', 'asvs-12.3.4'],
}, async () => {
  const address = `https://127.0.0.1:${port}/secret`;
  await expect(fetchFrom([address])(address)).rejects.toMatchObject({
    cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
  });
  expect(seen).toEqual([]);
});

test('a private authority counts when the operator names it, and for the host of its certificate alone', {
  tags: ['asvs-12.3.2', 'asvs-12.3.4'],
}, async () => {
  const ask = async (host: string): Promise<string> => {
    const address = `https://${host}:${port}/`;
    const program = `
      const { fetchFrom } = await import(${JSON.stringify(import.meta.resolve('#server/kit/outgoing.ts'))});
      const answer = fetchFrom(['${address}'])('${address}').then((response) => response.text(), (error) => error.cause.code);
      console.log(await answer);`;
    const env = { PATH: process.env['PATH'], NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem') };
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { env });
    return stdout.trim();
  };
  expect(await Promise.all([ask('127.0.0.1'), ask('localhost')])).toEqual(['answered', 'ERR_TLS_CERT_ALTNAME_INVALID']);
  expect(seen).toEqual(['/']);
});
