import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { TOP_UP_EXAMPLE, TOP_UP_TO_SIGN_EXAMPLE, topUpBody } from '#api/top-up-body.ts';

export const signTopUp = endpoint({
  name: 'sign-top-up',
  method: 'POST',
  path: '/api/v1/loan/top-up/sign',
  summary:
    'Signs the addendum of the top-up that was asked for, named by the hashes it was shown with. The money goes to the account the loan was paid to. With the offerId of another cost it is refused, and what it costs now sent.',
  access: { stepUp: 'top-up' },
  body: z.strictObject({
    acceptTerms: z.literal(true),
    offerId: z.optional(z.string().check(z.maxLength(60))),
    documents: z.array(z.strictObject({ sha256: z.string().check(z.maxLength(64)) })).check(z.maxLength(4)),
  }),
  response: z.strictObject({
    topUp: topUpBody,
    nextScreen: z.strictObject({ name: z.literal('application-topup-completed') }),
  }),
  refusals: [
    { status: 409, code: 'not_available' },
    { status: 409, code: 'balance_changed' },
    { status: 409, code: 'document_changed' },
    { status: 409, code: 'parameter_missing' },
    { status: 409, code: 'rate_cap_changed' },
    { status: 410, code: 'top_up_expired' },
    { status: 422, code: 'idempotency_mismatch' },
  ],
  examples: [
    {
      title: 'signed',
      body: {
        acceptTerms: true,
        offerId: TOP_UP_EXAMPLE.offer.offerId,
        documents: TOP_UP_TO_SIGN_EXAMPLE.documents.map(({ sha256 }) => ({ sha256 })),
      },
      response: {
        topUp: { ...TOP_UP_EXAMPLE, status: 'DISBURSING' },
        nextScreen: { name: 'application-topup-completed' },
      },
    },
  ],
});
