import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { date, soles } from '#api/fields.ts';
import { means } from '#api/means.ts';
import { wayBody } from '#api/way-body.ts';
import { LOAN_STATUSES } from '#loan/loan.ts';

const opening = z.strictObject({
  kind: means('`plan` or `flex`.', z.enum(['plan', 'flex'])),
  from: means('The first day on which it can be agreed on.', date()),
  payments: means('Monthly payments.', z.int().check(z.positive())),
  amount: means('The first of them, or the least of a month, soles.', soles()),
});
export type OpeningWayBody = z.infer<typeof opening>;

const waysOut = z.strictObject({
  status: means('The status of the loan; on a plan or flex pay there are no other ways.', z.enum(LOAN_STATUSES)),
  today: means('The lender’s day.', date()),
  nextDate: means('The oldest date that is not paid.', date()),
  leastPart: means(
    'The smallest part that can be paid today, soles; null when only all of it can.',
    z.nullable(soles()),
  ),
  ways: means(
    'Each with all that is still paid, the one that asks for least within thirty days first.',
    z.array(wayBody),
  ),
  opening: means('What cannot be agreed on today and can later, if nothing is paid until then.', z.array(opening)),
});
export type WaysOutBody = z.infer<typeof waysOut>;

export const getWaysOut = endpoint({
  name: 'get-ways-out',
  method: 'GET',
  path: '/api/v1/loan/ways',
  summary: 'What a client can do who cannot pay the loan on its date: today, and what opens later.',
  access: 'basic',
  response: z.strictObject({
    out: means(
      'What can be done about the loan when its date cannot be kept; null without a loan that is owed.',
      z.nullable(waysOut),
    ),
  }),
  examples: [
    {
      title: 'a single payment of S/ 500 on its twelfth day',
      response: {
        out: {
          status: 'PERFORMING',
          today: '2026-01-27',
          nextDate: '2026-02-14',
          leastPart: 10,
          ways: [
            {
              kind: 'extension',
              now: 28.81,
              later: [{ date: '2026-02-28', amount: 573.03 }],
              soon: 28.81,
              total: 601.84,
              date: '2026-02-28',
              waived: 0,
            },
          ],
          opening: [{ kind: 'plan', from: '2026-02-09', payments: 3, amount: 187.42 }],
        },
      },
    },
    { title: 'no loan to pay', response: { out: null } },
  ],
});
