import * as z from 'zod/mini';
import { CONTACT_KINDS } from '#api/contact-change.ts';
import { endpoint } from '#api/endpoint.ts';
import { means } from '#api/means.ts';

export const cancelContactChange = endpoint({
  name: 'cancel-contact-change',
  method: 'POST',
  path: '/api/v1/profile/changes/cancel',
  summary: 'Takes back a change of e-mail, telephone or bank account that does not count yet. Idempotent.',
  access: 'full',
  body: z.strictObject({ kind: means('What stays as it is.', z.enum(CONTACT_KINDS, { error: 'not_allowed' })) }),
  successStatus: 204,
  response: z.undefined(),
  examples: [{ title: 'the telephone stays', body: { kind: 'PHONE' }, response: undefined }],
});
