import { readFile, readlink, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { KEPT_RELEASES, lastCompleteRelease, readCurrent, releaseNames } from '#server/publishing/publisher/release.ts';
import { resumePublishing, rollBack } from '#server/publishing/publisher/release-control.ts';
import { page, releaseSite, SMALL_SITE, scratchDir, writeSite } from '#tests/support/browser/site.ts';
import { INFO } from './release-info.ts';

async function workshop(): Promise<{ distDir: string; releasesDir: string }> {
  const directory = await scratchDir();
  return { distDir: join(directory, 'dist'), releasesDir: join(directory, 'releases') };
}

describe('a release', () => {
  test('is live under current, with its facts beside it', async () => {
    const dirs = await workshop();
    await writeSite(dirs.distDir, SMALL_SITE);
    const info = await releaseSite({ ...dirs, info: INFO });
    expect(info.release).toBe('000001-1700000000-abcdef01');
    expect(await readlink(join(dirs.releasesDir, 'current'))).toBe(info.release);
    expect(await readCurrent(dirs.releasesDir)).toEqual(info);
    expect(await readFile(join(dirs.releasesDir, 'current/index.html'), 'utf8')).toBe(SMALL_SITE['index.html']);
  });

  test('holds its larger files compressed, byte for byte', async () => {
    const dirs = await workshop();
    await writeSite(dirs.distDir, SMALL_SITE);
    await releaseSite({ ...dirs, info: INFO });
    const compressed = await readFile(join(dirs.releasesDir, 'current/preguntas/index.html.br'));
    expect(brotliDecompressSync(compressed).toString()).toBe(SMALL_SITE['preguntas/index.html']);
  });

  test('shares unchanged files with the one before, and never with the build folder', async () => {
    const dirs = await workshop();
    await writeSite(dirs.distDir, SMALL_SITE);
    const first = await releaseSite({ ...dirs, info: INFO });
    const changed = page('another home');
    await writeSite(dirs.distDir, { ...SMALL_SITE, 'index.html': changed });
    const second = await releaseSite({ ...dirs, info: INFO });
    const inode = async (release: string, file: string): Promise<number> =>
      (await stat(join(dirs.releasesDir, release, file))).ino;
    expect(await inode(second.release, '404.html')).toBe(await inode(first.release, '404.html'));
    expect(await inode(second.release, 'index.html')).not.toBe(await inode(first.release, 'index.html'));
    expect((await stat(join(dirs.distDir, '404.html'))).ino).not.toBe(await inode(second.release, '404.html'));
    expect(await readFile(join(dirs.releasesDir, first.release, 'index.html'), 'utf8')).toBe(SMALL_SITE['index.html']);
    expect(await readFile(join(dirs.releasesDir, second.release, 'index.html'), 'utf8')).toBe(changed);
  });

  test('takes a file that is what it was some releases ago from there, compressed as it was: an edit was undone', async () => {
    const dirs = await workshop();
    const edited = { ...SMALL_SITE, 'preguntas/index.html': page('an edit '.repeat(200)) };
    const releases: string[] = [];
    for (const site of [SMALL_SITE, edited, { ...edited, 'index.html': page('another home') }, SMALL_SITE]) {
      await writeSite(dirs.distDir, site);
      releases.push((await releaseSite({ ...dirs, info: INFO })).release);
    }
    const file = (release: number, name: string): string => join(dirs.releasesDir, releases[release] as string, name);
    for (const name of ['index.html', 'preguntas/index.html', 'preguntas/index.html.br', 'preguntas/index.html.gz']) {
      expect((await stat(file(3, name))).ino, name).toBe((await stat(file(0, name))).ino);
    }
    expect(await readFile(file(3, 'preguntas/index.html'), 'utf8')).toBe(SMALL_SITE['preguntas/index.html']);
    expect(await readFile(file(2, 'preguntas/index.html'), 'utf8')).toBe(edited['preguntas/index.html']);
  });

  test('after five more is removed, and the live one stays', async () => {
    const dirs = await workshop();
    await writeSite(dirs.distDir, SMALL_SITE);
    for (let k = 0; k < 7; k++) await releaseSite({ ...dirs, info: INFO });
    const names = await releaseNames(dirs.releasesDir);
    expect(names.map((name) => name.slice(0, 6))).toEqual(['000003', '000004', '000005', '000006', '000007']);
    expect((await readCurrent(dirs.releasesDir))?.release).toBe(names.at(-1));
  });
});

describe('a power cut', () => {
  test.each(['', '{"release":"00'])('that left `%s` of a live release is no end of publishing', async (left) => {
    const dirs = await workshop();
    await writeSite(dirs.distDir, SMALL_SITE);
    const first = await releaseSite({ ...dirs, info: INFO });
    const second = await releaseSite({ ...dirs, info: INFO });
    const damaged = join(dirs.releasesDir, second.release);
    for (const file of ['release.json', 'files.json']) await writeFile(join(damaged, file), left);
    expect(await readCurrent(dirs.releasesDir)).toBeUndefined();
    expect(await lastCompleteRelease(dirs.releasesDir)).toEqual(first);
    const third = await releaseSite({ ...dirs, info: INFO });
    expect(await readCurrent(dirs.releasesDir)).toEqual(third);
  });

  test('that emptied the pages of a release too empties none of the next one', async () => {
    const dirs = await workshop();
    await writeSite(dirs.distDir, SMALL_SITE);
    const { release } = await releaseSite({ ...dirs, info: INFO });
    for (const file of ['release.json', '404.html']) await writeFile(join(dirs.releasesDir, release, file), '');
    await releaseSite({ ...dirs, info: INFO });
    expect(await readFile(join(dirs.releasesDir, 'current/404.html'), 'utf8')).toBe(SMALL_SITE['404.html']);
  });

  test.each(['is live', 'an operator has rolled back'])(
    'that emptied a release which %s empties none of the next ones, made of a spare folder with its files',
    async (how) => {
      const dirs = await workshop();
      // As many as are kept: the spare folder is there, with the files of the last one.
      for (let k = 0; k <= KEPT_RELEASES; k++) {
        await writeSite(dirs.distDir, { ...SMALL_SITE, 'preguntas/index.html': page(`questions ${k}`) });
        await releaseSite({ ...dirs, info: INFO });
      }
      const damaged = join(dirs.releasesDir, (await releaseNames(dirs.releasesDir)).at(-1) as string);
      for (const file of ['release.json', 'preguntas/index.html']) await writeFile(join(damaged, file), '');
      if (how !== 'is live') {
        await rollBack(dirs.releasesDir, new Date());
        await resumePublishing(dirs.releasesDir);
      }
      // Until it has been a spare folder itself, and the next release was made of that.
      for (let k = 0; k <= KEPT_RELEASES + 1; k++) {
        await releaseSite({ ...dirs, info: INFO });
        const live = await readFile(join(dirs.releasesDir, 'current/preguntas/index.html'), 'utf8');
        expect(live, `${k + 1} later`).toBe(page(`questions ${KEPT_RELEASES}`));
      }
    },
  );
});
