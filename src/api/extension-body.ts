import * as z from 'zod/mini';
import { explainedTerm, ON_TIME_TERMS_EXAMPLE } from './explained-term.ts';
import { date, percent, soles } from './fields.ts';
import { means } from './means.ts';

/** The price of an extension (domain 2.12): amounts first, then the yearly rate. */
export const extensionOption = {
  term: means('Days the due date moves.', z.int()),
  price: means('What is paid now, all parts together, soles.', soles()),
  breakdown: means(
    'The parts of the price.',
    z.strictObject({
      arrears: means(
        'What delay has cost so far.',
        z.strictObject({
          interest: means('Interest of the days past due, soles.', soles()),
          vat: means('IGV of it, soles.', soles()),
          moratory: means('Moratory interest, soles.', soles()),
        }),
      ),
      extensionInterest: means('Interest of the new term, discounted because it is paid in advance, soles.', soles()),
      extensionFee: means('Fee of the extension, soles.', soles()),
      vat: means('IGV of interest and fee of the extension, soles.', soles()),
    }),
  ),
  terms: means('How the price is worked out; the terms add up to it.', z.array(explainedTerm)),
  currentDueDate: means('The due date before.', date()),
  newDueDate: means('The due date afterwards.', date()),
  tceaAfter: means('True annual cost of the whole loan when it is extended, percent.', percent()),
  dueAfter: means(
    'What is paid on the new due date.',
    z.strictObject({
      amount: means('Soles.', soles()),
      terms: means('How it is worked out; the terms add up to it, or there are none.', z.array(explainedTerm)),
    }),
  ),
  totalCostAfter: means(
    'What is still paid from now on when extending: the price and the rest on the new due date, soles.',
    soles(),
  ),
  compareToPayingNow: means('What ends the loan today instead, soles.', soles()),
  validUntil: means('Until 23:59 of this day in Lima.', date()),
} as const;

export const extensionOptionBody = z.strictObject(extensionOption);
export type ExtensionOptionBody = z.infer<typeof extensionOptionBody>;

/** EX1 on its due date, for 14 days (domain 3.7). */
export const EXTENSION_EXAMPLE: ExtensionOptionBody = {
  term: 14,
  price: 26.22,
  breakdown: {
    arrears: { interest: 0, vat: 0, moratory: 0 },
    extensionInterest: 14.22,
    extensionFee: 8,
    vat: 4,
  },
  terms: [
    { name: 'extensionInterest', amount: 14.22, basis: { kind: 'advance', of: 500, rate: 110, days: 14 } },
    { name: 'extensionFee', amount: 8, basis: null },
    { name: 'vat', amount: 4, basis: { kind: 'share', of: 22.22, rate: 18 } },
  ],
  currentDueDate: '2026-02-14',
  newDueDate: '2026-02-28',
  tceaAfter: 349.52,
  dueAfter: { amount: 573.03, terms: ON_TIME_TERMS_EXAMPLE },
  totalCostAfter: 599.25,
  compareToPayingNow: 573.03,
  validUntil: '2026-02-14',
};
