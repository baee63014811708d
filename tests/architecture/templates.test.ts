import { expect, test } from 'vitest';
import { filesUnder, read } from './source-tree.ts';

const LONGEST = 140;
/** Of a template: its beginning, or a tag; a sentence has neither. */
const ELEMENT = /html`|<\/?[a-z][\w-]*[ >]/;

test('a template of a server has one element a line: none is longer than 140 columns', () => {
  const files = filesUnder('src/server').filter((file) => file.endsWith('.ts'));
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
