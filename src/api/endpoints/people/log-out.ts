import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';

export const logOut = endpoint({
  name: 'log-out',
  method: 'POST',
  path: '/api/v1/auth/logout',
  summary: 'Ends the session and takes both cookies away. May be repeated, and needs no session that still runs.',
  successStatus: 204,
  response: z.undefined(),
  examples: [{ title: 'bye', response: undefined }],
});
