import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { passkeyOptions } from '#api/passkey.ts';

export const startPasskey = endpoint({
  name: 'start-passkey',
  method: 'POST',
  path: '/api/v1/auth/passkeys/options',
  summary: 'Options with which a browser makes a passkey, for five minutes and this session alone.',
  access: { stepUp: 'add-passkey' },
  response: z.strictObject({ options: passkeyOptions }),
  refusals: [
    { status: 409, code: 'passkeys_not_offered' },
    { status: 409, code: 'passkeys_enough' },
  ],
  examples: [
    {
      title: 'the first one',
      response: { options: { rp: { id: 'manay.example', name: 'Mañay' }, challenge: 'c2lnbiB0aGlz' } },
    },
  ],
});
