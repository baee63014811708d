import * as z from 'zod/mini';
import { profileStateBody, STATE_EXAMPLE } from '#api/application-body.ts';
import { endpoint } from '#api/endpoint.ts';
import { required, ticked } from '#api/field-rules/field-rule.ts';
import { oneTimeCode } from '#api/field-rules/secrets.ts';
import { means } from '#api/means.ts';

export const signAgreement = endpoint({
  name: 'sign-agreement',
  method: 'POST',
  path: '/api/v1/application/agreement/sign',
  summary:
    'Signs the papers that were shown, by the code that was sent: the loan and the order to pay it out are one with the signature.',
  access: 'full',
  body: z.strictObject({
    agreementId: means('Names the agreement; a new day or another offer makes a new one.', z.guid()),
    code: means('The six digits; spaces and dashes do not matter.', required(oneTimeCode)),
    documents: means(
      'Every paper that was shown.',
      z
        .array(
          z.strictObject({
            id: means('Names the paper.', z.guid()),
            sha256: means(
              'SHA-256 of the file, in hex: what a copy is checked by.',
              z.string().check(z.regex(/^[0-9a-f]{64}$/)),
            ),
          }),
        )
        .check(z.minLength(1), z.maxLength(12)),
    ),
    acceptTerms: means(
      'The one box: it names the contract, the summary sheet and the privacy notice. Has to be ticked.',
      ticked(),
    ),
  }),
  response: profileStateBody,
  refusals: [
    'illegal_transition',
    'document_changed',
    'rate_cap_changed',
    'parameter_missing',
    'active_loan',
    'offer_expired',
    'idempotency_mismatch',
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
