import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SCREENS, type ScreenName } from '#api/screens.ts';
import { VIEWS as LOOKED_AT, NOT_LOOKED_AT } from '#tests/e2e/views.ts';
import { filesUnder, read } from './source-tree.ts';

const ROOM = 'src/client-area/';
const ROWS = Object.entries(SCREENS) as [ScreenName, (typeof SCREENS)[ScreenName]][];
const VIEWS = filesUnder(ROOM).filter((file) => file.endsWith('.screen.tsx'));
const PAGES = filesUnder('src/pages');
const TESTS = filesUnder('tests');
const OPENED = TESTS.filter((file) => /^tests\/(?:e2e|client-area)\//.test(file))
  .map((file) => read(file))
  .join('\n');

describe('a screen of the client area', () => {
  test('has its row, or no address leads to it', () => {
    const slugs = ROWS.map(([, { slug }]) => slug);
    const strange = VIEWS.filter((file) => !slugs.includes(dirname(file).slice(ROOM.length)));
    expect(strange, 'add a row for its folder to src/api/screens.ts').toEqual([]);
  });

  test('lists its texts beside it', () => {
    const missing = VIEWS.map((file) => `${dirname(file)}/texts.ts`).filter((file) => !filesUnder(ROOM).includes(file));
    expect(missing, 'add these files').toEqual([]);
  });

  test('has a test of its name, or one that opens it', () => {
    const untested = ROWS.filter(([name, { slug }]) => {
      if (!VIEWS.some((file) => dirname(file) === ROOM + slug)) return false;
      const own = TESTS.some((file) => dirname(file) === `tests/client-area/${slug}` && file.endsWith('.test.ts'));
      return !own && !new RegExp(`['"\`/](?:${name}|${slug})/?['"\`?]`).test(OPENED);
    }).map(([name]) => name);
    expect(untested, 'add tests/client-area/<its URL>/<its name>.screen.test.ts').toEqual([]);
  });
});

test('every row has a page, or its URL is a 404', () => {
  const missing = ROWS.filter(([, { slug }]) => {
    // Screens of the client area have one route for all of them.
    if (VIEWS.some((file) => dirname(file) === ROOM + slug)) return !PAGES.includes('src/pages/[...client].astro');
    const candidates = slug
      ? [`src/pages/[...lang]/${slug}.astro`, `src/pages/[...lang]/${slug}/index.astro`]
      : ['src/pages/[...slug].astro'];
    return !candidates.some((file) => PAGES.includes(file));
  });
  expect(
    missing.map(([name]) => name),
    'add src/pages/[...lang]/<its URL>.astro',
  ).toEqual([]);
});

test('every row of the client area has its screen', { tags: 'spec-2.12' }, () => {
  const missing = ROWS.filter(
    ([, { guards, slug }]) => guards.length > 0 && !VIEWS.some((file) => dirname(file) === ROOM + slug),
  );
  expect(
    missing.map(([, { slug }]) => `${ROOM}${slug}/${slug.split('/').at(-1)}.screen.tsx`),
    'add it, or remove its row from src/api/screens.ts',
  ).toEqual([]);
});

test('every row is looked at in every size and colour, or it says why not', () => {
  const seen = Object.values(LOOKED_AT)
    .flatMap((line): (readonly ScreenName[])[] => Object.values(line))
    .flat();
  const missing = ROWS.map(([name]) => name).filter((name) => !seen.includes(name) && !(name in NOT_LOOKED_AT));
  expect(missing, 'add it to a situation of tests/e2e/views.ts').toEqual([]);
});
