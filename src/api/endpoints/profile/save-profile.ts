import * as z from 'zod/mini';
import { addressFields } from '#api/application-form.ts';
import { endpoint } from '#api/endpoint.ts';
import { anyPhone } from '#api/field-rules/any-phone.ts';
import { optional, wholeBetween } from '#api/field-rules/field-rule.ts';
import { LANGUAGES } from '#api/languages.ts';
import { means } from '#api/means.ts';

export const saveProfile = endpoint({
  name: 'save-profile',
  method: 'PATCH',
  path: '/api/v1/profile',
  summary:
    'Changes what a client may change without a proof: address, payday, a second telephone, the language we write in. With If-Match, only from that version.',
  access: 'full',
  body: z.strictObject({
    address: means('Where the client lives from now on, whole.', z.optional(z.strictObject(addressFields))),
    payday: means('Day of the month the client is paid on, 1 to 31.', z.optional(wholeBetween(1, 31))),
    altPhone: means('A second telephone. It is never sent a code.', optional(anyPhone)),
    language: means(
      'In which language we write to the client.',
      z.optional(z.enum(LANGUAGES, { error: 'not_allowed' })),
    ),
  }),
  response: z.strictObject({ version: means('Counts changes: goes back in If-Match.', z.int()) }),
  refusals: ['stale_version'],
  examples: [
    { title: 'paid on the 15th', body: { payday: 15 }, response: { version: 8 } },
    {
      title: 'moved to Miraflores',
      body: { address: { ubigeo: '150122', streetType: 'AV', street: 'Los Álamos', number: '120' } },
      response: { version: 9 },
    },
  ],
});
