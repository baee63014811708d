import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

export const resendRegistrationCode = endpoint({
  name: 'resend-registration-code',
  method: 'POST',
  path: '/api/v1/auth/registrations/{id}/resend',
  summary: '',
  params: z.strictObject({ id: z.string() }),
  body: z.strictObject({ channel: z.enum(['SMS', 'VOICE', 'WHATSAPP']) }),
  response: z.undefined(),
  examples: [],
});
