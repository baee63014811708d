import { expect, test } from 'vitest';
import { PreparedStatements } from '#server/kit/prepared-statements.ts';

/** Sends a text twice. @returns the name it has then */
function sentTwice(prepared: PreparedStatements, text: string): string | undefined {
  prepared.nameOf(text);
  return prepared.nameOf(text);
}

test('a statement has a name from its second time on, and keeps it', () => {
  const prepared = new PreparedStatements();
  expect(prepared.nameOf('select $1')).toBeUndefined();
  const name = prepared.nameOf('select $1');
  expect(name).toBeDefined();
  expect(prepared.nameOf('select $1')).toBe(name);
  expect(sentTwice(prepared, 'select $2')).not.toBe(name);
});

test('a thousand statements have names, and those that came first keep theirs', () => {
  const prepared = new PreparedStatements();
  const names = Array.from({ length: 1_001 }, (_, k) => sentTwice(prepared, `select ${k}`));
  expect(new Set(names.filter(Boolean)).size).toBe(1_000);
  expect(names.at(-1)).toBeUndefined();
  expect(prepared.nameOf('select 0')).toBe(names[0]);
});

test('rows that are written in bulk have none', () => {
  expect(sentTwice(new PreparedStatements(), `insert ${'($1),'.repeat(1_000)}`)).toBeUndefined();
});

test.each([
  'select * from loan where id = $1',
  'update loan set a = $1 returning *',
  'select "loan".* from loan where b = $1',
])('what returns every column has none: %s', (text) => {
  expect(sentTwice(new PreparedStatements(), text)).toBeUndefined();
});

test('counting all rows returns one column', () => {
  expect(sentTwice(new PreparedStatements(), 'select count(*) from loan where id = $1')).toBeDefined();
});

test('texts that come once take no room from others', () => {
  const prepared = new PreparedStatements();
  for (let k = 0; k < 30_000; k++) prepared.nameOf(`select ${k}`);
  expect(sentTwice(prepared, 'select $1')).toBeDefined();
});

test('after a migration no name is used again', () => {
  const prepared = new PreparedStatements();
  const before = sentTwice(prepared, 'select $1');
  prepared.renew();
  expect(prepared.nameOf('select $1')).toBeUndefined();
  expect(prepared.nameOf('select $1')).not.toBe(before);
});
