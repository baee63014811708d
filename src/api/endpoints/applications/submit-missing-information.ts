import * as z from 'zod/mini';
import { profileStateBody, STATE_EXAMPLE } from '#api/application-body.ts';
import { endpoint } from '#api/endpoint.ts';
import { means } from '#api/means.ts';

/** The most characters of one answer. */
export const ANSWER_MAX = 300;

export const submitMissingInformation = endpoint({
  name: 'submit-missing-information',
  method: 'POST',
  path: '/api/v1/application/information-missing',
  summary:
    'Answers what was asked for: files by their ids, anything else as a value; a bank account as its bank and its CCI with a space between. After a refusal of the bank another account needs password and code; where money has arrived at one before, it is paid to from a day later.',
  access: 'full',
  body: z.strictObject({
    items: means(
      'One answer for each item.',
      z
        .array(
          z.strictObject({
            itemId: means('Names what is asked for.', z.guid()),
            documentIds: means(
              'Files that answer it.',
              z.optional(z.array(z.guid()).check(z.minLength(1), z.maxLength(5))),
            ),
            value: means(
              'Any other answer.',
              z.optional(z.string().check(z.minLength(1), z.maxLength(ANSWER_MAX, { error: 'too_long' }))),
            ),
          }),
        )
        .check(z.minLength(1), z.maxLength(20)),
    ),
  }),
  response: profileStateBody,
  refusals: ['illegal_transition', 'reauth_required'],
  examples: [
    {
      title: 'two pages of a payslip',
      body: {
        items: [
          {
            itemId: '019bc1b5-3f00-7000-8000-000000000030',
            documentIds: ['019bc1b5-3f00-7000-8000-000000000021', '019bc1b5-3f00-7000-8000-000000000022'],
          },
        ],
      },
      response: STATE_EXAMPLE,
    },
  ],
});
