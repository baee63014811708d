import * as z from 'zod/mini';
import { pendingChange } from '#api/contact-change.ts';
import { endpoint } from '#api/endpoint.ts';
import { required } from '#api/field-rules/field-rule.ts';
import { oneTimeCode } from '#api/field-rules/secrets.ts';
import { means } from '#api/means.ts';
import { challengeExample } from '#api/session-answer.ts';

export const confirmPhone = endpoint({
  name: 'confirm-phone',
  method: 'POST',
  path: '/api/v1/profile/phone/confirm',
  summary:
    'Confirms a new telephone by the code that was sent to it. It counts a day later, and the old channels can stop it until then.',
  access: 'full',
  body: z.strictObject({
    challengeId: means('Names the code: `challenge.id` of the answer before.', z.guid()),
    code: means('The six digits; spaces and dashes do not matter.', required(oneTimeCode)),
  }),
  response: z.strictObject({
    pending: means('Another one that does not count yet; null when there is none.', pendingChange),
  }),
  refusals: ['challenge_over'],
  examples: [
    {
      title: 'the code of the SMS',
      body: { challengeId: challengeExample.challenge.id, code: '481516' },
      response: {
        pending: {
          masked: '+51 9•• ••• 321',
          confirmed: true,
          countsAt: '2026-01-13T14:02:11.000Z',
          cancellable: true,
        },
      },
    },
  ],
});
