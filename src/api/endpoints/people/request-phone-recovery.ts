import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { birthDate } from '#api/field-rules/birth-date.ts';
import { DOCUMENT_TYPES } from '#api/field-rules/document-number.ts';
import { documentTypeOf } from '#api/field-rules/document-type.ts';
import { emailAddress } from '#api/field-rules/email.ts';
import { oneOf, required } from '#api/field-rules/field-rule.ts';
import { mobilePhone } from '#api/field-rules/phone.ts';
import { means } from '#api/means.ts';
import { anyDocument, documentFits } from '#api/person-form.ts';

const recoveryFields = z.strictObject({
  documentType: means(
    'DNI, or CE for people from abroad; left out, a number of eight digits is a DNI and any other a CE.',
    z.optional(oneOf(DOCUMENT_TYPES)),
  ),
  documentNumber: means('DNI: 8 digits. CE: 9 to 12 letters or digits. PASSPORT: 6 to 12.', required(anyDocument)),
  email: means('The e-mail of the account.', required(emailAddress)),
  birthDate: means('Day of birth.', required(birthDate)),
  newPhone: means('The new mobile.', required(mobilePhone)),
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
  response: z.strictObject({ expiresInSec: means('For how long it is good, in seconds.', z.int()) }),
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
