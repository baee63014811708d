import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { optional } from '#api/field-rules/field-rule.ts';
import { oneTimeCode } from '#api/field-rules/secrets.ts';
import { means } from '#api/means.ts';
import { challengeAnswer, sessionAnswer, sessionExample, stepUpAnswer } from '#api/session-answer.ts';

export const answerChallenge = endpoint({
  name: 'answer-challenge',
  method: 'POST',
  path: '/api/v1/auth/challenges/{id}',
  summary:
    'Answers a challenge with the code, or the password where that was asked for. Signs in, or lets the session that asked do for five minutes what the proof is for. Sets the cookies of the session. A code to sign in with is followed by the password in a browser that is not known.',
  params: z.strictObject({ id: means('The challenge.', z.guid()) }),
  body: z.strictObject({
    code: means('The six digits; spaces and dashes do not matter.', optional(oneTimeCode)),
    password: means(
      'The password, where that was asked for.',
      z.optional(z.string().check(z.maxLength(512, { error: 'too_long' }))),
    ),
    trustDevice: means('Whether this browser is to be known from now on.', z.optional(z.boolean({ error: 'invalid' }))),
  }),
  response: z.union([sessionAnswer, stepUpAnswer, challengeAnswer]),
  refusals: ['challenge_over'],
  examples: [
    {
      title: 'signed in',
      params: { id: '019bc299-8680-7216-b705-1c72d896152a' },
      body: { code: '482913', trustDevice: true },
      response: sessionExample,
    },
    {
      title: 'allowed to sign an agreement',
      params: { id: '019bc299-8680-7216-b705-1c72d896152a' },
      body: { code: '482913' },
      response: { purpose: 'sign-agreement', expiresInSec: 300 },
    },
  ],
});
