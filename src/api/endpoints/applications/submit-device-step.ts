import * as z from 'zod/mini';
import { ILLEGAL_TRANSITION, profileStateBody, STALE_VERSION, STATE_EXAMPLE } from '#api/application-body.ts';
import { endpoint } from '#api/endpoint.ts';
import { ticked } from '#api/field-rules/field-rule.ts';

export const submitDeviceStep = endpoint({
  name: 'submit-device-step',
  method: 'POST',
  path: '/api/v1/application/iov',
  summary:
    'Sends the device check and, where asked for, pictures of the document; then the decision begins. A blocked check never stops anybody.',
  access: 'full',
  body: z.strictObject({
    blackbox: z.optional(z.string().check(z.maxLength(8_192))),
    blackboxState: z.enum(['ok', 'blocked', 'timeout']),
    deviceConsent: ticked(),
    identity: z.strictObject({
      dniFrontId: z.optional(z.guid()),
      dniBackId: z.optional(z.guid()),
      selfieId: z.optional(z.guid()),
    }),
  }),
  envelope: ['identity'],
  response: profileStateBody,
  refusals: [ILLEGAL_TRANSITION, STALE_VERSION],
  examples: [
    {
      title: 'a browser that blocks the check',
      body: { blackboxState: 'blocked', deviceConsent: true, identity: {} },
      response: STATE_EXAMPLE,
    },
  ],
});
