import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';

export const touchSession = endpoint({
  name: 'touch-session',
  method: 'POST',
  path: '/api/v1/auth/session/touch',
  summary: 'Keeps a session that is still fully signed in so for another 15 minutes. One that is not stays as it is.',
  access: 'basic',
  impersonation: 'allowed',
  successStatus: 204,
  response: z.undefined(),
  examples: [{ title: 'somebody is still there', response: undefined }],
});
