import * as z from 'zod/mini';
import { explainedTerm } from './explained-term.ts';
import { FEE_MEANINGS } from './fee-meanings.ts';
import { date, percent, soles } from './fields.ts';
import { means } from './means.ts';

const fee = z.strictObject({ net: means('Before discount, soles.', soles()) });

/** The cost of a top-up (product-spec §3), with the additions of domain 2.15. */
export const topUpOfferBody = z.strictObject({
  offerId: means('Names the offer that counts.', z.string()),
  principalRequested: means('What would be borrowed more, soles.', soles()),
  fees: means(
    'What it costs: one line per fee, before IGV.',
    z.strictObject({
      interestFee: means(FEE_MEANINGS.interestFee, z.optional(fee)),
      techFee: means(FEE_MEANINGS.techFee, z.optional(fee)),
      adminFee: means(FEE_MEANINGS.adminFee, z.optional(fee)),
      acceleratedAcceptanceFee: means(FEE_MEANINGS.acceleratedAcceptanceFee, z.optional(fee)),
    }),
  ),
  totalFeesVat: means('IGV of what it costs, soles.', soles()),
  topUpTotal: means('What is paid back for it on the due date, soles.', soles()),
  dueDate: means('The due date of the loan.', date()),
  tcea: means('True annual cost of loan and top-up together, with what was paid so far, percent.', percent()),
  loanTotalAfter: means('What is paid back for loan and top-up together, soles.', soles()),
  loanTerms: means('How that is worked out; the terms add up to it, or there are none.', z.array(explainedTerm)),
});
export type TopUpOfferBody = z.infer<typeof topUpOfferBody>;

/** A pending top-up. */
export const topUpBody = z.strictObject({
  status: means(
    'ORIGINATED: waits for the signature. DISBURSING: signed, the money is on its way.',
    z.enum(['ORIGINATED', 'DISBURSING']),
  ),
  offer: means('What it costs: today while it waits, as it was signed afterwards.', topUpOfferBody),
  expiresAt: means('When it is over unless signed.', z.iso.datetime()),
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
