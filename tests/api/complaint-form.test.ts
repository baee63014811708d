import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { COMPLAINT_FIELDS, complaintBody } from '#api/complaint-form.ts';
import { FIELD_CODES } from '#api/field-codes.ts';
import { normalisePhone } from '#api/field-rules/phone.ts';
import { oneLine, paragraphs } from '#api/field-rules/text.ts';
import { aComplaint } from '#tests/support/complaints/complaint.ts';
import { forAll } from '#tests/support/for-all.ts';

/** Reads what the form says about a complaint: field → codes. */
function errorsOf(body: unknown): Record<string, string[]> {
  const parsed = z.safeParse(complaintBody, body);
  const errors: Record<string, string[]> = {};
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = String(path[0] ?? '');
    errors[field] = [...(errors[field] ?? []), message];
  }
  return errors;
}

function valid(changes: Parameters<typeof aComplaint>[0] = {}) {
  return z.parse(complaintBody, aComplaint(changes));
}

describe('a complete sheet', () => {
  test('is taken as it was written', () => {
    expect(valid()).toEqual(aComplaint({ phone: '+51987654321' }));
  });

  test('needs no phone, and no e-mail when the answer goes by letter', () => {
    expect(errorsOf(aComplaint({ phone: undefined, email: undefined, answerChannel: 'POSTAL' }))).toEqual({});
  });

  test('keeps accents, apostrophes and paragraphs, and drops invisible characters', () => {
    const body = valid({
      firstName: '  María\u200b   del   Pilar ',
      lastName: "D'Angelo Núñez-Ureta",
      detail: 'Primero.\r\n\r\nDespués:\testo.\u0000\u202e',
    });
    expect(body.firstName).toBe('María del Pilar');
    expect(body.lastName).toBe("D'Angelo Núñez-Ureta");
    expect(body.detail).toBe('Primero.\n\nDespués: esto.');
  });
});

describe('what is missing is asked for by name', () => {
  const required = [
    'firstName',
    'lastName',
    'documentNumber',
    'street',
    'district',
    'province',
    'department',
    'description',
    'detail',
    'request',
    'declaration',
    'consent',
  ] as const;

  test.each(required)('%s', (field) => {
    expect(errorsOf(aComplaint({ [field]: undefined }))).toEqual({ [field]: ['required'] });
  });

  test('everything at once when the sheet is empty', () => {
    const choices = ['documentType', 'good', 'type', 'answerChannel'];
    expect(Object.keys(errorsOf({})).sort()).toEqual([...required, ...choices].sort());
  });

  test('an e-mail, when the answer is to come by e-mail, although another field is wrong too', {
    tags: 'asvs-2.1.2',
  }, () => {
    expect(errorsOf(aComplaint({ email: undefined, detail: 'corto' }))).toEqual({
      email: ['required'],
      detail: ['too_short'],
    });
  });

  test('the parent or guardian of a minor', { tags: 'asvs-2.1.2' }, () => {
    expect(errorsOf(aComplaint({ isMinor: true }))).toEqual({
      guardianName: ['required'],
      guardianDocumentType: ['required'],
      guardianDocumentNumber: ['required'],
    });
    const guardian = { guardianName: 'Luis Quispe', guardianDocumentType: 'CE', guardianDocumentNumber: '001234567' };
    expect(errorsOf(aComplaint({ isMinor: true, ...guardian }))).toEqual({});
  });
});

