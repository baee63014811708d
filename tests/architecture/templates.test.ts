import { expect, test } from 'vitest';
import { filesUnder, read } from './source-tree.ts';

const LONGEST = 140;

test('a template of the desk has one element a line: none is longer than 140 columns', () => {
  const files = filesUnder('src/server/lending/desk').filter((file) => file.endsWith('.ts'));
  const templates = files.filter((file) => read(file).includes('html`'));
  expect(templates.length).toBeGreaterThan(10);
  const long = templates.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, index) => (line.length > LONGEST ? [`${file}:${index + 1}: ${line.length}`] : [])),
  );
  expect(long).toEqual([]);
});
