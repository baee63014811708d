import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { DOCUMENT_TYPES } from '../field-rules/document-number.ts';
import { emailAddress } from '../field-rules/email.ts';
import { oneOf, required, ticked } from '../field-rules/field-rule.ts';
import { mobilePhone } from '../field-rules/phone.ts';

export const startRegistration = endpoint({
  name: 'start-registration',
  method: 'POST',
  path: '/api/v1/auth/registrations',
  summary: '',
  body: z.strictObject({
    documentType: oneOf(DOCUMENT_TYPES),
    documentNumber: z.string(),
    phone: required(mobilePhone),
    email: required(emailAddress),
    acceptTerms: ticked(),
    acceptPrivacy: ticked(),
    acceptMarketing: z.boolean(),
  }),
  response: z.strictObject({
    registrationId: z.string(),
    channel: z.enum(['SMS', 'VOICE', 'WHATSAPP']),
    maskedPhone: z.string(),
    resendInSec: z.int(),
    expiresInSec: z.int(),
  }),
  examples: [],
});
