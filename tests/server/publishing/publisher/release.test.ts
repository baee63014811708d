import { readFile, readlink, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { lastCompleteRelease, makeRelease, readCurrent } from '#server/publishing/publisher/release.ts';
import { compressFurther } from '#server/publishing/publisher/release-tree.ts';
import { readSite } from '#server/publishing/publisher/site-manifest.ts';
import { expectWhole, openReleases, page, SMALL_SITE, writeSite } from '#tests/support/browser/site.ts';
import { INFO } from '#tests/support/publishing/release-info.ts';

describe('a release', () => {
  test('is live under current, with its facts beside it', async () => {
    const dirs = await openReleases();
    const info = await dirs.release();
    expect(info.release).toBe('000001-1700000000-abcdef01');
    expect(await readlink(join(dirs.releasesDir, 'current'))).toBe(info.release);
    expect(await readCurrent(dirs.releasesDir)).toEqual(info);
    expect(await readFile(join(dirs.releasesDir, 'current/index.html'), 'utf8')).toBe(SMALL_SITE['index.html']);
  });

  test('holds its larger files compressed, byte for byte', async () => {
    const dirs = await openReleases();
    await dirs.release();
    const compressed = await readFile(join(dirs.releasesDir, 'current/preguntas/index.html.br'));
    expect(brotliDecompressSync(compressed).toString()).toBe(SMALL_SITE['preguntas/index.html']);
  });

  test('compresses the sitemap of thousands of pages below the level that takes twenty times the processor', async () => {
    const dirs = await openReleases();
    const address = (k: number): string =>
      `<url><loc>https://manay.example/pagina-${k}/</loc><lastmod>2026-11-${(k % 28) + 1}</lastmod></url>`;
    const sitemap = Array.from({ length: 10_000 }, (_, k) => address(k)).join('');
    const files = { ...SMALL_SITE, 'a-first.txt': 'short', 'sitemap-0.xml': sitemap, 'z-empty.txt': '' };
    await dirs.release(files);
    const release = join(dirs.releasesDir, 'current');
    await expectWhole(release);
    const compressed = await readFile(join(release, 'sitemap-0.xml.br'));
    expect(brotliDecompressSync(compressed).toString()).toBe(sitemap);
    const bytesAt = (level: number): number =>
      brotliCompressSync(sitemap, { params: { [constants.BROTLI_PARAM_QUALITY]: level } }).length;
    expect(compressed.length).toBeLessThan(bytesAt(5));
    // Told by its bytes, because the seconds of a busy machine say nothing: 9 takes 16 ms, 10 takes 375.
    expect(compressed.length).toBeGreaterThan(bytesAt(10));
  });

  test('shares unchanged files with the one before, and never with the build folder', async () => {
    const dirs = await openReleases();
    const first = await dirs.release();
    const changed = page('another home');
    const second = await dirs.release({ ...SMALL_SITE, 'index.html': changed });
    const inode = async (release: string, file: string): Promise<number> =>
      (await stat(join(dirs.releasesDir, release, file))).ino;
    expect(await inode(second.release, '404.html')).toBe(await inode(first.release, '404.html'));
    expect(await inode(second.release, 'index.html')).not.toBe(await inode(first.release, 'index.html'));
    expect((await stat(join(dirs.distDir, '404.html'))).ino).not.toBe(await inode(second.release, '404.html'));
    expect(await readFile(join(dirs.releasesDir, first.release, 'index.html'), 'utf8')).toBe(SMALL_SITE['index.html']);
    expect(await readFile(join(dirs.releasesDir, second.release, 'index.html'), 'utf8')).toBe(changed);
  });

  test('of many new pages is live with light compression, and has them compressed further after that', async () => {
    const dirs = await openReleases();
    const text = page(await readFile('src/recipes.md', 'utf8'));
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, k) => [`page-${k}/index.html`, `${text}${k}`]));
    await writeSite(dirs.distDir, { ...SMALL_SITE, ...many });
    const { files } = await readSite(dirs.distDir);
    const { info, light } = await makeRelease({ ...dirs, info: INFO, files });
    const compressed = (k: number): Promise<Buffer> =>
      readFile(join(dirs.releasesDir, info.release, `page-${k}/index.html.br`));
    const before = (await compressed(7)).length;
    expect(brotliDecompressSync(await compressed(7)).toString()).toBe(`${text}7`);
    await compressFurther(join(dirs.releasesDir, info.release), light, AbortSignal.abort());
    expect((await compressed(7)).length).toBe(before);
    await compressFurther(join(dirs.releasesDir, info.release), light, new AbortController().signal);
    expect((await compressed(7)).length).toBeLessThan(before);
    expect(brotliDecompressSync(await compressed(7)).toString()).toBe(`${text}7`);
    await writeSite(dirs.distDir, { ...SMALL_SITE, ...many, 'index.html': page('one page more') });
    const next = await makeRelease({ ...dirs, info: INFO, files: (await readSite(dirs.distDir)).files });
    expect(next.light).toEqual([]);
  });
});

describe('a power cut', () => {
  test.each(['', '{"release":"00'])('that left `%s` of a live release does not end publishing', async (left) => {
    const dirs = await openReleases();
    const first = await dirs.release();
    const second = await dirs.release();
    const damaged = join(dirs.releasesDir, second.release);
    for (const file of ['release.json', 'files.json']) await writeFile(join(damaged, file), left);
    expect(await readCurrent(dirs.releasesDir)).toBeUndefined();
    expect(await lastCompleteRelease(dirs.releasesDir)).toEqual(first);
    const third = await dirs.release();
    expect(await readCurrent(dirs.releasesDir)).toEqual(third);
  });

  test('that emptied the pages of a release too empties none of the next one', async () => {
    const dirs = await openReleases();
    const { release } = await dirs.release();
    for (const file of ['release.json', '404.html']) await writeFile(join(dirs.releasesDir, release, file), '');
    await dirs.release();
    expect(await readFile(join(dirs.releasesDir, 'current/404.html'), 'utf8')).toBe(SMALL_SITE['404.html']);
  });
});
