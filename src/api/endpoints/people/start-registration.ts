import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { registrationBody } from '#api/person-form.ts';

export const startRegistration = endpoint({
  name: 'start-registration',
  method: 'POST',
  path: '/api/v1/auth/registrations',
  summary:
    'Begins a registration and sends a code to the telephone. The answer is the same for somebody who is a client.',
  body: registrationBody,
  successStatus: 201,
  response: z.strictObject({
    registrationId: z.guid(),
    channel: z.literal('SMS'),
    maskedPhone: z.string(),
    resendInSec: z.int(),
    expiresInSec: z.int(),
  }),
  examples: [
    {
      title: 'a visitor who wants a loan',
      body: {
        documentType: 'DNI',
        documentNumber: '45678912',
        phone: '987654321',
        email: 'ana@example.pe',
        acceptTerms: true,
        acceptPrivacy: true,
        acceptMarketing: false,
      },
      response: {
        registrationId: '019bc299-8680-7216-b705-1c72d896152a',
        channel: 'SMS',
        maskedPhone: '+51 9•• ••• 321',
        resendInSec: 60,
        expiresInSec: 300,
      },
    },
    {
      title: 'with offers by e-mail, to words of the caller',
      body: {
        documentType: 'CE',
        documentNumber: '001234567',
        phone: '987654322',
        email: 'luis@example.pe',
        acceptTerms: true,
        acceptPrivacy: true,
        acceptMarketing: true,
        channels: { email: true },
        textVersion: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      },
      response: {
        registrationId: '019bc299-8680-7216-b705-1c72d896152b',
        channel: 'SMS',
        maskedPhone: '+51 9•• ••• 322',
        resendInSec: 60,
        expiresInSec: 300,
      },
    },
  ],
});
