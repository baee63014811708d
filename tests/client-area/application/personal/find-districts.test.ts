import { expect, test } from 'vitest';
import { districtNamed, districtsOf, findDistricts } from '#client-area/application/personal/find-districts.ts';
import { ubigeoRows } from '#server/lending/parameters/seed-ubigeo.ts';

const rows = ubigeoRows();
const names = new Map<string, string>();
for (const { code, department, province, district } of rows) {
  names.set(code.slice(0, 2), department).set(code.slice(0, 4), province).set(code, district);
}
const districts = districtsOf([...names].map(([code, name]) => ({ code, name })));

const found = (typed: string) => findDistricts(districts, typed).map(({ name, within }) => `${name}, ${within}`);

test('every district of the table can be found by its name and where it lies', () => {
  expect(districts).toHaveLength(rows.length);
  const lost = districts.filter(({ code, name, within }) => {
    return !findDistricts(districts, `${name} ${within}`).some((each) => each.code === code);
  });
  expect(lost).toEqual([]);
});

test('"mira" finds Miraflores of Lima first, then that of Arequipa', () => {
  expect(found('mira').slice(0, 2)).toEqual(['Miraflores, Lima, Lima', 'Miraflores, Arequipa, Arequipa']);
});

test.each([
  ['miraflores are', 'Miraflores, Arequipa, Arequipa'],
  ['BRENA', 'Breña, Lima, Lima'],
  ['  san juan de lur', 'San Juan de Lurigancho, Lima, Lima'],
  ['lima', 'Lima, Lima, Lima'],
  ['Breña, Lima, Lima', 'Breña, Lima, Lima'],
])('%j finds %s first', (typed, first) => {
  expect(found(typed)[0]).toBe(first);
});

test.each(['', 'm', 'xyz', '123', '.*'])('%j finds nothing', (typed) => {
  expect(found(typed)).toEqual([]);
});

test('whoever leaves the box means a district only by a name that one alone has, or with its province', () => {
  expect(districtNamed(districts, 'breña')?.code).toBe('150105');
  expect(districtNamed(districts, 'miraflores')).toBeUndefined();
  expect(districtNamed(districts, 'Miraflores, Lima, Lima')?.code).toBe('150122');
  expect(districtNamed(districts, 'breñ')).toBeUndefined();
});
