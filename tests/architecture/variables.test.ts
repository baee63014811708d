import { expect, test } from 'vitest';
import { filesUnder, read } from './source-tree.ts';

/** Files that are handed the environment: they name their variables in words of their own. */
const READS_ENVIRONMENT = /from '(?:#server\/kit\/config\.ts|\.\/config\.ts)'|\benv\b/;
const NAME = /'((?:[A-Z][A-Z0-9]*_)+[A-Z0-9]+|PORT|HOST)'/g;
const READERS = /\b(?:readText|readSwitch|readWholeNumber|readChoice|needed|env\[)/;

/** For the terminal and the tests of whoever develops; no lender sets them. */
const OF_DEVELOPERS = ['ASTRO_TELEMETRY_DISABLED', 'CHROMIUM_PATH', 'FORCE_COLOR', 'NO_COLOR'];

/** Every variable that some program of ours reads. */
function variablesRead(): string[] {
  const files = ['src/server', 'src/tools']
    .flatMap((folder) => filesUnder(folder))
    .filter((file) => file.endsWith('.ts'));
  const names = files.flatMap((file) => {
    const text = read(file);
    if (!READS_ENVIRONMENT.test(text) || !READERS.test(text)) return [];
    return [...text.matchAll(NAME)].map(([, name]) => name as string);
  });
  return [...new Set(names)].filter((name) => !OF_DEVELOPERS.includes(name)).sort();
}

function variablesShown(): string[] {
  const table = /\| Variable \|[\s\S]*?\n\n/.exec(read('README.md'))?.[0] ?? '';
  const names = table
    .split('\n')
    .slice(2)
    .flatMap((row) => [...row.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name as string));
  return [...new Set(names)].sort();
}

test('the table of the README has every variable a program reads, and no other', () => {
  expect(variablesRead()).toContain('DATABASE_URL');
  expect(variablesShown()).toEqual(variablesRead());
});
