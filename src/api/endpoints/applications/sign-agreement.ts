import * as z from 'zod/mini';
import { ILLEGAL_TRANSITION, profileStateBody, STATE_EXAMPLE } from '#api/application-body.ts';
import { endpoint } from '#api/endpoint.ts';
import { required, ticked } from '#api/field-rules/field-rule.ts';
import { oneTimeCode } from '#api/field-rules/secrets.ts';

export const signAgreement = endpoint({
  name: 'sign-agreement',
  method: 'POST',
  path: '/api/v1/application/agreement/sign',
  summary:
    'Signs the papers that were shown, by the code that was sent: the loan and the order to pay it out are one with the signature.',
  access: 'full',
  body: z.strictObject({
    agreementId: z.guid(),
    code: required(oneTimeCode),
    /** Every document with the hash it was shown with. */
    documents: z
      .array(z.strictObject({ id: z.guid(), sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }))
      .check(z.minLength(1), z.maxLength(12)),
    /** The one box: it names the contract, the summary sheet and the privacy notice. */
    acceptTerms: ticked(),
  }),
  response: profileStateBody,
  refusals: [
    ILLEGAL_TRANSITION,
    { status: 409, code: 'document_changed' },
    { status: 409, code: 'rate_cap_changed' },
    { status: 409, code: 'parameter_missing' },
    { status: 409, code: 'active_loan' },
    { status: 410, code: 'offer_expired' },
    { status: 422, code: 'idempotency_mismatch' },
  ],
  examples: [
    {
      title: 'with the code from the telephone',
      body: {
        agreementId: '019bc1b5-3f00-7000-8000-000000000050',
        code: '123456',
        documents: [
          {
            id: '019bc1b5-3f00-7000-8000-000000000051',
            sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
          },
        ],
        acceptTerms: true,
      },
      response: STATE_EXAMPLE,
    },
  ],
});
