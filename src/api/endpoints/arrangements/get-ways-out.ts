import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { date, soles } from '#api/fields.ts';
import { wayBody } from '#api/way-body.ts';
import { LOAN_STATUSES } from '#loan/loan.ts';

const opening = z.strictObject({
  kind: z.enum(['plan', 'flex']),
  from: date(),
  payments: z.int().check(z.positive()),
  amount: soles(),
});
export type OpeningWayBody = z.infer<typeof opening>;

const waysOut = z.strictObject({
  status: z.enum(LOAN_STATUSES),
  today: date(),
  nextDate: date(),
  leastPart: z.nullable(soles()),
  ways: z.array(wayBody),
  opening: z.array(opening),
});
export type WaysOutBody = z.infer<typeof waysOut>;

export const getWaysOut = endpoint({
  name: 'get-ways-out',
  method: 'GET',
  path: '/api/v1/loan/ways',
  summary: 'What a client can do who cannot pay the loan on its date: today, and what opens later.',
  access: 'basic',
  response: z.strictObject({ out: z.nullable(waysOut) }),
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
