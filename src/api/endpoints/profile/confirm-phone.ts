import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { required } from '#api/field-rules/field-rule.ts';
import { oneTimeCode } from '#api/field-rules/secrets.ts';
import { challengeExample } from '#api/session-answer.ts';

export const confirmPhone = endpoint({
  name: 'confirm-phone',
  method: 'POST',
  path: '/api/v1/profile/phone/confirm',
  summary: 'Takes over a new telephone by the code that was sent to it. The client’s other sessions end.',
  access: 'full',
  body: z.strictObject({ challengeId: z.uuid(), code: required(oneTimeCode) }),
  response: z.strictObject({ phone: z.strictObject({ masked: z.string(), verified: z.boolean() }) }),
  refusals: [{ status: 410, code: 'challenge_over' }],
  examples: [
    {
      title: 'the code of the SMS',
      body: { challengeId: challengeExample.challenge.id, code: '481516' },
      response: { phone: { masked: '+51 9•• ••• 321', verified: true } },
    },
  ],
});
