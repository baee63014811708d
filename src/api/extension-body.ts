import * as z from 'zod/mini';
import { explainedTerm, ON_TIME_TERMS_EXAMPLE } from './explained-term.ts';
import { date, percent, soles } from './fields.ts';

/** The price of an extension (domain 2.12): amounts first, then the yearly rate. */
export const extensionOption = {
  term: z.int(),
  price: soles(),
  breakdown: z.strictObject({
    arrears: z.strictObject({ interest: soles(), vat: soles(), moratory: soles() }),
    extensionInterest: soles(),
    extensionFee: soles(),
    vat: soles(),
  }),
  /** The terms of the price. */
  terms: z.array(explainedTerm),
  currentDueDate: date(),
  newDueDate: date(),
  tceaAfter: percent(),
  /** The rest on the new due date, with its terms. */
  dueAfter: z.strictObject({ amount: soles(), terms: z.array(explainedTerm) }),
  totalCostAfter: soles(),
  compareToPayingNow: soles(),
  validUntil: date(),
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
