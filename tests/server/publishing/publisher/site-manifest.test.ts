import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  factsOf,
  type PageFacts,
  readManifest,
  readSite,
  writeManifest,
} from '#server/publishing/publisher/site-manifest.ts';
import { page, SMALL_SITE, scratchDir, writeSite } from '#tests/support/browser/site.ts';

test('what the gate wants to know of a page is read once', () => {
  const html = page('<a href="/preguntas/?a=1#b">x</a><a href="/preguntas/">y</a><script src="/_astro/a.js"></script>');
  expect(factsOf(html, 'k')).toEqual({
    key: 'k',
    bytes: html.length,
    policy: "default-src 'none'; script-src 'self' 'sha256-AAA='; style-src 'self'",
    links: ['/preguntas/'],
    assets: ['_astro/a.js'],
  });
});

test('the list of a site survives being written and read', async () => {
  const directory = await scratchDir();
  await writeSite(join(directory, 'dist'), SMALL_SITE);
  const read = await readSite(join(directory, 'dist'), { codeKey: 'code' });
  expect(read.pages.get('index.html')?.key).toBe('');
  const home = { ...(read.pages.get('index.html') as PageFacts), key: 'a key' };
  const site = { ...read, pages: new Map(read.pages).set('index.html', home) };
  await writeManifest(join(directory, 'site.json'), site);
  expect(readManifest(join(directory, 'site.json'))).toEqual(site);
  expect(site.files.size).toBe(5);
  expect(site.pages.get('index.html')?.key).toBe('a key');
});

test('a list that is missing or damaged is none: then everything is built', async () => {
  const path = join(await scratchDir(), 'site.json');
  expect(readManifest(path)).toBeUndefined();
  await writeFile(path, '{"format":1,"codeKey":');
  expect(readManifest(path)).toBeUndefined();
});
