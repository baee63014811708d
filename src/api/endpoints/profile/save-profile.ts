import * as z from 'zod/mini';
import { addressFields } from '#api/application-form.ts';
import { endpoint } from '#api/endpoint.ts';
import { anyPhone } from '#api/field-rules/any-phone.ts';
import { optional, wholeBetween } from '#api/field-rules/field-rule.ts';
import { LANGUAGES } from '#api/languages.ts';

export const saveProfile = endpoint({
  name: 'save-profile',
  method: 'PATCH',
  path: '/api/v1/profile',
  summary:
    'Changes what a client may change without a proof: address, payday, a second telephone, the language we write in. With If-Match, only from that version.',
  access: 'full',
  body: z.strictObject({
    /** A whole address: parts cannot be changed alone. */
    address: z.optional(z.strictObject(addressFields)),
    payday: z.optional(wholeBetween(1, 31)),
    altPhone: optional(anyPhone),
    language: z.optional(z.enum(LANGUAGES, { error: 'not_allowed' })),
  }),
  response: z.strictObject({ version: z.int() }),
  refusals: [{ status: 409, code: 'stale_version' }],
  examples: [
    { title: 'paid on the 15th', body: { payday: 15 }, response: { version: 8 } },
    {
      title: 'moved to Miraflores',
      body: { address: { ubigeo: '150122', streetType: 'AV', street: 'Los Álamos', number: '120' } },
      response: { version: 9 },
    },
  ],
});
