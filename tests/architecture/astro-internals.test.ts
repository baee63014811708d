import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/**
 * What the publisher uses of Astro beside its documented interface (decision 163): the file, what it was when it was
 * read last, and what to look at when it is another one. A new version of Astro that changes none of these files
 * breaks nothing here; one that does fails this test before it fails a publish.
 */
interface Internal {
  /** Below node_modules/astro/dist. */
  readonly file: string;
  /** The beginning of the file's SHA-256. */
  readonly digest: string;
  /** Must be in the file: what is called, or what is counted upon. */
  readonly needs: readonly RegExp[];
  readonly usedBy: string;
  readonly lookAt: string;
}

const PUBLISHER = 'src/server/publishing/publisher';
const INTERNALS: readonly Internal[] = [
  {
    file: 'core/build/app.js',
    digest: '3424ec48c8458d38',
    needs: [
      /setInternals\(/,
      /setOptions\(/,
      /options\.logger\.options\.destination/,
      /get routeCache\(/,
      /getSettings\(/,
    ],
    usedBy: `${PUBLISHER}/page-app.ts (loadRenderer), .config/keep-renderer.mjs (teardown)`,
    lookAt: 'what the app must be given before it renders, and whether its list of pages can still be emptied',
  },
  {
    file: 'core/build/default-prerenderer.js',
    digest: '6948007f1f62d643',
    needs: [/app\.setInternals\(internals\)/, /app\.setOptions\(options\)/, /new StaticPaths\(prerenderer\.app\)/],
    usedBy: `${PUBLISHER}/page-app.ts, which does what this file does`,
    lookAt: 'whether it does more before the first page, and how it renders one',
  },
  {
    file: 'runtime/prerender/static-paths.js',
    digest: '70c20c05a22a6698',
    needs: [/class StaticPaths/, /getAll\(\)/, /cacheKey/],
    usedBy: `${PUBLISHER}/page-app.ts (listPages)`,
    lookAt: 'that a page still comes with its pathname, its route and the cacheKey of getStaticPaths',
  },
  {
    file: 'core/build/static-build.js',
    digest: '9557b38f6c4223ed',
    needs: [/PRERENDER_ENTRY_FILENAME_PREFIX = "prerender-entry"/, /getPrerenderOutputDirectory\(settings\)/],
    usedBy: `${PUBLISHER}/page-app.ts (the entry of the bundle), .config/keep-renderer.mjs (BUNDLE)`,
    lookAt: 'what the entry of the bundle is called, and when it is thrown away',
  },
  {
    file: 'prerender/utils.js',
    digest: 'cda4ce943aaf5257',
    needs: [/"\.\/\.prerender\/"/, /getOutDirWithinCwd\(/],
    usedBy: '.config/keep-renderer.mjs (BUNDLE)',
    lookAt: 'the folder of the bundle when the output lies elsewhere than the code',
  },
  {
    file: 'core/build/common.js',
    digest: '6bb6fe95e33ae0c4',
    needs: [/function getOutDirWithinCwd\(/, /\.\/index\.html/],
    usedBy: `${PUBLISHER}/page-app.ts (fileOf)`,
    lookAt: 'the file of a page and of an endpoint under build.format "directory"',
  },
  {
    file: 'core/build/runtime.js',
    digest: 'e297682cc1f015a4',
    needs: [/internals\.pagesByKeys\.get\(/],
    usedBy: `${PUBLISHER}/page-app.ts (the styles of a page, which are given as internals)`,
    lookAt: 'where a page finds its styles while it is rendered',
  },
  {
    file: 'core/build/environment.js',
    digest: 'abe7eb623d34a0b5',
    needs: [/getPageData\(/, /settings\.scripts/, /\.styles/],
    usedBy: `${PUBLISHER}/page-app.ts (loadRenderer: settings.scripts, and the styles of a page)`,
    lookAt: 'what of settings and internals a page is rendered with',
  },
];

const of = (file: string): string => readFileSync(`node_modules/astro/dist/${file}`, 'utf8');
const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

describe('what rendering uses of Astro beside its documented interface', () => {
  test('belongs to one version, which is pinned exactly', () => {
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    const { version } = JSON.parse(readFileSync('node_modules/astro/package.json', 'utf8'));
    expect(dependencies.astro).toBe(version);
  });

  test.each(INTERNALS)('$file has what $usedBy calls', ({ file, needs, usedBy, lookAt }) => {
    const text = of(file);
    const missing = needs.filter((need) => !need.test(text)).map(String);
    expect(missing, `astro/dist/${file} lacks what ${usedBy} needs. Look at: ${lookAt}`).toEqual([]);
  });

  test.each(INTERNALS)('$file is as it was read', ({ file, digest, usedBy, lookAt }) => {
    const found = digestOf(of(file));
    const advice = `astro/dist/${file} has changed, and ${usedBy} relies on it. Look at: ${lookAt}. Then run
  npm run test:full -- --only service publish-run
and write ${found} here`;
    expect(found, advice).toBe(digest);
  });
});
