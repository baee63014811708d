import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { required } from '#api/field-rules/field-rule.ts';
import { newPassword, oneTimeCode } from '#api/field-rules/secrets.ts';
import { means } from '#api/means.ts';

export const resetPassword = endpoint({
  name: 'reset-password',
  method: 'POST',
  path: '/api/v1/auth/password/reset',
  summary:
    'Sets a new password with the link of the e-mail and a code to the telephone. Every session of the client ends.',
  body: z.strictObject({
    token: means('From the link.', z.string()),
    password: means(
      '10 to 128 characters; not one of the common ones, not a few common words, and without the own name, e-mail address, document or telephone.',
      required(newPassword),
    ),
    challengeId: means('Names the code: `challenge.id` of send-reset-code.', z.guid({ error: 'required' })),
    code: means('The six digits; spaces and dashes do not matter.', required(oneTimeCode)),
  }),
  successStatus: 204,
  response: z.undefined(),
  refusals: ['link_over', 'challenge_over'],
  examples: [
    {
      title: 'a new password',
      body: {
        token: 'lqX0b5dC0d3b8mUeJ9nq1m2w3E4r5T6y7U8i9O0pAsD',
        password: 'tres llamas cruzan el puente',
        challengeId: '019bc299-8680-7216-b705-1c72d896152a',
        code: '482913',
      },
      response: undefined,
    },
  ],
});
