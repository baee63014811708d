import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { means } from '#api/means.ts';
import { passkey, passkeyCredential } from '#api/passkey.ts';
import { credentialExample, passkeyExample } from '#api/passkey-examples.ts';

export const completePasskey = endpoint({
  name: 'complete-passkey',
  method: 'POST',
  path: '/api/v1/auth/passkeys',
  summary:
    'Adds the passkey that the browser has made. It counts a day later; every channel is told at once, with a link that stops it.',
  access: 'full',
  body: z.strictObject({
    credential: means('The answer of the browser, by PublicKeyCredential.toJSON().', passkeyCredential),
  }),
  successStatus: 201,
  response: z.strictObject({ passkey: means('The passkey that was added.', passkey) }),
  refusals: ['passkey_refused'],
  examples: [
    { title: 'of this phone', body: { credential: credentialExample }, response: { passkey: passkeyExample } },
  ],
});
