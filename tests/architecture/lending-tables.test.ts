import { describe, expect, test } from 'vitest';
import { lendingSources } from './lending-subjects.ts';
import { declaredTables, EXCEPTIONS, foreignSql, unreadableSql } from './lending-tables.ts';

const sources = lendingSources();

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
