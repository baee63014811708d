import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { date } from '#api/fields.ts';
import { means } from '#api/means.ts';
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
    level: means('1 to 5.', z.int()),
    name: means('Name of the level; its text is the screen’s.', z.enum(TRUST_LEVEL_NAMES)),
    points: means('All points together.', z.int()),
    fromPoints: means(
      'The points at which the level starts; null for the first, which everybody has.',
      z.nullable(z.int()),
    ),
    next: means(
      'The next level; null at the last.',
      z.nullable(
        z.strictObject({
          level: means('Its number.', z.int()),
          pointsNeeded: means('Points that are missing.', z.int()),
          how: means(
            'What would bring points, the most first.',
            z.array(z.strictObject({ event: means('What it is.', event), points: means('What it brings.', z.int()) })),
          ),
        }),
      ),
    ),
    isFirstLoan: means('No loan was paid back yet: the limit is that of a first loan, at any level.', z.boolean()),
    benefits: means(
      'What the level is good for. It is not a promise of credit.',
      z.array(
        z.strictObject({
          code: means(
            'MAX_SINGLE_PAY: the most in one payment, soles. TECH_FEE_DISCOUNT: percent off the techFee.',
            z.enum(['MAX_SINGLE_PAY', 'TECH_FEE_DISCOUNT']),
          ),
          value: means('Soles or percent.', z.number()),
        }),
      ),
    ),
    history: means(
      'What the client is known for, oldest first.',
      z.array(
        z.strictObject({
          date: means('The day it happened.', date()),
          event: means('What happened.', event),
          delta: means('What it counts: below zero for what was late.', z.int()),
          loanNumber: means('The loan it is about.', z.optional(loanNumber())),
        }),
      ),
    ),
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
