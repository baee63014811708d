import { expect, test } from 'vitest';
import { filesUnder, read } from './source-tree.ts';

/** Rows that are about to be deleted or to get another key, each with its reason. There is none. */
const BY_KEY: readonly string[] = [];

/** Statements without their comments, which may name what they do not do. */
const code = (file: string) => read(file).replace(/^\s*(?:\/\*\*|\*|\/\/|--).*$/gm, '');

test('a row is locked without its key, so that whatever refers to it can be written meanwhile', () => {
  const files = filesUnder('src/server').filter((file) => /\.(?:ts|sql)$/.test(file));
  expect(files.filter((file) => /\.forUpdate\(|\bfor update\b/i.test(code(file)))).toEqual(BY_KEY);
  expect(files.filter((file) => code(file).includes('.forNoKeyUpdate(')).length).toBeGreaterThan(20);
});
