import * as z from 'zod/mini';
import { date, soles } from './fields.ts';

/** A request for a plan (product-spec §7). The day's settings decide whether it is allowed. */
export const planRequest = {
  numberOfPayments: z.int().check(z.minimum(1), z.maximum(60)),
  firstPaymentDate: date(),
  paymentChannel: z.optional(z.string().check(z.maxLength(40))),
};

const planAmount = z.strictObject({
  total: soles(),
  principal: soles(),
  interest: soles(),
  fees: soles(),
  vat: soles(),
  moratory: soles(),
});

export const planOfferBody = z.strictObject({
  offerId: z.string(),
  /** Until 23:59 of this day in Lima. */
  validUntil: date(),
  total: soles(),
  request: z.strictObject({ numberOfPayments: z.int() }),
  payments: z.array(z.strictObject({ number: z.int(), dueDate: date(), amount: planAmount })),
  waived: z.strictObject({ moratory: soles() }),
  interestDuringPlan: soles(),
});
export type PlanOfferBody = z.infer<typeof planOfferBody>;
