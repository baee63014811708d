import * as z from 'zod/mini';
import { TERM_NAMES } from '#loan/explanation.ts';
import { percent, soles } from './fields.ts';
import { means } from './means.ts';

/** One term of a sum with its calculation; the terms add up to the sum. */
export const explainedTerm = z.strictObject({
  name: means('What it is for; `credit` is the client’s own money, taken off.', z.enum(TERM_NAMES)),
  amount: means('Soles, below zero when it is taken off.', soles()),
  basis: means(
    'How it is reckoned; null where there is nothing to reckon.',
    z.nullable(
      z.union([
        z.strictObject({
          kind: means(
            '`rate`: a yearly rate over days. `advance`: the same, discounted because it is paid before them. `share`: a percentage, rounded line by line. `parts`: some of equal parts.',
            z.enum(['rate', 'advance']),
          ),
          of: means('What it is reckoned on, soles.', soles()),
          rate: means('Percent.', percent()),
          days: means('Days the rate runs.', z.int().check(z.nonnegative())),
        }),
        z.strictObject({
          kind: means(
            '`rate`: a yearly rate over days. `advance`: the same, discounted because it is paid before them. `share`: a percentage, rounded line by line. `parts`: some of equal parts.',
            z.literal('share'),
          ),
          of: means('What it is reckoned on, soles.', soles()),
          rate: means('Percent.', percent()),
        }),
        z.strictObject({
          kind: means(
            '`rate`: a yearly rate over days. `advance`: the same, discounted because it is paid before them. `share`: a percentage, rounded line by line. `parts`: some of equal parts.',
            z.literal('parts'),
          ),
          of: means('What it is reckoned on, soles.', soles()),
          count: means('How many of the parts.', z.int().check(z.positive())),
          parts: means('Into how many equal parts, each rounded up.', z.int().check(z.positive())),
        }),
      ]),
    ),
  ),
});
export type TermBody = z.infer<typeof explainedTerm>;

/** EX1 of the domain on its twelfth day, 534,59, for the documentation. */
export const TERMS_EXAMPLE: TermBody[] = [
  { name: 'principal', amount: 500, basis: null },
  { name: 'interest', amount: 12.52, basis: { kind: 'rate', of: 500, rate: 110, days: 12 } },
  { name: 'techFee', amount: 4.8, basis: null },
  { name: 'adminFee', amount: 4, basis: null },
  { name: 'acceleratedAcceptanceFee', amount: 8, basis: null },
  { name: 'vat', amount: 5.27, basis: { kind: 'share', of: 29.32, rate: 18 } },
];

/** EX1 on its due date, 573,03, for the documentation. */
export const ON_TIME_TERMS_EXAMPLE: TermBody[] = [
  { name: 'principal', amount: 500, basis: null },
  { name: 'interest', amount: 31.89, basis: { kind: 'rate', of: 500, rate: 110, days: 30 } },
  { name: 'techFee', amount: 12, basis: null },
  { name: 'adminFee', amount: 10, basis: null },
  { name: 'acceleratedAcceptanceFee', amount: 8, basis: null },
  { name: 'vat', amount: 11.14, basis: { kind: 'share', of: 61.89, rate: 18 } },
];

/** EX1 sixteen days late, 596,30, for the documentation. */
export const LATE_TERMS_EXAMPLE: TermBody[] = [
  { name: 'principal', amount: 500, basis: null },
  { name: 'interest', amount: 31.89, basis: { kind: 'rate', of: 500, rate: 110, days: 30 } },
  { name: 'lateInterest', amount: 16.76, basis: { kind: 'rate', of: 500, rate: 110, days: 16 } },
  { name: 'moratory', amount: 3.49, basis: { kind: 'rate', of: 500, rate: 16.97, days: 16 } },
  { name: 'techFee', amount: 12, basis: null },
  { name: 'adminFee', amount: 10, basis: null },
  { name: 'acceleratedAcceptanceFee', amount: 8, basis: null },
  { name: 'vat', amount: 14.16, basis: { kind: 'share', of: 78.65, rate: 18 } },
];
