import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { accountFields, addressFields } from '#api/application-form.ts';
import { centsTyped, solesTyped } from '#api/field-rules/amount.ts';
import { anyPhone, internationalPhone } from '#api/field-rules/any-phone.ts';
import { accountNumber, cciNumber, readAccountAnswer } from '#api/field-rules/bank-account.ts';
import { birthDate } from '#api/field-rules/birth-date.ts';
import { cleaned } from '#api/field-rules/cleaned.ts';
import { ceNumber, dniNumber } from '#api/field-rules/document-number.ts';
import { documentTypeOf } from '#api/field-rules/document-type.ts';
import { emailAddress } from '#api/field-rules/email.ts';
import { checkField, type FieldRule, required } from '#api/field-rules/field-rule.ts';
import { operationNumber } from '#api/field-rules/operation-number.ts';
import { passportNumber } from '#api/field-rules/passport-number.ts';
import { mobilePhone } from '#api/field-rules/phone.ts';
import { rucNumber } from '#api/field-rules/ruc.ts';
import { newPassword, oneTimeCode } from '#api/field-rules/secrets.ts';
import { freeText, houseNumber, line, personName } from '#api/field-rules/text.ts';
import { anyDocument } from '#api/person-form.ts';
import { existingPassword } from '#api/sign-in-fields.ts';
import { streetOf } from '#client-area/application/personal/street-line.ts';
import { namesOf } from '#server/lending/people/identifier.ts';

/** Rules of strings that people type, each with a value as it is stored. */
const RULES: Readonly<Record<string, readonly [FieldRule, string]>> = {
  accountNumber: [accountNumber, '19112345678012'],
  cciNumber: [cciNumber, '00219100001234567852'],
  birthDate: [birthDate, '1990-05-01'],
  dniNumber: [dniNumber, '45678912'],
  ceNumber: [ceNumber, '001234567'],
  passportNumber: [passportNumber, 'XD123456'],
  emailAddress: [emailAddress, 'ana.o-brien@correo.pe'],
  operationNumber: [operationNumber, '00123456'],
  mobilePhone: [mobilePhone, '+51987654321'],
  anyPhone: [anyPhone, '015551234'],
  internationalPhone: [internationalPhone, '+34912345678'],
  rucNumber: [rucNumber, '20131312955'],
  oneTimeCode: [oneTimeCode, '123456'],
  personName: [personName(), "D'Angelo"],
  houseNumber: [houseNumber, 'N° 123'],
  line: [line(1, 99), 'Jr. Lima 12'],
  freeText: [freeText(1, 99), 'uno\ndos'],
  anyDocument: [anyDocument, '45678912'],
};

/**
 * Characters that come with a number from a chat, a spreadsheet, a bill or a page that is written from right to left.
 */
const AROUND = ['\u00a0', '\u00ad', '\u034f', '\u061c', '\u180e', '\u2009', '\u200b', '\u200c', '\u200d', '\u200e']
  .concat(['\u200f', '\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u202f', '\u2060', '\u2066', '\u2067'])
  .concat(['\u2068', '\u2069', '\u3000', '\ufe0f', '\ufeff', '\u0000', '\t']);

const fullWidth = (text: string): string =>
  text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));

describe.each(Object.entries(RULES))('%s', (_, [rule, stored]) => {
  test('does not see what is invisible', () => {
    for (const sign of AROUND) {
      for (const typed of [`${sign}${stored}${sign}`, `${sign}${sign}${stored}`, `${stored}${sign}\n`]) {
        expect([escape(typed), checkField(rule, typed)]).toEqual([escape(typed), { value: stored, code: undefined }]);
        expect(required(rule).parse(typed)).toBe(stored);
      }
    }
  });

  test('reads a full-width keyboard', () => {
    expect(checkField(rule, fullWidth(stored))).toEqual({ value: stored, code: undefined });
  });

  test('does not take what is nothing but invisible for an answer', () => {
    expect(checkField(rule, '\u202a\u200b\u2069').code).toBe('required');
  });
});

