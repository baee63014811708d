/**
 * A person's data, as registered by the client; parts of it are also in the operators' and the recovery forms (domain
 * 2.7).
 */
import * as z from 'zod/mini';
import { cleaned } from './field-rules/cleaned.ts';
import { DOCUMENT_TYPES, documentNumberRule } from './field-rules/document-number.ts';
import { emailAddress } from './field-rules/email.ts';
import { type FieldRule, oneOf, required, ticked } from './field-rules/field-rule.ts';
import { mobilePhone } from './field-rules/phone.ts';
import { channelsFit, marketingChannels } from './marketing-answer.ts';

/** Without punctuation; the format depends on the document type. */
export const anyDocument: FieldRule = {
  normalise: (typed) => cleaned(typed).trim(),
  // Signs alone would leave nothing once they are removed.
  check: (value) => (/\w/.test(value) ? undefined : 'invalid'),
};

/**
 * A client as a colleague names them: a DNI when no type is given. A body with these fields must be checked with
 * `documentFits`.
 */
export const clientDocument = {
  documentType: z._default(oneOf(DOCUMENT_TYPES), 'DNI'),
  documentNumber: required(anyDocument),
};

/** Document, phone and e-mail, which identify a person. */
export const identity = {
  documentType: oneOf(DOCUMENT_TYPES),
  documentNumber: required(anyDocument),
  phone: required(mobilePhone),
  email: required(emailAddress),
};

interface Documented {
  readonly documentType?: (typeof DOCUMENT_TYPES)[number] | undefined;
  readonly documentNumber: string;
}

/**
 * Checks the number's format for its document type. Runs although another field is wrong, so that all errors are
 * reported at once.
 */
export function documentFits<Body extends Documented>() {
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

function isDocumented(
  body: Documented | undefined,
): body is Documented & { readonly documentType: (typeof DOCUMENT_TYPES)[number] } {
  return (
    typeof body === 'object' &&
    typeof body?.documentNumber === 'string' &&
    DOCUMENT_TYPES.some((type) => type === body.documentType)
  );
}

const consentBox = () => z.boolean({ error: 'invalid' });
const registrationFields = z.strictObject({
  ...identity,
  acceptTerms: ticked(),
  acceptPrivacy: ticked(),
  /** Never ticked by default: absent means no (Ley 32323). */
  acceptMarketing: z.optional(consentBox()),
  /** The channels of a yes to some only; without it `acceptMarketing` is the answer for all four. */
  channels: z.optional(marketingChannels),
  /** SHA-256 of the texts beside the boxes, in hex; without it the server's own texts count. */
  textVersion: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/, { error: 'invalid' }))),
});

/** Registration of a new client (domain 2.1.2). */
export const registrationBody = registrationFields.check(
  ...documentFits<z.output<typeof registrationFields>>(),
  ...channelsFit<z.output<typeof registrationFields>>(),
);
