import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { means } from '#api/means.ts';
import { challengeAnswer, challengeExample, sessionAnswer, sessionExample } from '#api/session-answer.ts';
import { existingPassword, identifier } from '#api/sign-in-fields.ts';

export const signIn = endpoint({
  name: 'sign-in',
  method: 'POST',
  path: '/api/v1/auth/sign-in',
  summary:
    'Signs in with document number, e-mail or telephone and the password. A browser that is not known is asked for a code. Sets the cookies of the session.',
  body: z.strictObject({
    identifier: means('Document number, e-mail or telephone, as typed.', identifier()),
    password: means('The password.', existingPassword()),
  }),
  response: z.union([sessionAnswer, challengeAnswer]),
  examples: [
    {
      title: 'a browser we know',
      body: { identifier: '45678912', password: 'tres llamas cruzan el puente' },
      response: sessionExample,
    },
    {
      title: 'a new browser',
      body: { identifier: 'ana@example.pe', password: 'tres llamas cruzan el puente' },
      response: challengeExample,
    },
  ],
});
