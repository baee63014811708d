import * as z from 'zod/mini';
import { challengeBody, sessionBegun } from '../auth.ts';
import { endpoint } from '../endpoint.ts';

export const signIn = endpoint({
  name: 'sign-in',
  method: 'POST',
  path: '/api/v1/auth/sign-in',
  summary: '',
  body: z.strictObject({ identifier: z.string(), password: z.string() }),
  response: z.union([sessionBegun, z.strictObject({ challenge: challengeBody })]),
  examples: [],
});
