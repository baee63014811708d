import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { explainedTerm, TERMS_EXAMPLE } from '#api/explained-term.ts';
import { date, soles } from '#api/fields.ts';
import { means } from '#api/means.ts';
import { loanParams } from '#api/payment.ts';
import { WHAT_IF_KINDS } from '#loan/what-if.ts';

const days = () => z.int().check(z.nonnegative());

const scenario = z.strictObject({
  kind: means('Which way.', z.enum(WHAT_IF_KINDS)),
  days: means('Days late, or days of the extension; null for the others.', z.nullable(days())),
  date: means('The last payment.', date()),
  now: means('What is paid today, soles.', soles()),
  total: means('Everything that is paid from today on, soles.', soles()),
  cost: means('The total without the principal, soles.', soles()),
  difference: means('More than in the way it is compared to, below zero less, soles.', soles()),
  terms: means('How the total is worked out; the terms add up to it.', z.array(explainedTerm)),
  nowTerms: means('How what is paid today is worked out; the terms add up to it.', z.array(explainedTerm)),
});
export type ScenarioBody = z.infer<typeof scenario>;

const whatIf = z.strictObject({
  date: means('The day the comparison is made for.', date()),
  principal: means('Principal owed today, soles.', soles()),
  comparedTo: means(
    'The way the differences are counted from: on time, or today when it is too late for that.',
    z.enum(['on-time', 'today']),
  ),
  daysPastDue: means(
    'Days since the oldest unpaid due date; 0 while nothing is late. The days of `late` then count from today.',
    days(),
  ),
  scenarios: means(
    'The ways to go on, cheapest first; one while a plan or flex pay runs, none when nothing is owed.',
    z.array(scenario),
  ),
  prepay: means(
    'The bounds of what can be paid today; null when no part can.',
    z.nullable(
      z.strictObject({
        min: means('The least that is taken, soles.', soles()),
        max: means('The most that does not end the loan, soles.', soles()),
      }),
    ),
  ),
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
    lateDays: means(
      'How many days late the comparison assumes; 10 unless told, at most 30.',
      z.optional(z.string().check(z.regex(/^\d{1,2}$/))),
    ),
    prepay: means(
      'What would be paid today, soles; half of the principal unless told.',
      z.optional(z.string().check(z.regex(/^\d{1,6}(?:\.\d{1,2})?$/))),
    ),
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
