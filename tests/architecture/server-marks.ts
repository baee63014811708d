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
/** Code of servers, and the sentences of the contract that are for its documentation alone. */
const isServer = (file: string): boolean =>
  /^src\/(?:server|tools)\/|^src\/api\/(?:refusals|fee-meanings)\.ts$/.test(file);
/** The meaning of a field, which the browsers' build cuts. */
const MEANING = /\bmeans\(\s*'(?<meaning>[^'\n]{20,})'/g;

/**
 * Collects the words that give server code away in a bundle: those above, every sentence that src/server says and
 * nothing else does, and what the fields of the contract mean. New server code brings its own marks: nobody has to
 * remember to add them.
 */
export function serverMarks(): string[] {
  const code = filesUnder('src').filter(isCode);
  const shared = code.filter((file) => !isServer(file)).map((file) => read(file));
  const meanings = shared.flatMap((text) => [...text.matchAll(MEANING)].map(({ groups }) => groups?.['meaning'] ?? ''));
  const elsewhere = shared.map((text) => text.replaceAll(MEANING, '')).join('\n');
  const sentences = [...sentencesIn(code.filter(isServer)), ...meanings].filter((text) => !elsewhere.includes(text));
  return [...new Set([...WORDS, ...sentences])];
}

/** The marks found in a piece of built JavaScript. */
export function marksIn(javascript: string, marks: readonly string[]): string[] {
  return marks.filter((mark) => javascript.includes(mark));
}
