import * as z from 'zod/mini';
import { REAUTH_METHODS } from '#api/access.ts';
import { endpoint } from '#api/endpoint.ts';
import { anyNames } from '#api/fields.ts';
import { means } from '#api/means.ts';
import { challengeAnswer, challengeExample, PROOFS } from '#api/session-answer.ts';

export const startStepUp = endpoint({
  name: 'start-step-up',
  method: 'POST',
  path: '/api/v1/auth/step-up',
  summary: 'Asks for a fresh proof: full to be fully signed in again, or for one purpose. A code is sent unless told.',
  access: 'basic',
  body: z.strictObject({
    purpose: means(
      'full: fully signed in again. Otherwise what the proof is for.',
      z.enum(PROOFS, { error: 'not_allowed' }),
    ),
    method: means('otp: a code. password: the password.', z.optional(z.enum(REAUTH_METHODS, { error: 'not_allowed' }))),
    act: means(
      'The body of the call that a signing purpose is for (confirm-plan, activate-flex, extend, top-up): the message of the code names its amounts, and the proof is good for that call alone.',
      z.optional(anyNames(z.unknown())),
    ),
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
