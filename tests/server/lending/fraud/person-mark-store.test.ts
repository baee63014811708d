import { expect, test } from 'vitest';
import { addressMark, contactMarks, markIndexOf } from '#server/lending/fraud/person-mark-store.ts';
import { phoneIndexOf } from '#server/lending/people/store/person-store.ts';
import { testVault } from '#tests/support/people/vault.ts';

const HOME = { ubigeo: '150105', streetType: 'JR', street: 'Los Álamos', number: '123', apartment: '402' };
const at = (changes: Partial<typeof HOME> & { reference?: string }) => addressMark({ ...HOME, ...changes }).value;

test('an address is the same however it is written', () => {
  expect(at({})).toBe('150105 los alamos 123 402');
  expect(at({ street: '  LOS  ALAMOS.', reference: 'Frente al parque' })).toBe(at({}));
  // Where the type is not asked for, people write it with the name.
  for (const street of ['Jr. Los Álamos', 'Jirón Los Álamos', 'JR LOS ALAMOS']) {
    expect(at({ streetType: 'OTHER', street })).toBe(at({}));
  }
});

test('another number, apartment, street or district is another address', () => {
  const others = [{ number: '124' }, { apartment: '403' }, { street: 'Los Olmos' }, { ubigeo: '150106' }].map(at);
  expect(new Set([at({}), ...others]).size).toBe(5);
});

test('without a number the neighbours are told apart by how they are found', () => {
  const without = { number: 'S/N', apartment: '' };
  expect(at({ ...without, reference: 'Portón verde' })).not.toBe(at({ ...without, reference: 'Portón azul' }));
});

test('a telephone has the hash that its person’s row has', () => {
  const [mark] = contactMarks({ phone: '+51987654321', altPhone: '' });
  expect(mark && markIndexOf(testVault(), mark)).toBe(phoneIndexOf(testVault(), '+51987654321'));
});
