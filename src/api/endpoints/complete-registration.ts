import * as z from 'zod/mini';
import { sessionBegun } from '../auth.ts';
import { endpoint } from '../endpoint.ts';
import { required } from '../field-rules/field-rule.ts';
import { newPassword } from '../field-rules/secrets.ts';

export const completeRegistration = endpoint({
  name: 'complete-registration',
  method: 'POST',
  path: '/api/v1/auth/registrations/{id}/complete',
  summary: '',
  params: z.strictObject({ id: z.string() }),
  body: z.strictObject({ registrationToken: z.string(), password: required(newPassword) }),
  response: sessionBegun,
  examples: [],
});
