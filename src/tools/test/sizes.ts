import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What there is to read: lines of the product and of its tests, KB of Markdown. */
export interface Sizes {
  readonly product: number;
  readonly tests: number;
  readonly markdownKb: number;
}

/** They only go down: who makes something smaller lowers them. */
export const CEILINGS: Sizes = { product: 135_600, tests: 95_600, markdownKb: 322 };

const PRODUCT = [
  ...['ts', 'tsx', 'mjs', 'astro', 'css', 'sql'].map((kind) => `src/*.${kind}`),
  '.config/*.mjs',
  '.config/*.cjs',
  'astro.config.mjs',
];
const TESTS = ['ts', 'tsx', 'mjs', 'astro', 'css'].map((kind) => `tests/*.${kind}`);

/** Of what git knows. */
export function sizesOf(root: string): Sizes {
  const texts = (patterns: readonly string[]): string[] =>
    execFileSync('git', ['ls-files', '-z', '--', ...patterns], { cwd: root, encoding: 'utf8' })
      .split('\0')
      .filter((file) => file !== '' && existsSync(join(root, file)))
      .map((file) => readFileSync(join(root, file), 'utf8'));
  const lines = (patterns: readonly string[]): number =>
    texts(patterns).reduce((sum, text) => sum + text.split('\n').length - 1, 0);
  const bytes = texts(['*.md']).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return { product: lines(PRODUCT), tests: lines(TESTS), markdownKb: Math.floor(bytes / 1024) };
}

export function sizesLine({ product, tests, markdownKb }: Sizes): string {
  const of = (size: number, ceiling: number): string =>
    `${size.toLocaleString('en')} of ${ceiling.toLocaleString('en')}`;
  return `size: product ${of(product, CEILINGS.product)} lines, tests ${of(tests, CEILINGS.tests)}, Markdown ${of(markdownKb, CEILINGS.markdownKb)} KB`;
}
