import { describe, expect, test } from 'vitest';
import { LENDING, lendingSources } from './lending-seams.ts';
import { declaredTables, EXCEPTIONS, foreignSql, unreadableSql } from './lending-tables.ts';

const sources = lendingSources();
const planted = (file: string, text: string) => ({ ...sources, [`${LENDING}/${file}`]: text });

describe('the tables of the lending server', () => {
  test('each is declared by one subject, in its tables.ts', () => {
    const declared = declaredTables(sources);
    expect(declared.size).toBeGreaterThan(60);
    expect([...declared].filter(([, subjects]) => subjects.length !== 1)).toEqual([]);
  });

  test('a subject writes its own tables, and reads those of subjects it may import besides', () => {
    expect(foreignSql(sources)).toEqual(Object.keys(EXCEPTIONS).sort());
  });

  test('each query names its table where it stands', () => {
    expect(unreadableSql(sources)).toEqual([]);
  });
});

describe('the test notices', () => {
  test('a table of two subjects, and one outside tables.ts', () => {
    const twice = `declare module '#server/kit/tables.ts' {
  interface Tables extends MoreTables {}
}

interface MoreTables {
  readonly loan: { readonly id: string };
}
`;
    expect(declaredTables(planted('gateways/tables.ts', twice)).get('loan')).toEqual(['loans', 'gateways']);
    const elsewhere = `declare module '#server/kit/tables.ts' {\n  interface Tables { readonly more: 1 }\n}\n`;
    expect([...declaredTables(planted('loans/more.ts', elsewhere)).values()]).toContainEqual([
      'outside a tables.ts',
      '',
    ]);
  });

  test.each([
    ['a write', `db.updateTable('person').set({})`, 'profile writes person of people: planted.ts'],
    ['a write of a subject it may import', `db.deleteFrom('loan')`, 'profile writes loan of loans: planted.ts'],
    ['an insert', `trx\n    .insertInto('loan')`, 'profile writes loan of loans: planted.ts'],
    ['a read', `db.selectFrom('posting as p')`, undefined],
    [
      'a read of a subject below',
      `db.selectFrom('data_request as r')`,
      'profile reads data_request of privacy: planted.ts',
    ],
    [
      'one of several tables',
      `db.selectFrom(['loan', 'data_request'])`,
      'profile reads data_request of privacy: planted.ts',
    ],
    ['a join', `x.leftJoin('data_request', 'a', 'b')`, 'profile reads data_request of privacy: planted.ts'],
    [
      'SQL by hand',
      'sql<{ id: string }>`select id from data_request`',
      'profile reads data_request of privacy: planted.ts',
    ],
    ['a write by hand', 'sql`delete from session`', 'profile writes session of people: planted.ts'],
    ['a queue', `const Q: WorkQueue<'outbox'> = {}`, 'profile writes outbox of messages: planted.ts'],
  ])('%s', (_, text, offence) => {
    const found = foreignSql(planted('profile/planted.ts', text)).filter((line) => line.includes('planted'));
    expect(found).toEqual(offence === undefined ? [] : [offence]);
  });

  test('a table that comes from somewhere else', () => {
    const found = unreadableSql(planted('loans/planted.ts', 'db.selectFrom(table).selectAll()'));
    expect(found).toEqual([`${LENDING}/loans/planted.ts: .selectFrom(table`]);
  });
});
