import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { means } from '#api/means.ts';
import { identifier } from '#api/sign-in-fields.ts';

export const requestPasswordReset = endpoint({
  name: 'request-password-reset',
  method: 'POST',
  path: '/api/v1/auth/password/forgot',
  summary:
    'Sends a link for a new password to the client’s e-mail. The answer is the same for somebody who is not known.',
  body: z.strictObject({ identifier: means('Document number, e-mail or telephone, as typed.', identifier()) }),
  successStatus: 202,
  response: z.strictObject({ expiresInSec: means('For how long it is good, in seconds.', z.int()) }),
  examples: [{ title: 'forgotten', body: { identifier: '45678912' }, response: { expiresInSec: 1800 } }],
});
