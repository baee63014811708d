import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { birthDate } from '../field-rules/birth-date.ts';
import { emailAddress } from '../field-rules/email.ts';
import { required } from '../field-rules/field-rule.ts';
import { mobilePhone } from '../field-rules/phone.ts';

export const recoverPhone = endpoint({
  name: 'recover-phone',
  method: 'POST',
  path: '/api/v1/auth/phone-recovery',
  summary: '',
  body: z.strictObject({
    documentNumber: z.string(),
    email: required(emailAddress),
    birthDate: required(birthDate),
    newPhone: required(mobilePhone),
  }),
  response: z.undefined(),
  examples: [],
});
