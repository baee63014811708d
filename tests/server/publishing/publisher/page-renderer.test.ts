import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { canRenderPages } from '#server/publishing/publisher/page-renderer.ts';
import { scratchDir } from '#tests/support/browser/site.ts';

const CODE_KEY = 'abcdef0123456789';

/** A data directory with a kept renderer, as a whole build leaves it. */
async function dataDirWith(facts: { readonly needsMore?: boolean } = {}): Promise<string> {
  const dataDir = await scratchDir();
  await mkdir(join(dataDir, 'renderer'));
  const kept = { format: 1, key: CODE_KEY, dataDir, needsMore: false, ...facts };
  await writeFile(join(dataDir, 'renderer/renderer.json'), JSON.stringify(kept));
  await writeFile(join(dataDir, 'site.json'), '{}');
  return dataDir;
}

describe('single pages can be rendered', () => {
  test('with a renderer that was kept here, of the same code', async () => {
    expect(await canRenderPages(await dataDirWith(), CODE_KEY)).toBe(true);
  });

  test('but not with one of other code, one that would need more, or none', async () => {
    expect(await canRenderPages(await dataDirWith(), 'other code')).toBe(false);
    expect(await canRenderPages(await dataDirWith({ needsMore: true }), CODE_KEY)).toBe(false);
    expect(await canRenderPages(await scratchDir(), CODE_KEY)).toBe(false);
  });

  test('nor with one whose description a power cut left empty', async () => {
    const dataDir = await dataDirWith();
    await writeFile(join(dataDir, 'renderer/renderer.json'), '');
    expect(await canRenderPages(dataDir, CODE_KEY)).toBe(false);
  });

  test('and not with one that came from another folder, whose texts it would show', async () => {
    const copy = await scratchDir();
    await cp(await dataDirWith(), copy, { recursive: true });
    expect(await canRenderPages(copy, CODE_KEY)).toBe(false);
  });
});
