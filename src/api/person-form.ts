/** A person's data, as registered by operators or by the client (domain 2.7). */
import * as z from 'zod/mini';
import { birthDate } from './field-rules/birth-date.ts';
import { DOCUMENT_TYPES, documentNumberRule } from './field-rules/document-number.ts';
import { emailAddress } from './field-rules/email.ts';
import { type FieldRule, oneOf, optional, required, ticked } from './field-rules/field-rule.ts';
import { mobilePhone } from './field-rules/phone.ts';
import { personName } from './field-rules/text.ts';

/** Without punctuation; the format depends on the document type. */
const anyDocument: FieldRule = { normalise: (typed) => typed.trim(), check: () => undefined };

/** Document, phone and e-mail, which identify a person. */
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

/**
 * Checks the number's format for its document type. Runs although another field is wrong, so that all errors are
 * reported at once.
 */
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

/** A person added by an operator. */
export const staffPerson = operatorFields.check(...documentFits<z.output<typeof operatorFields>>());

const consentBox = () => z.boolean({ error: 'invalid' });
const registrationFields = z.strictObject({
  ...identity,
  acceptTerms: ticked(),
  acceptPrivacy: ticked(),
  /** Never ticked by default: absent means no (Ley 32323). */
  acceptMarketing: z.optional(consentBox()),
  /** SHA-256 of the texts beside the boxes, in hex. */
  textVersion: z.string({ error: 'required' }).check(z.regex(/^[0-9a-f]{64}$/, { error: 'invalid' })),
});

/** Registration of a new client (domain 2.1.2). */
export const registrationBody = registrationFields.check(...documentFits<z.output<typeof registrationFields>>());

const recoveryFields = z.strictObject({
  documentType: oneOf(DOCUMENT_TYPES),
  documentNumber: required(anyDocument),
  email: required(emailAddress),
  birthDate: required(birthDate),
  newPhone: required(mobilePhone),
});

/** Recovery of an account whose phone is lost. */
export const phoneRecoveryBody = recoveryFields.check(...documentFits<z.output<typeof recoveryFields>>());
