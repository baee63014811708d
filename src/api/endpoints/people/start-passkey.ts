import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { means } from '#api/means.ts';
import { passkeyOptions } from '#api/passkey.ts';

export const startPasskey = endpoint({
  name: 'start-passkey',
  method: 'POST',
  path: '/api/v1/auth/passkeys/options',
  summary: 'Options with which a browser makes a passkey, for five minutes and this session alone.',
  access: { stepUp: 'add-passkey' },
  response: z.strictObject({ options: means('For the browser, as its own functions read them.', passkeyOptions) }),
  refusals: ['passkeys_not_offered', 'passkeys_enough'],
  examples: [
    {
      title: 'the first one',
      response: { options: { rp: { id: 'manay.example', name: 'Mañay' }, challenge: 'c2lnbiB0aGlz' } },
    },
  ],
});
