import { expect, test } from 'vitest';
import { readCsv } from '#server/lending/gateways/transfer/read-csv.ts';

const SHAPE = { required: ['name', 'note'] } as const;

test.each([
  ['the separator inside quotes', 'a;"b;c"', 'b;c'],
  ['a quote that is doubled inside quotes', 'a;"say ""yes"""', 'say "yes"'],
  ['a quote inside a field without quotes', 'a;5" pipe', '5" pipe'],
  ['quotes with nothing in them', 'a;""', ''],
  ['blanks around a field', 'a;  b  ', 'b'],
  ['blanks between a closing quote and a separator', '"a" ;b', 'b'],
])('a field is read with %s', (_, line, note) => {
  expect(readCsv(`name;note\n${line}`, SHAPE)).toEqual({
    rows: [{ line: 2, values: { name: 'a', note } }],
    problems: [],
  });
});

test.each(['a;"b', 'a;"b"c', '"a;b', '"a""; b', `a;${'b'.repeat(2_000)}`])(
  'the line %j is reported, and the next one is read',
  (line) => {
    const { rows, problems } = readCsv(`name;note\r\n${line}\r\nc;d\r\n`, SHAPE);
    expect(problems).toEqual([{ line: 2, message: 'the line is too long, or a quote has no end' }]);
    expect(rows).toEqual([{ line: 3, values: { name: 'c', note: 'd' } }]);
  },
);

test('names of columns that cannot be read are reported', () => {
  expect(readCsv('"name;note\na;b', SHAPE)).toEqual({
    rows: [],
    problems: [{ line: 1, message: 'the names of the columns cannot be read' }],
  });
});
