import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';

export const resendRegistrationCode = endpoint({
  name: 'resend-registration-code',
  method: 'POST',
  path: '/api/v1/auth/registrations/{id}/resend',
  summary:
    'Sends another code, by another channel if requested, a minute after the last one. The one before counts no more.',
  params: z.strictObject({ id: z.guid() }),
  body: z.strictObject({ channel: z.enum(['SMS', 'VOICE', 'WHATSAPP'], { error: 'not_allowed' }) }),
  successStatus: 202,
  response: z.strictObject({ resendInSec: z.int(), expiresInSec: z.int() }),
  refusals: [{ status: 409, code: 'too_early' }],
  examples: [
    {
      title: 'the text message did not come',
      params: { id: '019bc299-8680-7216-b705-1c72d896152a' },
      body: { channel: 'VOICE' },
      response: { resendInSec: 60, expiresInSec: 300 },
    },
  ],
});
