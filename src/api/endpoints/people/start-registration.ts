import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { means } from '#api/means.ts';
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
    registrationId: means('Names the registration in the calls that follow.', z.guid()),
    channel: means('How the code goes.', z.literal('SMS')),
    maskedPhone: means('As much of the telephone as its owner recognises.', z.string()),
    resendInSec: means('From when another code may be asked for, in seconds.', z.int()),
    expiresInSec: means('For how long it is good, in seconds.', z.int()),
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
  ],
});
