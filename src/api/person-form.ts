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
import { means } from './means.ts';

/** Without punctuation; the format depends on the document type. */
export const anyDocument: FieldRule = {
  normalise: (typed) => cleaned(typed).trim(),
  // Signs alone would leave nothing once they are removed.
  check: (value) => (/\w/.test(value) ? undefined : 'invalid'),
};

/** Document, phone and e-mail, which identify a person. */
export const identity = {
  documentType: means('DNI, or CE for people from abroad.', oneOf(DOCUMENT_TYPES)),
  documentNumber: means('DNI: 8 digits. CE: 9 to 12 letters or digits. PASSPORT: 6 to 12.', required(anyDocument)),
  phone: means('A Peruvian mobile; the code goes there.', required(mobilePhone)),
  email: means('Where letters go to.', required(emailAddress)),
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
  acceptTerms: means('Has to be ticked.', ticked()),
  acceptPrivacy: means('Has to be ticked.', ticked()),
  acceptMarketing: means('Whether we may advertise; left out is no.', z.optional(consentBox())),
  channels: means('By which channels; left out, the answer is for all four.', z.optional(marketingChannels)),
  textVersion: means(
    'SHA-256 of the words beside the boxes, in hex; left out, of our own in the language of the request.',
    z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/, { error: 'invalid' }))),
  ),
});

/** Registration of a new client (domain 2.1.2). */
export const registrationBody = registrationFields.check(
  ...documentFits<z.output<typeof registrationFields>>(),
  ...channelsFit<z.output<typeof registrationFields>>(),
);
