import { expect, test } from 'vitest';
import { filesUnder, read } from './source-tree.ts';

const LONGEST = 140;
/** Of a template: its beginning, or a tag; a sentence has neither. */
const ELEMENT = /html`|<\/?[a-z][\w-]*[ >]/;

/** Pages of the sandbox's providers, which no lender shows anybody. */
const STAND_INS = 'src/server/lending/gateways/';

test('a template of the lender has one element a line: none is longer than 140 columns', () => {
  const files = filesUnder('src/server/lending').filter((file) => file.endsWith('.ts') && !file.startsWith(STAND_INS));
  const templates = files.filter((file) => read(file).includes('html`'));
  expect(templates.length).toBeGreaterThan(10);
  const long = templates.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, index) =>
        line.length > LONGEST && ELEMENT.test(line) ? [`${file}:${index + 1}: ${line.length}`] : [],
      ),
  );
  expect(long).toEqual([]);
});
