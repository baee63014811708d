import { expect, test } from 'vitest';
import { filesUnder, read } from './source-tree.ts';

const PAGE = 'src/tools/README.md';
/** Where cookies get their names: a constant, or a list of them. */
const NAMED = /\b(?:\w*COOKIE\w*|PASSES)\b[^=\n]*= (?:'([^']+)'|\{([^}]+)\})/g;

/** The name of every cookie in the code. */
function namesInCode(): string[] {
  const files = filesUnder('src').filter((file) => /\.tsx?$/.test(file));
  const names = files.flatMap((file) =>
    [...read(file).matchAll(NAMED)].flatMap(([, one, several]) =>
      one ? [one] : [...(several ?? '').matchAll(/: '([^']+)'/g)].map(([, name]) => name as string),
    ),
  );
  return [...new Set(names)].sort();
}

function rows(): { names: string[]; setBy: string; reason: string }[] {
  const lines = read(PAGE).split('\n');
  const start = lines.findIndex((line) => line.startsWith('| Cookie |'));
  return lines.slice(start + 2, lines.indexOf('', start)).map((line) => {
    const [names = '', setBy = '', , , reason = ''] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    return { names: [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name as string), setBy, reason };
  });
}

test('the table of cookies has every cookie of the code, and no other', () => {
  expect(
    rows()
      .flatMap(({ names }) => names)
      .sort(),
  ).toEqual(namesInCode());
});

test('every cookie has the prefix __Host-, or a dated reason why it has not', () => {
  for (const { names, reason } of rows()) {
    for (const name of names) {
      if (name.startsWith('__Host-')) expect(reason, name).toBe('');
      else expect(reason, name).toMatch(/^\d\d\/\d\d\/\d{4}: .{20,}/);
    }
  }
});

test('every cookie the servers set is Secure, but for those of a laptop', () => {
  // Each place that writes a Set-Cookie line, by hand or through a library.
  const files = filesUnder('src/server').filter((file) => /(?:setCookie\(|Max-Age=)/.test(read(file)));
  expect(files.sort()).toEqual([
    'src/server/kit/cookies.ts',
    'src/server/lending/people/session-cookies.ts',
    'src/server/publishing/editor/sessions.ts',
    'src/server/publishing/preview/preview.ts',
  ]);
  for (const file of files.filter((name) => name.startsWith('src/server/lending/'))) {
    for (const line of read(file).split('\n')) if (line.includes('Max-Age=')) expect(line, file).toContain('Secure');
  }
  expect(read('src/server/kit/cookies.ts')).toContain("'SameSite=Lax', 'Secure']");
});