test('every rule is in this table, or reads its value exactly', async () => {
  const modules = readdirSync('src/api/field-rules').map((file) => import(`#api/field-rules/${file}`));
  const named = (await Promise.all(modules)).flatMap((module: object) => Object.entries(module));
  const rules = named.flatMap(([name, value]) => (typeof value?.normalise === 'function' ? [name] : []));
  expect(rules.length).toBeGreaterThan(10);
  expect(rules.filter((name) => !(name in RULES))).toEqual(['newPassword']);
  const typed = '\u200bD´Angelo １２３';
  expect(newPassword.normalise(typed)).toBe(typed);
  expect(existingPassword().parse(typed)).toBe(typed);
});

test.each(["D'Angelo", 'D´Angelo', 'D`Angelo', 'D’Angelo', 'D‘Angelo', 'DʼAngelo', 'D′Angelo', 'D＇Angelo'])(
  'the name %s has one apostrophe',
  (typed) => {
    expect(checkField(personName(), typed)).toEqual({ value: "D'Angelo", code: undefined });
    expect(checkField(line(1, 40), `Jr. ${typed}`).value).toBe("Jr. D'Angelo");
  },
);

test.each([
  ['N° 123', 'N° 123'],
  ['Nº 123', 'Nº 123'],
  ['N.º 123-B', 'N.º 123-B'],
  ['N°123', 'N°123'],
  ['#123', '#123'],
  ['No. 123 (int. 4)', 'No. 123 (int. 4)'],
  ['Mz. K Lote 12', 'Mz. K Lote 12'],
  ['Mz K Lt 12, Dpto. 301', 'Mz K Lt 12, Dpto. 301'],
  ['Mz. “K” Lote 12', 'invalid'],
  ['Mz. K´ Lote 12', "Mz. K' Lote 12"],
  ['123–125', '123-125'],
  ['s/n.', 'S/N'],
  ['°', 'invalid'],
  ['9'.repeat(31), 'too_long'],
])('the number of a house can be %s', (typed, told) => {
  const { value, code } = checkField(houseNumber, typed);
  expect(code ?? value).toBe(told);
  expect(addressFields.number.safeParse(typed).success).toBe(code === undefined);
});

test('amounts, accounts, documents and addresses that were pasted are read in browser and server', () => {
  expect(centsTyped('\u202aS/\u00a01\u202f500,50\u202c')).toBe(150_050);
  expect(solesTyped('\u200e１.５００\ufeff')).toBe(1500);
  expect(readAccountAnswer('\u2066bcp\u00a0002\u00a0191\u200b\u00a0000012345678\u00a052\u2069')).toEqual({
    bankId: 'bcp',
    cci: '00219100001234567852',
  });
  expect(documentTypeOf('\u200e45678912\u200f')).toBe('DNI');
  expect(streetOf('\u200eJr.\u00a0Lima N° 123\u200e')).toEqual({ street: 'Jr. Lima', number: '123' });
  expect(accountFields.cci.parse('002‑191‑000012345678‑52')).toBe('00219100001234567852');
  for (const typed of ['\u202a987 654 321\u202c', '９８７６５４３２１', '987‑654‑321', '+51\u2011987\u2012654–321']) {
    expect(namesOf(typed)).toContainEqual({ kind: 'PHONE', value: '+51987654321' });
  }
  expect(namesOf('\u200e45678912')).toContainEqual({ kind: 'DNI', value: '45678912' });
  expect(namesOf('\u2068Ana＠Correo.PE\u2069')).toEqual([{ kind: 'EMAIL', value: 'Ana@correo.pe' }]);
});

test('what is clean stays, and cleaning it twice changes nothing', () => {
  for (const text of ['Núñez Ñahui', 'uno\n\ndos', 'N° 12 «Los Álamos» – 3.er piso', '½ €']) {
    const once = cleaned(text);
    expect(cleaned(once)).toBe(once);
    expect(once.replace('–', '-')).toBe(text.replace('–', '-'));
  }
});
