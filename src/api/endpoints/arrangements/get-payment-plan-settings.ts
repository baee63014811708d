import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { date, soles } from '#api/fields.ts';
import { means } from '#api/means.ts';
import { PAYMENT_CHANNELS } from '#loan/payment-plan.ts';

const count = () => z.int().check(z.positive());

export const getPaymentPlanSettings = endpoint({
  name: 'get-payment-plan-settings',
  method: 'GET',
  path: '/api/v1/loan/payment-plan/settings',
  summary: 'Whether the client may have a payment plan, and what it may look like.',
  access: 'full',
  response: z.strictObject({
    minItems: means('Fewest payments.', count()),
    maxItems: means('Most payments; fewer for a small balance.', count()),
    itemStep: means('Between two numbers of payments.', count()),
    allowedDates: means('The days the first payment may be on.', z.array(date())),
    eligible: means('Whether it may be had now.', z.boolean()),
    reason: means(
      'Why it may not; null when it may.',
      z.nullable(
        z.enum([
          'no_active_loan',
          'loan_not_late',
          'already_on_a_plan',
          'too_many_broken_plans',
          'nothing_to_pay',
          'too_little_to_pay',
        ]),
      ),
    ),
    minPayment: means('The smallest payment, soles.', soles()),
    channels: means('How the plan may be paid.', z.array(z.enum(PAYMENT_CHANNELS))),
  }),
  examples: [
    {
      title: 'a loan that is late',
      response: {
        minItems: 2,
        maxItems: 6,
        itemStep: 1,
        allowedDates: ['2026-02-25', '2026-02-26', '2026-02-27', '2026-02-28', '2026-03-02'],
        eligible: true,
        reason: null,
        minPayment: 30,
        channels: ['MANUAL', 'PAGOEFECTIVO', 'NIUBIZ'],
      },
    },
  ],
});
