import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { phoneRecoveryBody } from '#api/person-form.ts';

export const requestPhoneRecovery = endpoint({
  name: 'request-phone-recovery',
  method: 'POST',
  path: '/api/v1/auth/phone-recovery',
  summary:
    'Asks for another telephone when the old one is lost. If everything fits, a link goes to the client’s e-mail.',
  body: phoneRecoveryBody,
  successStatus: 202,
  response: z.strictObject({ expiresInSec: z.int() }),
  examples: [
    {
      title: 'a lost phone',
      body: {
        documentType: 'DNI',
        documentNumber: '45678912',
        email: 'ana@example.pe',
        birthDate: '1990-05-01',
        newPhone: '912345678',
      },
      response: { expiresInSec: 86400 },
    },
  ],
});
