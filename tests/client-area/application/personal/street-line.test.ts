import { expect, test } from 'vitest';
import { houseNumber } from '#api/field-rules/text.ts';
import { streetLine, streetOf } from '#client-area/application/personal/street-line.ts';

test.each([
  ['Los Álamos 123', 'Los Álamos', '123'],
  ['Av. 28 de Julio 1450-B', 'Av. 28 de Julio', '1450-B'],
  ['Jr. Unión, 45', 'Jr. Unión', '45'],
  ['Calle 7 N° 120', 'Calle 7', '120'],
  ['Los Pinos s/n', 'Los Pinos', 's/n'],
  ['Mz. B Lt. 14', 'Mz. B', 'Lt. 14'],
  ['AA. HH. Las Lomas Mz B Lote 4', 'AA. HH. Las Lomas Mz B', 'Lote 4'],
])('%j is the street %j and the number %j, which the API takes', (line, street, number) => {
  expect(streetOf(line)).toEqual({ street, number });
  expect(houseNumber.check(houseNumber.normalise(number))).toBeUndefined();
  expect(streetOf(streetLine({ street, number }))).toEqual({ street, number });
});

test('without a number it is missing, and nothing is invented', () => {
  expect(streetOf('Los Álamos')).toEqual({ street: 'Los Álamos' });
  expect(streetOf('  ')).toEqual({});
  expect(streetOf('123')).toEqual({ street: '123' });
});
