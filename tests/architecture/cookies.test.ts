import { expect, test } from 'vitest';
import { STORED } from '#api/browser-storage.ts';
import { COOKIES, cookieRows } from '#api/cookies.ts';
import { filesUnder, read } from './source-tree.ts';

const TABLE = 'src/api/cookies.ts';
/** Places where cookies get their names: a constant, or a list of them. */
const NAMED = /\b(?:\w*COOKIE\w*|PASSES)\b[^=\n]*= (?:'([^']+)'|\{([^}]+)\})/g;

/** The name of every cookie in the code. */
function namesInCode(): string[] {
  const files = filesUnder('src').filter((file) => /\.tsx?$/.test(file) && file !== TABLE);
  const names = files.flatMap((file) =>
    [...read(file).matchAll(NAMED)].flatMap(([, one, several]) =>
      one ? [one] : [...(several ?? '').matchAll(/: '([^']+)'/g)].map(([, name]) => name as string),
    ),
  );
  return [...new Set(names)].sort();
}

test('the table of cookies has every cookie of the code, and no other', {
  tags: ['asvs-3.3.3', 'promise-cookies-tags-and-what-a-browser-remembers'],
}, () => {
  expect(Object.keys(COOKIES).sort()).toEqual(namesInCode());
});

/** The key of every `setItem` in the code: a constant, in its file or imported, or what a function makes of a name. */
function keysInCode(): string[] {
  const files = filesUnder('src').filter((file) => /\.(?:tsx?|js|astro)$/.test(file));
  return files.flatMap((file) =>
    [...read(file).matchAll(/\bsetItem\((\w+)/g)].map(([call, name]) => {
      const declared = new RegExp(String.raw`const ${name} = (?:\([^)]*\) => )?['\`]([^'\`]+)['\`]`);
      const [, key] = [file, ...files].map((each) => declared.exec(read(each))).find((found) => found) ?? [];
      return key?.replace(/\$\{[^}]+\}/, '…') ?? `${file}: ${call}`;
    }),
  );
}

test('the table of what is stored besides cookies has every key of the code, and no other', {
  tags: 'promise-cookies-tags-and-what-a-browser-remembers',
}, () => {
  expect([...new Set(keysInCode())].sort()).toEqual(Object.keys(STORED).sort());
  const otherwise = /\bindexedDB\b|\bcaches\.open|(?:local|session)Storage(?:\[|\.\w+ = )/;
  const files = filesUnder('src').filter((file) => /\.(?:tsx?|js|astro)$/.test(file) && otherwise.test(read(file)));
  // Pages, as everybody gets them.
  expect(files).toEqual(['src/client-area/offline/keep-pages.ts']);
});

test('every cookie has the prefix __Host-, or a dated reason why it does not', {
  tags: ['asvs-3.3.1', 'asvs-3.3.3'],
}, () => {
  for (const { names, noPrefix = '' } of cookieRows('holds')) {
    for (const name of names) {
      if (name.startsWith('__Host-')) expect(noPrefix, name).toBe('');
      else expect(noPrefix, name).toMatch(/^\d\d\/\d\d\/\d{4}: .{20,}/);
    }
  }
});

test('every cookie the servers set is Secure, but for those of a laptop', () => {
  // Each place that writes a Set-Cookie line, by hand or through a library.
  const files = filesUnder('src/server').filter((file) => /(?:setCookie\(|Max-Age=)/.test(read(file)));
  expect(files.sort()).toEqual([
    'src/server/kit/cookies.ts',
    'src/server/lending/people/session-cookies.ts',
    'src/server/publishing/preview/preview.ts',
    'src/server/publishing/sandbox/editor/language.ts',
    'src/server/publishing/sandbox/editor/sessions.ts',
  ]);
  for (const file of files.filter((name) => name.startsWith('src/server/lending/'))) {
    for (const line of read(file).split('\n')) if (line.includes('Max-Age=')) expect(line, file).toContain('Secure');
  }
  expect(read('src/server/kit/cookies.ts')).toContain("'SameSite=Lax', 'Secure']");
});
