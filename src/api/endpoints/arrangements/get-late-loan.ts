import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { soles } from '#api/fields.ts';
import { means } from '#api/means.ts';
import { wayBody } from '#api/way-body.ts';

const lateLoan = z.strictObject({
  days: means('Days from the oldest unpaid due date.', z.int().check(z.positive())),
  due: means('Everything overdue or due today, less the credit, soles.', soles()),
  added: means('The part of it that the delay has added: interest, its IGV and moratory interest, soles.', soles()),
  tomorrow: means('The same a day later, soles.', soles()),
  ways: means(
    'Each with all that is still paid, the one that asks for least within thirty days first.',
    z.array(wayBody),
  ),
});
export type LateLoanBody = z.infer<typeof lateLoan>;

export const getLateLoan = endpoint({
  name: 'get-late-loan',
  method: 'GET',
  path: '/api/v1/loan/late',
  summary: 'What the delay of a late loan has added, and every way out of it with what it costs in all.',
  access: 'basic',
  response: z.strictObject({
    late: means(
      'What the loan owes for being late, and the ways out; null when it is not late, or on a plan or flex pay.',
      z.nullable(lateLoan),
    ),
  }),
  examples: [
    {
      title: 'a single payment of S/ 500 ten days late',
      response: {
        late: {
          days: 10,
          due: 587.49,
          added: 14.46,
          tomorrow: 588.95,
          ways: [
            {
              kind: 'plan',
              now: 0,
              later: [
                { date: '2026-03-06', amount: 195.1 },
                { date: '2026-04-06', amount: 195.1 },
                { date: '2026-05-06', amount: 195.11 },
              ],
              soon: 195.1,
              total: 585.31,
              date: '2026-05-06',
              waived: 2.18,
            },
            { kind: 'payoff', now: 587.49, later: [], soon: 587.49, total: 587.49, date: '2026-02-24', waived: 0 },
            {
              kind: 'extension',
              now: 40.68,
              later: [{ date: '2026-03-10', amount: 573.03 }],
              soon: 613.71,
              total: 613.71,
              date: '2026-03-10',
              waived: 0,
            },
          ],
        },
      },
    },
    { title: 'a loan in order, or none', response: { late: null } },
  ],
});
