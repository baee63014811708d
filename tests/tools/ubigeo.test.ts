import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { provincesOfPackage, ubigeoJson } from '#tools/ubigeo.ts';

test('the districts in the repository are those of the package, and nobody has changed them by hand', () => {
  expect(readFileSync('src/server/lending/parameters/ubigeo.json', 'utf8')).toBe(ubigeoJson(provincesOfPackage()));
});
