import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { means } from '#api/means.ts';
import { TOP_UP_EXAMPLE, TOP_UP_TO_SIGN_EXAMPLE, topUpBody } from '#api/top-up-body.ts';

export const signTopUp = endpoint({
  name: 'sign-top-up',
  method: 'POST',
  path: '/api/v1/loan/top-up/sign',
  summary:
    'Signs the addendum of the top-up that was asked for, named by the hashes it was shown with. The money goes to the account the loan was paid to. With the offerId of another cost it is refused, and what it costs now sent.',
  access: { stepUp: 'top-up' },
  body: z.strictObject({
    acceptTerms: means('Has to be ticked.', z.literal(true)),
    offerId: means('Names the offer that counts.', z.optional(z.string().check(z.maxLength(60)))),
    documents: means(
      'The hashes of the papers as they were shown.',
      z
        .array(
          z.strictObject({
            sha256: means('SHA-256 of the file, in hex: what a copy is checked by.', z.string().check(z.maxLength(64))),
          }),
        )
        .check(z.maxLength(4)),
    ),
  }),
  response: z.strictObject({
    topUp: means('The top-up on its way; null when there is none.', topUpBody),
    nextScreen: means(
      'Where to go now.',
      z.strictObject({ name: means('Name of the screen.', z.literal('application-topup-completed')) }),
    ),
  }),
  refusals: [
    'not_available',
    'balance_changed',
    'document_changed',
    'parameter_missing',
    'rate_cap_changed',
    'top_up_expired',
    'idempotency_mismatch',
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
