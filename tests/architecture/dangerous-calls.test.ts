import { describe, expect, test } from 'vitest';
import { type Danger, dangersIn } from './dangerous-calls.ts';
import { filesUnder, read, SEED } from './source-tree.ts';

/** Files that run in production; the commands of `src/tools` are run by whoever may run anything on that machine. */
const PRODUCT = filesUnder('src').filter(
  (file) => /\.(?:ts|tsx|mjs|js|astro)$/.test(file) && !file.startsWith(`${SEED}/`) && !file.startsWith('src/tools/'),
);

/** Each decided by a constant of the code, and by nothing that somebody sends. */
const KNOWN: Readonly<Partial<Record<Danger, readonly string[]>>> = {
  'a pattern from text': [
    // Sentences of the program, of two tables.
    `src/i18n/staff-refusals.ts: new RegExp(\`^\${pattern}$\`)`,
    // The names of two encodings.
    `src/server/kit/static-files.ts: new RegExp(\`\\\\b\${name}\\\\b(?!\\\\s*;\\\\s*q=0(?:\\\\.0*)?(?:,|$))\`)`,
    `src/storyblok/link.ts: new RegExp(\`^(?:\${LOCALES.filter((locale) => locale !== DEFAULT_LOCALE).join('|')})(?=/|[?#]|$)\`)`,
  ],
  // The number of a lock, a constant.
  'a query from text': [
    `src/server/kit/migrate.ts: session.query(\`select pg_advisory_xact_lock(\${ADVISORY_LOCK})\`)`,
  ],
  'code from a variable': [
    // The schemas of the blocks' folders, and the bundle that our own build has written.
    'src/server/publishing/block-schemas.ts: import(pathToFileURL(join(repoDir, file)).href)',
    'src/server/publishing/preview/build-preview.ts: import(entry)',
  ],
};

const FOUND = PRODUCT.flatMap((file) => dangersIn(file, read(file)).map((one) => ({ file, ...one })));
const found = (danger: Danger): string[] =>
  FOUND.filter((one) => one.danger === danger).map(({ file, text }) => `${file}: ${text}`);

describe('nothing that somebody sends', () => {
  test('becomes a command: no shell is started, and no program but this Node', { tags: 'asvs-1.2.5' }, () => {
    expect([...found('a shell'), ...found('another program')]).toEqual([]);
  });

  test('becomes code: none is made from text, and what is loaded by name is our own', { tags: 'asvs-1.3.2' }, () => {
    expect(found('code from text')).toEqual([]);
    expect(found('code from a variable').sort()).toEqual([...(KNOWN['code from a variable'] ?? [])].sort());
  });

  test('becomes a query: texts of SQL are written down, and values travel beside them', { tags: 'asvs-1.2.4' }, () => {
    expect(found('a query from text')).toEqual(KNOWN['a query from text']);
  });

  test('comes as a message of another window: no page listens for any', { tags: 'asvs-3.5.5' }, () => {
    expect(found('a message of any window')).toEqual([]);
  });

  test('becomes a pattern: every regular expression is written down, or made of constants', {
    tags: 'asvs-1.2.9',
  }, () => {
    expect(found('a pattern from text').sort()).toEqual([...(KNOWN['a pattern from text'] ?? [])].sort());
  });
});

test('no random value can be guessed, except for how long a retry waits', {
  tags: ['asvs-6.4.1', 'asvs-6.5.3'],
}, () => {
  expect(found('a number that can be guessed')).toEqual([
    'src/server/publishing/sync/content-client.ts: Math.random()',
  ]);
});
