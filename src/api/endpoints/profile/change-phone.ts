import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { required } from '#api/field-rules/field-rule.ts';
import { mobilePhone } from '#api/field-rules/phone.ts';
import { means } from '#api/means.ts';
import { challengeAnswer, challengeExample } from '#api/session-answer.ts';

export const changePhone = endpoint({
  name: 'change-phone',
  method: 'POST',
  path: '/api/v1/profile/phone/change',
  summary: 'Asks for another telephone: a code goes to the new one. It counts a day after that has come back.',
  access: { stepUp: 'change-phone' },
  body: z.strictObject({
    newPhone: means(
      'The mobile to be used. It counts a day after the code that went to it has come back.',
      required(mobilePhone),
    ),
  }),
  successStatus: 202,
  response: challengeAnswer,
  examples: [{ title: 'another number', body: { newPhone: '987654321' }, response: challengeExample }],
});
