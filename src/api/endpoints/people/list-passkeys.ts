import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { means } from '#api/means.ts';
import { passkey } from '#api/passkey.ts';
import { passkeyExample } from '#api/passkey-examples.ts';

export const listPasskeys = endpoint({
  name: 'list-passkeys',
  method: 'GET',
  path: '/api/v1/auth/passkeys',
  summary: 'The passkeys of the client, the first one first, and whether another one may be added.',
  access: 'full',
  response: z.strictObject({
    offered: means('Whether another one may be added: after a loan was paid out.', z.boolean()),
    host: means('The host they belong to.', z.string()),
    passkeys: means('Those that were not removed.', z.array(passkey)),
  }),
  examples: [
    { title: 'one that waits', response: { offered: true, host: 'manay.example', passkeys: [passkeyExample] } },
  ],
});
