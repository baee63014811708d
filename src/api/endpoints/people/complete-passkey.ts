import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { passkey, passkeyCredential } from '#api/passkey.ts';
import { credentialExample, passkeyExample } from '#api/passkey-examples.ts';

export const completePasskey = endpoint({
  name: 'complete-passkey',
  method: 'POST',
  path: '/api/v1/auth/passkeys',
  summary:
    'Adds the passkey that the browser has made. It counts a day later; every channel is told at once, with a link that stops it.',
  access: 'full',
  body: z.strictObject({ credential: passkeyCredential }),
  successStatus: 201,
  response: z.strictObject({ passkey }),
  refusals: [{ status: 422, code: 'passkey_refused' }],
  examples: [
    { title: 'of this phone', body: { credential: credentialExample }, response: { passkey: passkeyExample } },
  ],
});
