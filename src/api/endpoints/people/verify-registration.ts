import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { required } from '#api/field-rules/field-rule.ts';
import { oneTimeCode } from '#api/field-rules/secrets.ts';
import { means } from '#api/means.ts';

export const verifyRegistration = endpoint({
  name: 'verify-registration',
  method: 'POST',
  path: '/api/v1/auth/registrations/{id}/verify',
  summary: 'Proves the telephone with the code. Only now is it said whether the document belongs to a client.',
  params: z.strictObject({ id: means('The registration.', z.guid()) }),
  body: z.strictObject({ code: means('The six digits; spaces and dashes do not matter.', required(oneTimeCode)) }),
  response: z.strictObject({
    registrationToken: means(
      'Lets the registration be completed, once; null for somebody who is a client already.',
      z.nullable(z.string()),
    ),
    existingClient: means('Whether the document belongs to a client, who signs in instead.', z.boolean()),
    nextScreen: means(
      'Where to go now.',
      z.strictObject({
        name: means('Name of the screen.', z.enum(['application-new-client', 'application-existing-client'])),
      }),
    ),
  }),
  refusals: ['registration_over'],
  examples: [
    {
      title: 'a new client',
      params: { id: '019bc299-8680-7216-b705-1c72d896152a' },
      body: { code: '482913' },
      response: {
        registrationToken: 'lqX0b5dC0d3b8mUeJ9nq1m2w3E4r5T6y7U8i9O0pAsD',
        existingClient: false,
        nextScreen: { name: 'application-new-client' },
      },
    },
    {
      title: 'somebody who is a client already, and signs in',
      params: { id: '019bc299-8680-7216-b705-1c72d896152a' },
      body: { code: '482913' },
      response: {
        registrationToken: null,
        existingClient: true,
        nextScreen: { name: 'application-existing-client' },
      },
    },
  ],
});
