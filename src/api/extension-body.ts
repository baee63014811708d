import * as z from 'zod/mini';
import { date, percent, soles } from './fields.ts';

/** What moving the due date costs (domain 2.12): soles first, the yearly rate after them. */
export const extensionOption = {
  term: z.int(),
  price: soles(),
  breakdown: z.strictObject({
    arrears: z.strictObject({ interest: soles(), vat: soles(), moratory: soles() }),
    extensionInterest: soles(),
    extensionFee: soles(),
    vat: soles(),
  }),
  currentDueDate: date(),
  newDueDate: date(),
  tceaAfter: percent(),
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
  currentDueDate: '2026-02-14',
  newDueDate: '2026-02-28',
  tceaAfter: 349.52,
  totalCostAfter: 599.25,
  compareToPayingNow: 573.03,
  validUntil: '2026-02-14',
};
