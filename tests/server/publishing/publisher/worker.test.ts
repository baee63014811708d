import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { startWorker } from '#server/publishing/publisher/worker.ts';

test('a process that builds pages knows no variable but those it is given: no secret of the publisher', {
  tags: 'asvs-13.3.2',
}, async () => {
  const secrets = ['OPERATOR_TOKEN', 'DATABASE_URL', 'STORYBLOK_PREVIEW_TOKEN', 'VAULT_KEYS', 'NIUBIZ_PASSWORD'];
  for (const name of secrets) vi.stubEnv(name, 'known to the publisher alone');
  const worker = startWorker({
    command: ['-e', 'console.log(JSON.stringify(process.env))'],
    folder: process.cwd(),
    variables: { SITE_URL: 'https://manay.example' },
    signal: new AbortController().signal,
    longestMs: 30_000,
  });
  const printed = worker.stdout ? await text(worker.stdout) : '';
  vi.unstubAllEnvs();
  const known = JSON.parse(printed) as Record<string, string>;
  expect(known).toMatchObject({ NODE_ENV: 'production', SITE_URL: 'https://manay.example' });
  expect(printed).not.toContain('known to the publisher alone');
  // The channel to the parent process is Node's own.
  const allowed = ['NODE_COMPILE_CACHE', 'NODE_ENV', 'PATH', 'SITE_URL', 'TMPDIR'];
  expect(Object.keys(known).filter((name) => !name.startsWith('NODE_CHANNEL') && !allowed.includes(name))).toEqual([]);
});
