import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { required } from '#api/field-rules/field-rule.ts';
import { newPassword } from '#api/field-rules/secrets.ts';
import { means } from '#api/means.ts';
import { existingPassword } from '#api/sign-in-fields.ts';

export const changePassword = endpoint({
  name: 'change-password',
  method: 'POST',
  path: '/api/v1/auth/password/change',
  summary: 'Changes the password. The client’s other sessions end, and the client is told by e-mail.',
  access: { stepUp: 'change-password' },
  body: z.strictObject({
    currentPassword: means('The password as it is.', existingPassword()),
    newPassword: means(
      '10 to 128 characters; not one of the common ones, not a few common words, and without the own name, e-mail address, document or telephone.',
      required(newPassword),
    ),
  }),
  successStatus: 204,
  response: z.undefined(),
  examples: [
    {
      title: 'a better one',
      body: { currentPassword: 'tres llamas cruzan el puente', newPassword: 'el puente cruza cuatro ríos' },
      response: undefined,
    },
  ],
});
