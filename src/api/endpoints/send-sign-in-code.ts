import * as z from 'zod/mini';
import { challengeBody } from '../auth.ts';
import { endpoint } from '../endpoint.ts';

export const sendSignInCode = endpoint({
  name: 'send-sign-in-code',
  method: 'POST',
  path: '/api/v1/auth/sign-in/otp',
  summary: '',
  body: z.strictObject({ identifier: z.string() }),
  response: z.strictObject({ challenge: challengeBody }),
  examples: [],
});
