import * as z from 'zod/mini';
import { explainedTerm } from './explained-term.ts';
import { date, percent, soles } from './fields.ts';

const fee = z.strictObject({ net: soles() });

/** The cost of a top-up (product-spec §3), with the additions of domain 2.15. */
export const topUpOfferBody = z.strictObject({
  offerId: z.string(),
  principalRequested: soles(),
  fees: z.strictObject({
    interestFee: z.optional(fee),
    techFee: z.optional(fee),
    adminFee: z.optional(fee),
    acceleratedAcceptanceFee: z.optional(fee),
  }),
  totalFeesVat: soles(),
  topUpTotal: soles(),
  dueDate: date(),
  tcea: percent(),
  loanTotalAfter: soles(),
  /** The terms of the loan's new total. */
  loanTerms: z.array(explainedTerm),
});
export type TopUpOfferBody = z.infer<typeof topUpOfferBody>;

/** A pending top-up. */
export const topUpBody = z.strictObject({
  status: z.enum(['ORIGINATED', 'DISBURSING']),
  offer: topUpOfferBody,
  /** The time at which the top-up expires unless it is signed. */
  expiresAt: z.iso.datetime(),
});
export type TopUpBody = z.infer<typeof topUpBody>;

/** S/ 200 on day 10 of EX1 (domain 3.8). */
export const TOP_UP_EXAMPLE: TopUpBody = {
  status: 'ORIGINATED',
  offer: {
    offerId: 'wq3cVbA0t8Jx9G1kq0M2ZQ',
    principalRequested: 200,
    fees: { interestFee: { net: 8.42 }, adminFee: { net: 4 } },
    totalFeesVat: 2.24,
    topUpTotal: 214.66,
    dueDate: '2026-02-14',
    tcea: 377.24,
    loanTotalAfter: 787.69,
    loanTerms: [
      { name: 'principal', amount: 700, basis: null },
      { name: 'interest', amount: 40.31, basis: null },
      { name: 'techFee', amount: 12, basis: null },
      { name: 'adminFee', amount: 14, basis: null },
      { name: 'acceleratedAcceptanceFee', amount: 8, basis: null },
      { name: 'vat', amount: 13.38, basis: { kind: 'share', of: 74.31, rate: 18 } },
    ],
  },
  expiresAt: '2026-01-26T17:00:00.000Z',
};

export const TOP_UP_TO_SIGN_EXAMPLE = {
  topUp: TOP_UP_EXAMPLE,
  documents: [
    {
      language: 'es' as const,
      title: 'Adenda de ampliación P-2026-0001234',
      pages: 1,
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      words: [{ kind: 'text' as const, text: 'Pediste más dinero sobre el mismo préstamo.' }],
    },
  ],
  acceptance: 'Leí la adenda y la acepto.',
};
