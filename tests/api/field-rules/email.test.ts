import { describe, expect, test } from 'vitest';
import { emailAddress } from '#api/field-rules/email.ts';
import { checkField } from '#api/field-rules/field-rule.ts';
import { likelyEmail } from '#api/field-rules/likely-email.ts';

test.each([
  ['ana@correo.pe', 'ana@correo.pe', undefined],
  [' Ana.Q+banco@Correo.PE ', 'Ana.Q+banco@correo.pe', undefined],
  ["o'brien_99%x@correo.pe", "o'brien_99%x@correo.pe", undefined],
  ['ñandú@correo.pe', 'ñandú@correo.pe', 'letter'],
  ['José.pérez@Gmail.com', 'José.pérez@gmail.com', 'letter'],
  ['ivan’s@correo.pe', "ivan's@correo.pe", undefined],
  ['иван@correo.pe', 'иван@correo.pe', 'letter'],
  ['ana@peñas.pe', 'ana@peñas.pe', 'invalid'],
  [`${'a'.repeat(65)}@correo.pe`, `${'a'.repeat(65)}@correo.pe`, 'invalid'],
  ['ana@correo', 'ana@correo', 'invalid'],
  ['ana@@correo.pe', 'ana@@correo.pe', 'invalid'],
  ['ana correo.pe', 'ana correo.pe', 'invalid'],
  ['ana@correo.pe, eva@correo.pe', 'ana@correo.pe, eva@correo.pe', 'invalid'],
  ['ana@-correo.pe', 'ana@-correo.pe', 'invalid'],
  [`${'a'.repeat(250)}@a.pe`, `${'a'.repeat(250)}@a.pe`, 'too_long'],
  ['mailto:ana@correo.pe', 'ana@correo.pe', undefined],
  ['<ana@correo.pe>', 'ana@correo.pe', undefined],
  ['ana@correo.pe.', 'ana@correo.pe', undefined],
  ['Ana <ana@correo.pe>', 'Ana <ana@correo.pe', 'invalid'],
  ['ana@xn--peas-hqa.pe', 'ana@xn--peas-hqa.pe', undefined],
  ['.ana@correo.pe', '.ana@correo.pe', 'invalid'],
  ['ana.@correo.pe', 'ana.@correo.pe', 'invalid'],
  ['ana..q@correo.pe', 'ana..q@correo.pe', 'invalid'],
  ['ana@correo..pe', 'ana@correo..pe', 'invalid'],
  ['ana@.correo.pe', 'ana@.correo.pe', 'invalid'],
  ['ana@192.168.1.10', 'ana@192.168.1.10', 'invalid'],
  ['ana@[192.168.1.10]', 'ana@[192.168.1.10]', 'invalid'],
  ['ana@[ipv6:2001:db8::1]', 'ana@[ipv6:2001:db8::1]', 'invalid'],
  ['ana@correo.p', 'ana@correo.p', 'invalid'],
  ['', '', 'required'],
])('%j is stored as %j: %s', { tags: ['asvs-1.3.11', 'spec-5.9'] }, (typed, value, code) => {
  expect(checkField(emailAddress, typed)).toEqual({ value, code });
});

describe('an address that looks mistyped is asked about', () => {
  test.each([
    ['ana@gmial.com', 'ana@gmail.com'],
    ['ana@gmai.com', 'ana@gmail.com'],
    ['ana@gmaill.com', 'ana@gmail.com'],
    ['ana@gmail.con', 'ana@gmail.com'],
    ['ana@hotnail.com', 'ana@hotmail.com'],
    ['ana@outlok.com', 'ana@outlook.com'],
    ['ana@yahoo.com.pr', 'ana@yahoo.com.pe'],
    ['ana@gmail.com', undefined],
    ['ana@HOTMAIL.com', undefined],
    ['ana@pucp.edu.pe', undefined],
    ['ana@mail.com', 'ana@gmail.com'],
    ['@gmial.com', undefined],
    ['ana', undefined],
  ])('%s: %s', (typed, meant) => {
    expect(likelyEmail(typed)).toBe(meant);
  });
});
