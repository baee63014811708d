/** Who somebody is, as operators and registrations write it down (domain 2.7). */
import * as z from 'zod/mini';
import { birthDate } from './field-rules/birth-date.ts';
import { DOCUMENT_TYPES, documentNumberRule } from './field-rules/document-number.ts';
import { EMAIL_MAX, emailAddress } from './field-rules/email.ts';
import { type FieldRule, oneOf, optional, required, ticked } from './field-rules/field-rule.ts';
import { mobilePhone } from './field-rules/phone.ts';
import { PASSWORD_LENGTH } from './field-rules/secrets.ts';
import { personName } from './field-rules/text.ts';

/** Without its punctuation; what is right depends on the type. */
const anyDocument: FieldRule = { normalise: (typed) => typed.trim(), check: () => undefined };

/** Document, telephone, e-mail: what tells one person from another. */
const identity = {
  documentType: oneOf(DOCUMENT_TYPES),
  documentNumber: required(anyDocument),
  phone: required(mobilePhone),
  email: required(emailAddress),
};

interface Documented {
  readonly documentType: (typeof DOCUMENT_TYPES)[number];
  readonly documentNumber: string;
}

/** The number in the form of its type. Runs although another field is wrong, so that a person learns everything at once. */
function documentFits<Body extends Documented>() {
  return [
    z.overwrite<Body>((body) => {
      if (!isDocumented(body)) return body;
      return { ...body, documentNumber: documentNumberRule(body.documentType).normalise(body.documentNumber) };
    }),
    z.refine<Body>(
      (body) =>
        !isDocumented(body) ||
        body.documentNumber === '' ||
        documentNumberRule(body.documentType).check(body.documentNumber) === undefined,
      { path: ['documentNumber'], error: 'invalid', when: () => true },
    ),
  ] as const;
}

function isDocumented(body: Documented | undefined): body is Documented {
  return (
    typeof body === 'object' &&
    typeof body?.documentNumber === 'string' &&
    DOCUMENT_TYPES.some((type) => type === body.documentType)
  );
}

const operatorFields = z.strictObject({
  ...identity,
  firstName: required(personName()),
  lastName1: required(personName()),
  lastName2: optional(personName()),
  birthDate: required(birthDate),
  language: z.optional(z.enum(['es', 'en'], { error: 'not_allowed' })),
});

/** A person an operator adds. */
export const staffPerson = operatorFields.check(...documentFits<z.output<typeof operatorFields>>());

const consentBox = () => z.boolean({ error: 'invalid' });
const registrationFields = z.strictObject({
  ...identity,
  acceptTerms: ticked(),
  acceptPrivacy: ticked(),
  /** Never ticked for anybody: left out is no (Ley 32323). */
  acceptMarketing: z.optional(consentBox()),
  /** SHA-256 of the words the boxes stood beside, in hex. */
  textVersion: z.string({ error: 'required' }).check(z.regex(/^[0-9a-f]{64}$/, { error: 'invalid' })),
});

/** How a visitor becomes a client (domain 2.1.2). */
export const registrationBody = registrationFields.check(...documentFits<z.output<typeof registrationFields>>());

const recoveryFields = z.strictObject({
  documentType: oneOf(DOCUMENT_TYPES),
  documentNumber: required(anyDocument),
  email: required(emailAddress),
  birthDate: required(birthDate),
  newPhone: required(mobilePhone),
});

/** Somebody who no longer has the telephone of the account. */
export const phoneRecoveryBody = recoveryFields.check(...documentFits<z.output<typeof recoveryFields>>());

/** A document number, an e-mail or a telephone, as typed: the server finds out which. */
export const identifier = () =>
  required({
    normalise: (typed) => typed.trim(),
    check: (value) => (value.length > EMAIL_MAX ? 'too_long' : undefined),
  });

/** A password that exists: whether it is right, not whether it would be allowed. */
export const existingPassword = () =>
  required({
    normalise: (typed) => typed,
    check: (value) => (value.length > 4 * PASSWORD_LENGTH.max ? 'too_long' : undefined),
  });
