import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';

export const keepAccount = endpoint({
  name: 'keep-account',
  method: 'POST',
  path: '/api/v1/profile/close/undo',
  summary: 'Keeps an account that was about to be closed. One that is not is kept anyway.',
  access: 'full',
  successStatus: 204,
  response: z.undefined(),
  examples: [{ title: 'a change of mind', response: undefined }],
});
