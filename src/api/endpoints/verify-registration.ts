import * as z from 'zod/mini';
import { nextScreenBody } from '../auth.ts';
import { endpoint } from '../endpoint.ts';
import { required } from '../field-rules/field-rule.ts';
import { oneTimeCode } from '../field-rules/secrets.ts';

export const verifyRegistration = endpoint({
  name: 'verify-registration',
  method: 'POST',
  path: '/api/v1/auth/registrations/{id}/verify',
  summary: '',
  params: z.strictObject({ id: z.string() }),
  body: z.strictObject({ code: required(oneTimeCode) }),
  response: z.strictObject({ registrationToken: z.string(), existingClient: z.boolean(), nextScreen: nextScreenBody }),
  examples: [],
});
