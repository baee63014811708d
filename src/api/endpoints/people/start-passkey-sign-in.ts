import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { anyNames } from '#api/fields.ts';
import { means } from '#api/means.ts';

export const startPasskeySignIn = endpoint({
  name: 'start-passkey-sign-in',
  method: 'POST',
  path: '/api/v1/auth/passkeys/sign-in/options',
  summary: 'Options with which a browser signs in with a passkey, for five minutes and this browser alone.',
  response: z.strictObject({
    options: means('For the browser, as its own functions read them.', anyNames(z.unknown())),
  }),
  refusals: ['not_found'],
  examples: [{ title: 'a new browser', response: { options: { rpId: 'manay.example', challenge: 'c2lnbiB0aGlz' } } }],
});
