import * as z from 'zod/mini';
import { REAUTH_METHODS } from '#api/access.ts';
import { endpoint } from '#api/endpoint.ts';
import { challengeAnswer, challengeExample, PROOFS } from '#api/session-answer.ts';

export const startStepUp = endpoint({
  name: 'start-step-up',
  method: 'POST',
  path: '/api/v1/auth/step-up',
  summary: 'Asks for a fresh proof: full to be fully signed in again, or for one purpose. A code is sent unless told.',
  access: 'basic',
  body: z.strictObject({
    purpose: z.enum(PROOFS, { error: 'not_allowed' }),
    method: z.optional(z.enum(REAUTH_METHODS, { error: 'not_allowed' })),
    act: z.optional(z.record(z.string().check(z.maxLength(40)), z.unknown())),
  }),
  successStatus: 201,
  response: challengeAnswer,
  examples: [
    { title: 'before signing', body: { purpose: 'sign-agreement' }, response: challengeExample },
    {
      title: 'after a quarter of an hour away',
      body: { purpose: 'full', method: 'password' },
      response: {
        challenge: { id: '019bc299-8680-7216-b705-1c72d896152a', method: 'password', expiresInSec: 1800 },
      },
    },
  ],
});
