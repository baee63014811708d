import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { means } from '#api/means.ts';

export const revokeSession = endpoint({
  name: 'revoke-session',
  method: 'DELETE',
  path: '/api/v1/auth/sessions/{id}',
  summary: 'Signs one of the client’s browsers out, at once. The browser that asks may be that one.',
  access: 'full',
  params: z.strictObject({ id: means('The session, from the list.', z.guid()) }),
  successStatus: 204,
  response: z.undefined(),
  examples: [{ title: 'a lost phone', params: { id: '019bc299-8680-7216-b705-1c72d896152a' }, response: undefined }],
});
