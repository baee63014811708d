import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { means } from '#api/means.ts';

export const resendRegistrationCode = endpoint({
  name: 'resend-registration-code',
  method: 'POST',
  path: '/api/v1/auth/registrations/{id}/resend',
  summary:
    'Sends another code, by another channel if requested, a minute after the last one. The one before counts no more.',
  params: z.strictObject({ id: means('The registration.', z.guid()) }),
  body: z.strictObject({
    channel: means('How the code goes.', z.enum(['SMS', 'VOICE', 'WHATSAPP'], { error: 'not_allowed' })),
  }),
  successStatus: 202,
  response: z.strictObject({
    resendInSec: means('From when another code may be asked for, in seconds.', z.int()),
    expiresInSec: means('For how long it is good, in seconds.', z.int()),
  }),
  refusals: ['too_early'],
  examples: [
    {
      title: 'the text message did not come',
      params: { id: '019bc299-8680-7216-b705-1c72d896152a' },
      body: { channel: 'VOICE' },
      response: { resendInSec: 60, expiresInSec: 300 },
    },
  ],
});
