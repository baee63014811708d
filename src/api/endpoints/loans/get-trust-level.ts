import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { date } from '#api/fields.ts';
import { loanNumber } from '#api/payment.ts';
import { TRUST_EVENTS, TRUST_LEVEL_NAMES } from '#loan/trust-level.ts';

const event = z.enum(TRUST_EVENTS);

export const getTrustLevel = endpoint({
  name: 'get-trust-level',
  method: 'GET',
  path: '/api/v1/profile/trust-level',
  summary:
    'What the client is known for, what it is worth, and what would be worth more. A level is not a promise of credit.',
  access: 'full',
  response: z.strictObject({
    level: z.int(),
    name: z.enum(TRUST_LEVEL_NAMES),
    points: z.int(),
    /** The level's minimum of points; null for the first level. */
    fromPoints: z.nullable(z.int()),
    next: z.nullable(
      z.strictObject({
        level: z.int(),
        pointsNeeded: z.int(),
        how: z.array(z.strictObject({ event, points: z.int() })),
      }),
    ),
    /** Until a loan was paid back the limit is that of a first loan, at any level. */
    isFirstLoan: z.boolean(),
    benefits: z.array(z.strictObject({ code: z.enum(['MAX_SINGLE_PAY', 'TECH_FEE_DISCOUNT']), value: z.number() })),
    history: z.array(z.strictObject({ date: date(), event, delta: z.int(), loanNumber: z.optional(loanNumber()) })),
  }),
  examples: [
    {
      title: 'e-mail, identity and bank account are known',
      response: {
        level: 2,
        name: 'known',
        points: 25,
        fromPoints: 20,
        next: {
          level: 3,
          pointsNeeded: 25,
          how: [
            { event: 'loan-paid-on-time', points: 20 },
            { event: 'profile-confirmed', points: 5 },
          ],
        },
        isFirstLoan: false,
        benefits: [
          { code: 'MAX_SINGLE_PAY', value: 800 },
          { code: 'TECH_FEE_DISCOUNT', value: 5 },
        ],
        history: [
          { date: '2026-01-14', event: 'email-verified', delta: 5 },
          { date: '2026-01-14', event: 'identity-approved', delta: 15 },
          { date: '2026-01-15', event: 'bank-account-confirmed', delta: 5, loanNumber: 'P-2026-0000001' },
        ],
      },
    },
  ],
});
