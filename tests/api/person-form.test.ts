import { expect, test } from 'vitest';
import { staffPerson } from '#api/staff-person.ts';
import { validate } from '#api/validate.ts';

const ana = {
  documentType: 'DNI',
  documentNumber: '45.678.912-4',
  phone: '987 654 321',
  email: 'Ana@EXAMPLE.pe',
  firstName: ' Ana  María ',
  lastName1: 'Quispe',
  birthDate: '1/5/1990',
};

test('what was typed is stored in its normal form', () => {
  expect(validate(staffPerson, ana)).toEqual({
    kind: 'valid',
    value: {
      ...ana,
      documentNumber: '45678912',
      phone: '+51987654321',
      email: 'Ana@example.pe',
      firstName: 'Ana María',
      birthDate: '1990-05-01',
    },
  });
});

const codesOf = (body: unknown): string[] => {
  const checked = validate(staffPerson, body);
  return checked.kind === 'valid' ? [] : checked.fieldErrors.map(({ field, code }) => `${field}.${code}`).sort();
};

test.each<[string, object, string[]]>([
  ['a DNI with seven digits', { documentNumber: '4567891' }, ['documentNumber.invalid']],
  ['a DNI of one digit', { documentNumber: '11111111' }, ['documentNumber.invalid']],
  ['a DNI number for a CE', { documentType: 'CE', documentNumber: '45678912' }, ['documentNumber.invalid']],
  ['a passport', { documentType: 'PASSPORT' }, ['documentType.unknown']],
  ['nothing typed', { documentNumber: ' ' }, ['documentNumber.required']],
  ['a landline', { phone: '01 555 1234' }, ['phone.invalid']],
  ['two mistakes at once', { documentNumber: '1', email: 'ana' }, ['documentNumber.invalid', 'email.invalid']],
  ['a day that is none', { birthDate: '31/02/1990' }, ['birthDate.invalid']],
  ['an unknown field', { role: 'admin' }, ['role.unknown']],
])('%s is refused', (_, wrong, codes) => {
  expect(codesOf({ ...ana, ...wrong })).toEqual(codes);
});

test('a carné de extranjería is written in capitals', () => {
  expect(validate(staffPerson, { ...ana, documentType: 'CE', documentNumber: '00-123456 a' })).toMatchObject({
    value: { documentNumber: '00123456A' },
  });
});
