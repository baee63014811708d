import { expect, test } from 'vitest';
import { ubigeoRows } from '#server/lending/parameters/seed-ubigeo.ts';

const rows = ubigeoRows();
const at = (digits: number) => new Set(rows.map(({ code }) => code.slice(0, digits))).size;

test('there are 25 departments, Callao among them, 196 provinces and 1867 districts', () => {
  expect([at(2), at(4), at(6), rows.length]).toEqual([25, 196, 1867, 1867]);
});

test.each([
  ['010101', 'Amazonas', 'Chachapoyas', 'Chachapoyas'],
  ['021301', 'Áncash', 'Mariscal Luzuriaga', 'Piscobamba'],
  ['070101', 'Callao', 'Callao', 'Callao'],
  ['080101', 'Cusco', 'Cusco', 'Cusco'],
  ['150122', 'Lima', 'Lima', 'Miraflores'],
  ['250107', 'Ucayali', 'Coronel Portillo', 'Manantay'],
])('%s is %s, %s, %s', (code, department, province, district) => {
  expect(rows.find((row) => row.code === code)).toEqual({ code, department, province, district });
});

test('a code is six digits, and its first four name one province of one department', () => {
  const names = new Map<string, string>();
  for (const { code, department, province, district } of rows) {
    expect(code).toMatch(/^\d{6}$/);
    expect([department, province, district].filter((name) => name !== name.trim() || name === '')).toEqual([]);
    const key = code.slice(0, 4);
    expect(names.get(key) ?? `${department}/${province}`).toBe(`${department}/${province}`);
    names.set(key, `${department}/${province}`);
  }
  expect(rows.map(({ code }) => code)).toEqual(rows.map(({ code }) => code).sort());
});
