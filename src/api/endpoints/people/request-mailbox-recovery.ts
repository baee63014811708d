import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { birthDate } from '#api/field-rules/birth-date.ts';
import { DOCUMENT_TYPES } from '#api/field-rules/document-number.ts';
import { emailAddress } from '#api/field-rules/email.ts';
import { oneOf, required } from '#api/field-rules/field-rule.ts';
import { anyDocument, documentFits } from '#api/person-form.ts';

const fields = z.strictObject({
  documentType: oneOf(DOCUMENT_TYPES),
  documentNumber: required(anyDocument),
  birthDate: required(birthDate),
  email: required(emailAddress),
  picture: z.string({ error: 'required' }).check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/, { error: 'invalid' })),
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
  response: z.strictObject({ status: z.literal('WAITING') }),
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
