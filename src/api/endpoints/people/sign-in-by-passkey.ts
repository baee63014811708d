import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { anyNames } from '#api/fields.ts';
import { means } from '#api/means.ts';
import { credentialExample } from '#api/passkey-examples.ts';
import { sessionAnswer, sessionExample } from '#api/session-answer.ts';

export const signInByPasskey = endpoint({
  name: 'sign-in-by-passkey',
  method: 'POST',
  path: '/api/v1/auth/passkeys/sign-in',
  summary: 'Signs in with a passkey, in the place of name, password and code. Sets the cookies of the session.',
  body: z.strictObject({
    credential: means('The answer of the browser, by PublicKeyCredential.toJSON().', anyNames(z.unknown())),
  }),
  response: sessionAnswer,
  refusals: ['passkey_waits', 'passkey_refused'],
  examples: [{ title: 'this phone', body: { credential: credentialExample }, response: sessionExample }],
});
