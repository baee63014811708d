import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { birthDate } from '#api/field-rules/birth-date.ts';
import { DOCUMENT_TYPES } from '#api/field-rules/document-number.ts';
import { documentTypeOf } from '#api/field-rules/document-type.ts';
import { emailAddress } from '#api/field-rules/email.ts';
import { oneOf, required } from '#api/field-rules/field-rule.ts';
import { mobilePhone } from '#api/field-rules/phone.ts';
import { anyDocument, documentFits } from '#api/person-form.ts';

const recoveryFields = z.strictObject({
  documentType: z.optional(oneOf(DOCUMENT_TYPES)),
  documentNumber: required(anyDocument),
  email: required(emailAddress),
  birthDate: required(birthDate),
  newPhone: required(mobilePhone),
});

/** Recovery of an account whose phone is lost (domain 2.1.2): the number alone tells which document it is. */
const phoneRecoveryBody = recoveryFields.check(
  z.overwrite((body) => {
    if (typeof body?.documentNumber !== 'string' || body.documentType !== undefined) return body;
    return { ...body, documentType: documentTypeOf(body.documentNumber) };
  }),
  ...documentFits<z.output<typeof recoveryFields>>(),
);

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
    {
      title: 'without the kind of document',
      body: { documentNumber: '45678912', email: 'ana@example.pe', birthDate: '1990-05-01', newPhone: '912345678' },
      response: { expiresInSec: 86400 },
    },
  ],
});
