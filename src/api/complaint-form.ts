/**
 * The rules of the complaints form, field by field (domain 2.7 and 2.18), with the codes that have texts. Only what
 * the law requires of a complaint is compulsory: no phone, and no e-mail for consumers who want a letter.
 */
import * as z from 'zod/mini';
import { COMPLAINT_TYPES } from '#loan/complaint.ts';
import { DEPARTMENT_CODES } from './departments.ts';
import type { FieldCode } from './field-codes.ts';
import { internationalPhone } from './field-rules/any-phone.ts';
import { cleaned } from './field-rules/cleaned.ts';
import { documentNumberRule } from './field-rules/document-number.ts';
import { emailAddress } from './field-rules/email.ts';
import { type FieldRule, optional, required } from './field-rules/field-rule.ts';
import { EMAIL_MAX, lengthOf } from './field-rules/lengths.ts';
import { passportNumber } from './field-rules/passport-number.ts';
import { oneLine, paragraphs, personName } from './field-rules/text.ts';
import { means } from './means.ts';

export const COMPLAINT_DOCUMENT_TYPES = ['DNI', 'CE', 'PASSPORT'] as const;
export type ComplaintDocumentType = (typeof COMPLAINT_DOCUMENT_TYPES)[number];
export const COMPLAINT_GOODS = ['SERVICE', 'PRODUCT'] as const;
export const ANSWER_CHANNELS = ['EMAIL', 'POSTAL'] as const;

/** Lengths in characters, after trimming. */
export const COMPLAINT_LIMITS = {
  name: 60,
  surnames: 120,
  street: 160,
  place: 60,
  description: 200,
  loanNumber: 30,
  textMin: 10,
  textMax: 3_000,
  emailMax: EMAIL_MAX,
} as const;

/** The most characters of the fields that long texts are pasted into: they say how many are too many. */
export const COMPLAINT_LENGTHS: Readonly<Partial<Record<ComplaintField, number>>> = {
  detail: COMPLAINT_LIMITS.textMax,
  request: COMPLAINT_LIMITS.textMax,
};

/** Attachments in a multipart form. Sizes in bytes. */
export const ATTACHMENT_LIMITS = {
  files: 5,
  bytesPerFile: 5 * 1024 * 1024,
  bytesInAll: 15 * 1024 * 1024,
} as const;
/** Checked by the file's first bytes: names and declared types prove nothing. */
export const ATTACHMENT_TYPES = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'] as const;
export type AttachmentType = (typeof ATTACHMENT_TYPES)[number];

/** In the order of the form and the error summary. */
export const COMPLAINT_FIELDS = [
  'firstName',
  'lastName',
  'documentType',
  'documentNumber',
  'phone',
  'email',
  'street',
  'district',
  'province',
  'department',
  'isMinor',
  'guardianName',
  'guardianDocumentType',
  'guardianDocumentNumber',
  'good',
  'description',
  'loanNumber',
  'amount',
  'type',
  'detail',
  'request',
  'attachments',
  'answerChannel',
  'declaration',
  'consent',
] as const;
export type ComplaintField = (typeof COMPLAINT_FIELDS)[number];

const code = (value: FieldCode) => ({ error: value });

/** An empty field is only reported as missing. No rule aborts, so that all errors are reported. */
const given = () => z.refine<string>((value) => value !== '', code('required'));
const whenGiven = (holds: (value: string) => boolean, error: FieldCode) =>
  z.refine<string>((value) => value === '' || holds(value), code(error));

/** Accepts text with a minimum and a maximum length after cleaning; empty counts as missing. */
function text(min: number, max: number, clean: (value: string) => string = oneLine) {
  return z.string(code('required')).check(
    z.overwrite(clean),
    given(),
    whenGiven((value) => lengthOf(value) >= min, 'too_short'),
    z.refine((value) => lengthOf(value) <= max, code('too_long')),
  );
}

const name = (max: number) => required(personName(max));
/** A number of any type; `documentsFit` checks it by the rule of its own type. */
const documentNumber = () =>
  z.string(code('required')).check(
    z.overwrite((value) => cleaned(value).trim()),
    given(),
    whenGiven((value) => value.replace(/[\s.-]/g, '').length <= 12, 'too_long'),
  );
const choice = <const T extends readonly string[]>(values: T) => z.enum(values, code('not_allowed'));
/** A required checkbox. */
const ticked = () => z.literal(true, code('required'));

