import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { means } from '#api/means.ts';
import { challengeAnswer } from '#api/session-answer.ts';
import { identifier } from '#api/sign-in-fields.ts';

export const sendSignInCode = endpoint({
  name: 'send-sign-in-code',
  method: 'POST',
  path: '/api/v1/auth/sign-in/otp',
  summary:
    'Sends a code to sign in with instead of the password. The answer is the same for somebody who is not known.',
  body: z.strictObject({ identifier: means('Document number, e-mail or telephone, as typed.', identifier()) }),
  successStatus: 202,
  response: challengeAnswer,
  examples: [
    {
      title: 'without the password',
      body: { identifier: '987654321' },
      response: {
        challenge: {
          id: '019bc299-8680-7216-b705-1c72d896152a',
          method: 'otp',
          channel: 'SMS',
          expiresInSec: 300,
          resendInSec: 60,
        },
      },
    },
  ],
});
