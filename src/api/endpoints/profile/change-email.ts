import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { emailAddress } from '#api/field-rules/email.ts';
import { required } from '#api/field-rules/field-rule.ts';
import { means } from '#api/means.ts';

export const changeEmail = endpoint({
  name: 'change-email',
  method: 'POST',
  path: '/api/v1/profile/email/change',
  summary:
    'Asks for another e-mail address. A link goes to the new one; it counts a day after that was opened. The old channels are told and can stop it. The answer is the same whoever has that address.',
  access: { stepUp: 'change-email' },
  body: z.strictObject({
    newEmail: means(
      'The address to be used. It counts a day after its mailbox has confirmed it.',
      required(emailAddress),
    ),
  }),
  successStatus: 202,
  response: z.strictObject({
    expiresInSec: means('For how long it is good, in seconds.', z.int().check(z.positive())),
  }),
  examples: [
    { title: 'another provider', body: { newEmail: 'ana.quispe@example.pe' }, response: { expiresInSec: 86_400 } },
  ],
});