const fields = z.strictObject({
  firstName: means('Given names: letters, spaces, apostrophes, dashes, dots; at most 60.', name(COMPLAINT_LIMITS.name)),
  lastName: means('Both surnames; at most 120 letters.', name(COMPLAINT_LIMITS.surnames)),
  documentType: means('Kind of identity document.', choice(COMPLAINT_DOCUMENT_TYPES)),
  documentNumber: means('DNI: 8 digits. CE: 9 to 12 letters or digits. PASSPORT: 6 to 12.', documentNumber()),
  phone: means('A mobile or landline of Peru, or a number with + and country code.', optional(internationalPhone)),
  email: means(
    'Needed when the answer is to come by e-mail; the copy of the sheet goes there.',
    optional(emailAddress),
  ),
  street: means('Street, number and whatever a postman needs.', text(3, COMPLAINT_LIMITS.street)),
  district: means('District of the address.', text(2, COMPLAINT_LIMITS.place)),
  province: means('Province of the address.', text(2, COMPLAINT_LIMITS.place)),
  department: means('First two digits of the INEI ubigeo: 15 is Lima.', z.enum(DEPARTMENT_CODES, code('required'))),
  isMinor: means(
    'True when the person affected is under age: then the guardian’s three fields are needed.',
    z.optional(z.boolean(code('invalid'))),
  ),
  guardianName: means('Parent or guardian of a minor.', z.optional(name(COMPLAINT_LIMITS.surnames))),
  guardianDocumentType: means('Document of the parent or guardian.', z.optional(choice(COMPLAINT_DOCUMENT_TYPES))),
  guardianDocumentNumber: means('Number of that document.', z.optional(documentNumber())),
  good: means('What the complaint is about.', choice(COMPLAINT_GOODS)),
  description: means(
    'The product or service in a few words, 3 to 200 characters.',
    text(3, COMPLAINT_LIMITS.description),
  ),
  loanNumber: means(
    'As printed on the contract.',
    z.optional(
      z.string(code('invalid')).check(
        z.overwrite((value) => oneLine(value).toUpperCase()),
        z.maxLength(COMPLAINT_LIMITS.loanNumber, code('too_long')),
        z.regex(/^[A-Z0-9][A-Z0-9 /-]*$/, code('invalid')),
      ),
    ),
  ),
  amount: means(
    'Amount claimed, soles.',
    z.optional(
      z.number(code('invalid')).check(
        z.refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, code('invalid')),
        z.refine((value) => value > 0 && value <= 10_000_000, code('out_of_range')),
      ),
    ),
  ),
  type: means(
    'RECLAMO: disagreement with the product or service. QUEJA: discontent about the attention.',
    choice(COMPLAINT_TYPES),
  ),
  detail: means(
    'What happened, 10 to 3,000 characters.',
    text(COMPLAINT_LIMITS.textMin, COMPLAINT_LIMITS.textMax, paragraphs),
  ),
  request: means(
    'What the consumer asks for, 10 to 3,000 characters.',
    text(COMPLAINT_LIMITS.textMin, COMPLAINT_LIMITS.textMax, paragraphs),
  ),
  answerChannel: means('How the answer is to be sent; POSTAL is a letter to the address.', choice(ANSWER_CHANNELS)),
  declaration: means('True: what is told is true.', ticked()),
  consent: means('True: the data may be processed for this complaint, and for nothing else.', ticked()),
});

type Draft = Readonly<Partial<Record<ComplaintField, unknown>>> | null;

/** Rules between fields run although another field is wrong, so that all errors are reported at once. */
const across = (path: ComplaintField, error: FieldCode, holds: (draft: NonNullable<Draft>) => boolean) =>
  z.refine<z.infer<typeof fields>>((draft: Draft) => typeof draft !== 'object' || draft === null || holds(draft), {
    path: [path],
    error,
    when: () => true,
  });

function ruleOf(type: unknown): FieldRule | undefined {
  const known = COMPLAINT_DOCUMENT_TYPES.find((each) => each === type);
  if (known === 'PASSPORT') return passportNumber;
  return known && documentNumberRule(known);
}
const normalised = (type: unknown, number: string): string => ruleOf(type)?.normalise(number) ?? number;
const documentFits = (type: unknown, number: unknown): boolean => {
  const rule = ruleOf(type);
  return !rule || typeof number !== 'string' || number === '' || rule.check(rule.normalise(number)) === undefined;
};
const givenForMinor = (field: 'guardianName' | 'guardianDocumentType' | 'guardianDocumentNumber') =>
  across(field, 'required', (draft) => draft.isMinor !== true || draft[field] !== undefined);

export const complaintBody = fields.check(
  across('documentNumber', 'invalid', (draft) => documentFits(draft.documentType, draft.documentNumber)),
  givenForMinor('guardianName'),
  givenForMinor('guardianDocumentType'),
  givenForMinor('guardianDocumentNumber'),
  across('guardianDocumentNumber', 'invalid', (draft) =>
    documentFits(draft.guardianDocumentType, draft.guardianDocumentNumber),
  ),
  z.overwrite((body) => ({
    ...body,
    documentNumber: normalised(body.documentType, body.documentNumber),
    ...(body.guardianDocumentNumber !== undefined && {
      guardianDocumentNumber: normalised(body.guardianDocumentType, body.guardianDocumentNumber),
    }),
  })),
  across('email', 'required', (draft) => draft.answerChannel !== 'EMAIL' || Boolean(draft.email)),
);
export type ComplaintBody = z.infer<typeof complaintBody>;
