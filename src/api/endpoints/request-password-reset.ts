import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

export const requestPasswordReset = endpoint({
  name: 'request-password-reset',
  method: 'POST',
  path: '/api/v1/auth/password/forgot',
  summary: '',
  body: z.strictObject({ identifier: z.string() }),
  response: z.undefined(),
  examples: [],
});
