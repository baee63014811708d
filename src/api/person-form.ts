/** Who somebody is, as operators and registrations write it down (domain 2.7). */
import * as z from 'zod/mini';
import { birthDate } from './field-rules/birth-date.ts';
import { DOCUMENT_TYPES, documentNumberRule } from './field-rules/document-number.ts';
import { emailAddress } from './field-rules/email.ts';
import { type FieldRule, oneOf, optional, required } from './field-rules/field-rule.ts';
import { mobilePhone } from './field-rules/phone.ts';
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
