import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const linesOf = (page: string): string[] => readFileSync(join(ROOT, page), 'utf8').split('\n');

/**
 * A claim that tests are evidence of: a requirement of the standard, a line of the specification, a promise (decision
 * 135).
 */
export interface Claim {
  readonly tag: string;
  readonly level?: 'L1' | 'L2';
  /** The words that ask, say or promise it. */
  readonly words: string;
}

export const ASVS_PAGE = 'src/decisions/asvs/README.md';
const SPECIFICATION_PAGE = 'src/decisions/specification/README.md';
export const PROMISES_PAGE = 'tests/promises/README.md';

export const ASVS: readonly Claim[] = linesOf(ASVS_PAGE).flatMap((line) => {
  const [, id, level, words] = /^- (\d+\.\d+\.\d+) \((L[12])\) (.+)$/.exec(line) ?? [];
  return id && words ? [{ tag: `asvs-${id}`, level: level as 'L1' | 'L2', words }] : [];
});

export const SPECIFICATION: readonly Claim[] = linesOf(SPECIFICATION_PAGE).flatMap((line) => {
  const [, id, words] = /^- (\d\.\d+) (.+)$/.exec(line) ?? [];
  return id && words ? [{ tag: `spec-${id}`, words }] : [];
});

export const PROMISES: readonly Claim[] = linesOf(PROMISES_PAGE).flatMap((line, at, lines) => {
  const [, tag] = /^Tag: `(promise-[a-z-]+)`$/.exec(line) ?? [];
  return tag ? [{ tag, words: (lines[at - 2] ?? '').replace('## ', '') }] : [];
});

/** Vitest refuses a tag that is not declared. */
export const TAGS = [...ASVS, ...SPECIFICATION, ...PROMISES].map(({ tag, words }) => ({
  name: tag,
  description: words,
}));

/** A test that is evidence. */
interface Evidence {
  readonly tag: string;
  readonly file: string;
  readonly title: string;
}

/**
 * A title and its tags: `'a title', { tags: 'spec-2.14' }`, Playwright's `tag: '@spec-2.14'`, a promise’s `{ text: …,
 * tags: … }`.
 */
const TAGGED =
  /(?<title>'(?:[^'\\\n]|\\.)*'|"[^"\n]*"|`(?:[^`\\]|\\.)*`|[A-Z_]+),\s*(?:\{\s*(?:\w+[^,]*,\s*)?)?tags?: (?<tags>\[[^\]]*\]|'[^']*')/g;
export const TAG = /'@?((?:asvs|spec|promise)-[\w.-]+)'/g;

/** The tests of the house that say what they are evidence of. */
export function evidence(): Evidence[] {
  return testFiles().flatMap(({ file, source }) =>
    [...source.matchAll(TAGGED)].flatMap(({ groups: { title = '', tags = '' } = {} }) =>
      [...tags.matchAll(TAG)].map(([, tag = '']) => ({ tag, file, title: title.slice(1, -1) })),
    ),
  );
}

export function testFiles(): { readonly file: string; readonly source: string }[] {
  return readdirSync(join(ROOT, 'tests'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:test|spec)\.tsx?$/.test(name))
    .map((name) => ({ file: `tests/${name}`, source: readFileSync(join(ROOT, 'tests', name), 'utf8') }))
    .sort((one, other) => one.file.localeCompare(other.file));
}
