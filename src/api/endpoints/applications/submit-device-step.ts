import * as z from 'zod/mini';
import { profileStateBody, STATE_EXAMPLE } from '#api/application-body.ts';
import { endpoint } from '#api/endpoint.ts';
import { ticked } from '#api/field-rules/field-rule.ts';
import { means } from '#api/means.ts';

export const submitDeviceStep = endpoint({
  name: 'submit-device-step',
  method: 'POST',
  path: '/api/v1/application/iov',
  summary:
    'Sends the device check and, where asked for, pictures of the document; then the decision begins. A blocked check never stops anybody.',
  access: 'full',
  body: z.strictObject({
    blackbox: means('What the device check wrote; opaque.', z.optional(z.string().check(z.maxLength(8_192)))),
    blackboxState: means(
      'ok, blocked (by the browser) or timeout (after five seconds).',
      z.enum(['ok', 'blocked', 'timeout']),
    ),
    deviceConsent: means('That the client knows about the device check.', ticked()),
    identity: means(
      'Pictures of the document and the client.',
      z.strictObject({
        dniFrontId: means('The file with the front.', z.optional(z.guid())),
        dniBackId: means('The file with the back.', z.optional(z.guid())),
        selfieId: means('The file with the face.', z.optional(z.guid())),
      }),
    ),
  }),
  envelope: ['identity'],
  response: profileStateBody,
  refusals: ['illegal_transition', 'stale_version'],
  examples: [
    {
      title: 'a browser that blocks the check',
      body: { blackboxState: 'blocked', deviceConsent: true, identity: {} },
      response: STATE_EXAMPLE,
    },
  ],
});