describe('what is wrong is said by field and code', () => {
  test.each([
    ['firstName', 'R2D2', 'invalid'],
    ['firstName', 'A'.repeat(61), 'too_long'],
    ['firstName', '<b>Rosa</b>', 'invalid'],
    ['documentType', 'RUC', 'not_allowed'],
    ['documentNumber', '4567891', 'invalid'],
    ['documentNumber', '11111111', 'invalid'],
    ['documentNumber', '45678912345678', 'too_long'],
    ['phone', '12', 'invalid'],
    ['email', 'rosa@correo', 'invalid'],
    ['email', 'rosa@@correo.example', 'invalid'],
    ['email', 'rosa@correo.example\nBcc: otra@correo.example', 'invalid'],
    ['email', 'ro\nsa@correo.example', 'invalid'],
    ['email', `${'a'.repeat(250)}@correo.example`, 'too_long'],
    ['department', '26', 'required'],
    ['good', 'GIFT', 'not_allowed'],
    ['loanNumber', 'P_2026', 'invalid'],
    ['amount', '500', 'invalid'],
    ['amount', 500.005, 'invalid'],
    ['amount', -1, 'out_of_range'],
    ['amount', 0, 'out_of_range'],
    ['type', 'DENUNCIA', 'not_allowed'],
    ['detail', 'demasiad', 'too_short'],
    ['detail', 'a'.repeat(3001), 'too_long'],
    ['request', '          .', 'too_short'],
    ['answerChannel', 'SMS', 'not_allowed'],
    ['declaration', false, 'required'],
    ['consent', 'on', 'required'],
  ])('%s = %j: %s', (field, value, code) => {
    expect(errorsOf(aComplaint({ [field]: value }))[field]).toContain(code);
  });

  test('an unknown field', () => {
    const parsed = z.safeParse(complaintBody, { ...aComplaint(), role: 'admin' });
    expect(parsed.error?.issues).toMatchObject([{ code: 'unrecognized_keys', keys: ['role'] }]);
  });

  test('ten letters are enough and three thousand still fit', () => {
    expect(errorsOf(aComplaint({ detail: 'ñandú ayni', request: '😀'.repeat(3000) }))).toEqual({});
  });
});

describe('documents', () => {
  test.each([
    ['DNI', '45.678.912', '45678912'],
    ['DNI', '45678912-4', '45678912'],
    ['CE', '00123456a', '00123456A'],
    ['PASSPORT', 'xd 123456', 'XD123456'],
  ])('%s %s is stored as %s', (documentType, documentNumber, stored) => {
    expect(valid({ documentType, documentNumber }).documentNumber).toBe(stored);
  });

  test('a guardian’s DNI is read as the consumer’s is, and a digit too many is refused for both', () => {
    const guardian = { isMinor: true, guardianName: 'Luis Quispe', guardianDocumentType: 'DNI' };
    expect(valid({ ...guardian, guardianDocumentNumber: '45678912-4' }).guardianDocumentNumber).toBe('45678912');
    expect(errorsOf(aComplaint({ ...guardian, guardianDocumentNumber: '145678912' }))).toEqual({
      guardianDocumentNumber: ['invalid'],
    });
    expect(errorsOf(aComplaint({ documentType: 'DNI', documentNumber: '145678912' }))).toEqual({
      documentNumber: ['invalid'],
    });
  });
});

describe('phones', () => {
  test.each([
    ['987654321', '+51987654321'],
    ['+51 987 654 321', '+51987654321'],
    ['0051987-654-321', '+51987654321'],
    ['51987654321', '+51987654321'],
    ['(01) 555-1234', '015551234'],
    ['+51 1 555 1234', '15551234'],
    ['+34 600 123 456', '+34600123456'],
  ])('%s is stored as %s', (typed, stored) => {
    expect(normalisePhone(typed)).toBe(stored);
    expect(valid({ phone: typed }).phone).toBe(stored);
  });
});

describe('whatever anybody posts', () => {
  test('gets an answer in codes that have a text, never a crash', { tags: 'asvs-15.3.5' }, () => {
    const anything = fc.record(
      Object.fromEntries(COMPLAINT_FIELDS.map((field) => [field, fc.anything()])) as Record<
        string,
        fc.Arbitrary<unknown>
      >,
      { requiredKeys: [] },
    );
    forAll(500, [fc.oneof(fc.anything(), anything)], (body) => {
      const parsed = z.safeParse(complaintBody, body);
      for (const { code, message, path } of parsed.error?.issues ?? []) {
        if (path.length > 0) expect(FIELD_CODES, code).toContain(message);
      }
    });
  });

  test('cleaning twice changes nothing more', () =>
    forAll(
      800,
      [fc.string({ unit: fc.constantFrom('a', ' ', '\t', '\n', '\r', '\u200b', '\ufeff', 'e', '\u0301') })],
      (text) => {
        expect(oneLine(oneLine(text))).toBe(oneLine(text));
        expect(paragraphs(paragraphs(text))).toBe(paragraphs(text));
      },
    ));

  test('what is accepted stays accepted, unchanged, when it is sent again', { tags: 'asvs-2.2.1' }, () => {
    const text = fc.string({ unit: 'grapheme', minLength: 10, maxLength: 3000 });
    forAll(800, [text, text], (detail, request) => {
      const first = z.safeParse(complaintBody, aComplaint({ detail, request }));
      if (!first.success) return;
      expect(z.parse(complaintBody, first.data)).toEqual(first.data);
    });
  });
});
