import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { means } from '#api/means.ts';
import { challengeAnswer, challengeExample } from '#api/session-answer.ts';

export const sendResetCode = endpoint({
  name: 'send-reset-code',
  method: 'POST',
  path: '/api/v1/auth/password/reset/code',
  summary: 'Sends a code to the telephone of the account; a new password needs it beside the link of the e-mail.',
  body: z.strictObject({ token: means('From the link.', z.string()) }),
  successStatus: 202,
  response: challengeAnswer,
  refusals: ['link_over'],
  examples: [
    {
      title: 'by the link of the e-mail',
      body: { token: 'lqX0b5dC0d3b8mUeJ9nq1m2w3E4r5T6y7U8i9O0pAsD' },
      response: challengeExample,
    },
  ],
});
