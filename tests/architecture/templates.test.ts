import { expect, test } from 'vitest';
import { filesUnder, read } from './source-tree.ts';

const LONGEST = 140;
/** Of a template: its beginning, or a tag; a sentence has neither. */
const ELEMENT = /html`|<\/?[a-z][\w-]*[ >]/i;
/** A drawing's points, and a pattern: neither is read in parts. */
const ONE_PIECE = /^\s*(?:><path [^<]* d="[^"]+"|\/\S)/;
const DOCTYPE = /<!doctype html>/i;

test('a template has one element a line: none is longer than 140 columns', () => {
  const files = filesUnder('src').filter((file) => /\.(?:ts|tsx|astro)$/.test(file));
  const templates = files.filter((file) => !file.endsWith('.ts') || /html`|<\/[a-z]+>/.test(read(file)));
  expect(templates.length).toBeGreaterThan(400);
  const long = templates.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, index) =>
        line.length > LONGEST && ELEMENT.test(line) && !ONE_PIECE.test(line) ? [`${file}:${index + 1}: ${line}`] : [],
      ),
  );
  expect(long).toEqual([]);
});

test('the pages of servers are made by one part, beside what a sandbox answers as a provider that fails', () => {
  const files = filesUnder('src/server').filter((file) => file.endsWith('.ts') && DOCTYPE.test(read(file)));
  expect(files).toEqual([
    'src/server/kit/html-page.ts',
    'src/server/lending/gateways/sandbox/faults.ts',
    'src/server/lending/gateways/tax-documents/serve-sandbox-sunat.ts',
  ]);
});
