import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { buildEnvironment, reasonFrom, runAstro } from '#server/publishing/publisher/astro-build.ts';

const OUTPUT = `18:02:17 [build] Collecting build info...
18:02:17 [WARN] [config] An error page is missing.
18:02:31 [build] Rearranging server assets...
`;

describe('the reason of a failed build', () => {
  test('begins with the first line of the error, whatever it is called', () => {
    const errors = `(node:7) Warning: something is deprecated
(Use \`node --trace-warnings ...\` to show where the warning was created)
EXDEV: cross-device link not permitted, rename '/code/.astro/a.css' -> '/data/dist/a.css'
  Location:
    /code/node_modules/astro/dist/core/build/static-build.js:252:5
  Stack trace:
    at async Object.rename (node:internal/fs/promises:1490:10)
`;
    const [first, second] = reasonFrom({ output: OUTPUT, errors }).split('\n');
    expect(first).toBe("EXDEV: cross-device link not permitted, rename '/code/.astro/a.css' -> '/data/dist/a.css'");
    expect(second).toBe('  Location:');
  });

  test('is the end of what it wrote, when it died without a word', () => {
    expect(reasonFrom({ output: OUTPUT, errors: '' })).toMatch(/Rearranging server assets\.\.\.$/);
  });
});

test('a build knows no variable but those it is given: no secret of the publisher', { tags: 'asvs-13.3.2' }, () => {
  const secrets = ['OPERATOR_TOKEN', 'DATABASE_URL', 'STORYBLOK_PREVIEW_TOKEN', 'VAULT_KEYS', 'NIUBIZ_PASSWORD'];
  for (const name of secrets) vi.stubEnv(name, 'known to the publisher alone');
  const known = buildEnvironment({ SITE_URL: 'https://manay.example' });
  vi.unstubAllEnvs();
  expect(known).toMatchObject({ NODE_ENV: 'production', SITE_URL: 'https://manay.example' });
  const allowed = [
    'ASTRO_TELEMETRY_DISABLED',
    'HOME',
    'NODE_COMPILE_CACHE',
    'NODE_ENV',
    'NO_COLOR',
    'PATH',
    'SITE_URL',
  ];
  expect(Object.keys(known).filter((name) => ![...allowed, 'TMPDIR'].includes(name))).toEqual([]);
});

test('a build that does not end is stopped, and names its limit', { timeout: 60_000 }, async () => {
  const dir = await mkdtemp(join(tmpdir(), 'manay-build-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const order = { repoDir: resolve('.'), codeDir: join(dir, 'code'), dataDir: dir, isWhole: true, variables: {} };
  const { signal } = new AbortController();
  expect(await runAstro({ ...order, signal, longestMs: 60 })).toEqual({
    kind: 'failed',
    reason: 'the build was stopped: it had not ended within its limit of 0.001 minutes',
  });
  // One that is stopped for another reason does not blame its limit.
  const stopped = await runAstro({ ...order, signal: AbortSignal.abort(), longestMs: 60 });
  expect(stopped).toMatchObject({ kind: 'failed', reason: expect.not.stringContaining('limit') });
});
