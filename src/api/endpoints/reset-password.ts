import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { required } from '../field-rules/field-rule.ts';
import { newPassword } from '../field-rules/secrets.ts';

export const resetPassword = endpoint({
  name: 'reset-password',
  method: 'POST',
  path: '/api/v1/auth/password/reset',
  summary: '',
  body: z.strictObject({ token: z.string(), password: required(newPassword) }),
  response: z.undefined(),
  examples: [],
});
