import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { means } from '#api/means.ts';

export const revokePasskey = endpoint({
  name: 'revoke-passkey',
  method: 'DELETE',
  path: '/api/v1/auth/passkeys/{id}',
  summary: 'Removes a passkey of the client, also one that waits. They are told.',
  access: 'full',
  params: z.strictObject({ id: means('The passkey, from the list.', z.guid()) }),
  successStatus: 204,
  response: z.undefined(),
  examples: [{ title: 'a lost phone', params: { id: '019bc299-8680-7216-b705-1c72d896152a' }, response: undefined }],
});
