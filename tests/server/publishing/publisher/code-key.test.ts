import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { codeKey } from '#server/publishing/publisher/code-key.ts';
import { scratchDir, writeSite } from '#tests/support/browser/site.ts';

const CODE = {
  'src/pages/index.astro': 'a page',
  'src/blocks/faq/faq.css': '.faq {}',
  'src/server/lending/main.ts': 'a server',
  'src/server/start/main.ts': 'a tool',
  'src/decisions/0001.md': 'a decision',
  'public/favicon.svg': '<svg/>',
  'astro.config.mjs': 'export default {}',
};

test('the key is that of all code pages are made of, and of no other', async () => {
  const repo = await scratchDir();
  const keyOf = async (files: Readonly<Record<string, string>>, variables = { SITE_URL: 'a' }): Promise<string> => {
    await writeSite(repo, files);
    return codeKey(repo, variables);
  };
  const key = await keyOf(CODE);
  expect(key).toMatch(/^[0-9a-f]{16}$/);
  expect(await keyOf(CODE)).toBe(key);
  for (const file of ['src/server/lending/main.ts', 'src/server/start/main.ts', 'src/decisions/0001.md']) {
    expect(await keyOf({ ...CODE, [file]: 'changed' }), file).toBe(key);
  }
  for (const file of ['src/pages/index.astro', 'src/blocks/faq/faq.css', 'public/favicon.svg', 'astro.config.mjs']) {
    expect(await keyOf({ ...CODE, [file]: 'changed' }), file).not.toBe(key);
  }
  expect(await keyOf({ ...CODE, 'src/pages/new.astro': '' })).not.toBe(key);
  expect(await keyOf(CODE, { SITE_URL: 'b' })).not.toBe(key);
  await rm(`${repo}/public/favicon.svg`);
  expect(await codeKey(repo, { SITE_URL: 'a' })).not.toBe(key);
});
