import * as z from 'zod/mini';
import { date, soles } from './fields.ts';
import { means } from './means.ts';

/** A request for a plan (product-spec §7). The day's settings decide whether it is allowed. */
export const planRequest = {
  numberOfPayments: means('How many payments.', z.int().check(z.minimum(1), z.maximum(60))),
  firstPaymentDate: means('The day of the first; the others follow on the same day of the month.', date()),
  paymentChannel: means(
    'How the client means to pay: MANUAL (also when a request does not say), PAGOEFECTIVO or NIUBIZ.',
    z.optional(z.string().check(z.maxLength(40))),
  ),
};

const planAmount = z.strictObject({
  total: means('The payment, soles.', soles()),
  principal: means('Principal, soles.', soles()),
  interest: means('Interest, soles.', soles()),
  fees: means('Fees before IGV, soles.', soles()),
  vat: means('IGV, soles.', soles()),
  moratory: means('Moratory interest: always 0, a plan leaves it out.', soles()),
});

export const planOfferBody = z.strictObject({
  offerId: means('Names the offer that counts.', z.string()),
  validUntil: means('Until 23:59 of this day in Lima.', date()),
  total: means('What the plan asks for, all payments together, soles.', soles()),
  request: means('What was asked.', z.strictObject({ numberOfPayments: means('How many payments.', z.int()) })),
  payments: means(
    'The payments, in order.',
    z.array(
      z.strictObject({
        number: means('1, 2, …', z.int()),
        dueDate: means('The day it is due.', date()),
        amount: means('The payment and its parts.', planAmount),
      }),
    ),
  ),
  waived: means(
    'Left out of the plan, and forgiven when it is kept.',
    z.strictObject({
      moratory: means('Moratory interest so far; it comes back only if the plan breaks, soles.', soles()),
    }),
  ),
  interestDuringPlan: means('What the plan itself costs: nothing.', soles()),
});
export type PlanOfferBody = z.infer<typeof planOfferBody>;
