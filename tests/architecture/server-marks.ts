import { filesUnder, read } from './source-tree.ts';

/** Words that only server code has a reason to say; property names and strings survive a minifier. */
const WORDS = [
  'DATABASE_URL',
  'DATA_DIR',
  'LENDER_SANDBOX',
  'STORYBLOK_TOKEN',
  'WEBHOOK_SECRET',
  'PGlite',
  'pgBoss',
  'insert into',
  'createHmac',
  'node:fs',
  'node:crypto',
];

/** A sentence: at least three words, so that no library says the same by chance. */
const SENTENCE = /(?<quote>['"`])(?<text>(?:(?!\k<quote>|\\|\$\{|\n).){20,})\k<quote>/g;

function sentencesIn(files: readonly string[]): string[] {
  return files
    .flatMap((file) => [...read(file).matchAll(SENTENCE)].map((match) => match.groups?.['text'] ?? ''))
    .filter((text) => text.split(' ').length >= 3);
}

const isCode = (file: string): boolean => /\.(?:ts|tsx|mjs|astro)$/.test(file);

/**
 * Collects the words that give server code away in a bundle: those above, and every sentence that src/server or the
 * notes beside the endpoints say and nothing else does. New server code brings its own marks: nobody has to remember to
 * add them.
 */
export function serverMarks(): string[] {
  const code = filesUnder('src').filter(isCode);
  const isServer = (file: string): boolean =>
    /^src\/(?:server|tools)\//.test(file) || /^src\/api\/endpoints\/.*\bnotes\.ts$/.test(file);
  const elsewhere = code
    .filter((file) => !isServer(file))
    .map((file) => read(file))
    .join('\n');
  const sentences = sentencesIn(code.filter(isServer)).filter((text) => !elsewhere.includes(text));
  return [...new Set([...WORDS, ...sentences])];
}

/** The marks found in a piece of built JavaScript. */
export function marksIn(javascript: string, marks: readonly string[]): string[] {
  return marks.filter((mark) => javascript.includes(mark));
}
