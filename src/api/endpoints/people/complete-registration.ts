import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { required } from '#api/field-rules/field-rule.ts';
import { newPassword } from '#api/field-rules/secrets.ts';
import { means } from '#api/means.ts';
import { sessionAnswer, sessionExample } from '#api/session-answer.ts';

export const completeRegistration = endpoint({
  name: 'complete-registration',
  method: 'POST',
  path: '/api/v1/auth/registrations/{id}/complete',
  summary: 'Chooses the password and makes the client, signed in in this browser. Sets the cookies of the session.',
  params: z.strictObject({ id: means('The registration.', z.guid()) }),
  body: z.strictObject({
    registrationToken: means(
      'Lets the registration be completed, once; null for somebody who is a client already.',
      z.string(),
    ),
    password: means(
      '10 to 128 characters; not one of the common ones, not a few common words, and without the own name, e-mail address, document or telephone.',
      required(newPassword),
    ),
  }),
  successStatus: 201,
  response: sessionAnswer,
  refusals: ['registration_over'],
  examples: [
    {
      title: 'a new client',
      params: { id: '019bc299-8680-7216-b705-1c72d896152a' },
      body: {
        registrationToken: 'lqX0b5dC0d3b8mUeJ9nq1m2w3E4r5T6y7U8i9O0pAsD',
        password: 'tres llamas cruzan el puente',
      },
      response: sessionExample,
    },
  ],
});
