import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

export const provePassword = endpoint({
  name: 'prove-password',
  method: 'POST',
  path: '/api/v1/auth/step-up/password',
  summary: '',
  body: z.strictObject({ purpose: z.optional(z.string()), password: z.string() }),
  response: z.undefined(),
  examples: [],
});
