import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { birthDate } from '#api/field-rules/birth-date.ts';
import { DOCUMENT_TYPES } from '#api/field-rules/document-number.ts';
import { emailAddress } from '#api/field-rules/email.ts';
import { oneOf, required } from '#api/field-rules/field-rule.ts';
import { means } from '#api/means.ts';
import { anyDocument, documentFits } from '#api/person-form.ts';

const fields = z.strictObject({
  documentType: means(
    'DNI, or CE for people from abroad; left out, a number of eight digits is a DNI and any other a CE.',
    oneOf(DOCUMENT_TYPES),
  ),
  documentNumber: means('DNI: 8 digits. CE: 9 to 12 letters or digits. PASSPORT: 6 to 12.', required(anyDocument)),
  birthDate: means('Day of birth.', required(birthDate)),
  email: means('Where the answer goes; the account’s mailbox a day after it is confirmed.', required(emailAddress)),
  picture: means(
    'JPG, PNG or WebP of up to 2.5 MB, in base64.',
    z.string({ error: 'required' }).check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/, { error: 'invalid' })),
  ),
});

export const requestMailboxRecovery = endpoint({
  name: 'request-mailbox-recovery',
  method: 'POST',
  path: '/api/v1/auth/mailbox-recovery',
  summary:
    'Asks for another mailbox when none was confirmed or it is lost. A person compares picture and document, then writes.',
  // 2.5 MB of picture in base64.
  maxBodyBytes: 3_500_000,
  body: fields.check(...documentFits<z.output<typeof fields>>()),
  successStatus: 202,
  response: z.strictObject({
    status: means('WAITING: somebody will look at it, if the data fit.', z.literal('WAITING')),
  }),
  examples: [
    {
      title: 'a mailbox that was never confirmed',
      body: {
        documentType: 'DNI',
        documentNumber: '45678912',
        birthDate: '1990-05-01',
        email: 'ana@example.pe',
        picture: '/9j/4AAQSkZJRgABAQAAAQABAAD=',
      },
      response: { status: 'WAITING' },
    },
  ],
});
