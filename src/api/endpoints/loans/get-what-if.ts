import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { explainedTerm, TERMS_EXAMPLE } from '#api/explained-term.ts';
import { date, soles } from '#api/fields.ts';
import { loanParams } from '#api/payment.ts';
import { WHAT_IF_KINDS } from '#loan/what-if.ts';

const days = () => z.int().check(z.nonnegative());

const scenario = z.strictObject({
  kind: z.enum(WHAT_IF_KINDS),
  days: z.nullable(days()),
  date: date(),
  now: soles(),
  total: soles(),
  cost: soles(),
  difference: soles(),
  terms: z.array(explainedTerm),
  /** The terms of `now`. */
  nowTerms: z.array(explainedTerm),
});
export type ScenarioBody = z.infer<typeof scenario>;

const whatIf = z.strictObject({
  date: date(),
  principal: soles(),
  comparedTo: z.enum(['on-time', 'today']),
  /** Days that the loan is late; the days of `late` then count from today. */
  daysPastDue: days(),
  /** Cheapest first; one while a plan or flex pay freezes accrual, none when nothing is owed. */
  scenarios: z.array(scenario),
  prepay: z.nullable(z.strictObject({ min: soles(), max: soles() })),
});
export type WhatIfBody = z.infer<typeof whatIf>;

/** The maximum of days late in a scenario. */
export const MAX_LATE_DAYS = 30;

export const getWhatIf = endpoint({
  name: 'get-what-if',
  method: 'GET',
  path: '/api/v1/loan/{number}/what-if',
  summary: 'Every way to go on with a loan, side by side in soles: today, partly early, on time, late, extended.',
  access: 'basic',
  params: loanParams,
  query: z.strictObject({
    lateDays: z.optional(z.string().check(z.regex(/^\d{1,2}$/))),
    prepay: z.optional(z.string().check(z.regex(/^\d{1,6}(?:\.\d{1,2})?$/))),
  }),
  response: whatIf,
  examples: [
    {
      title: 'a single payment of S/ 500 on its twelfth day',
      params: { number: 'P-2026-0001234' },
      query: { lateDays: '10' },
      response: {
        date: '2026-01-27',
        principal: 500,
        comparedTo: 'on-time',
        daysPastDue: 0,
        scenarios: [
          {
            kind: 'today',
            days: null,
            date: '2026-01-27',
            now: 534.59,
            total: 534.59,
            cost: 34.59,
            difference: -38.44,
            terms: TERMS_EXAMPLE,
            nowTerms: TERMS_EXAMPLE,
          },
        ],
        prepay: { min: 20, max: 534.58 },
      },
    },
  ],
});
