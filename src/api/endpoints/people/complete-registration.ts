import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { required } from '#api/field-rules/field-rule.ts';
import { newPassword } from '#api/field-rules/secrets.ts';
import { sessionAnswer, sessionExample } from '#api/session-answer.ts';

export const completeRegistration = endpoint({
  name: 'complete-registration',
  method: 'POST',
  path: '/api/v1/auth/registrations/{id}/complete',
  summary: 'Chooses the password and makes the client, signed in in this browser. Sets the cookies of the session.',
  params: z.strictObject({ id: z.guid() }),
  body: z.strictObject({ registrationToken: z.string(), password: required(newPassword) }),
  successStatus: 201,
  response: sessionAnswer,
  refusals: [{ status: 410, code: 'registration_over' }],
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
