import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { EXTENSION_EXAMPLE, extensionOptionBody } from '#api/extension-body.ts';
import { date, soles } from '#api/fields.ts';
import { means } from '#api/means.ts';
import { EXTENSION_STATUSES } from '#loan/extension.ts';

export const getExtensionOptions = endpoint({
  name: 'get-extension-options',
  method: 'GET',
  path: '/api/v1/loan/extension/options',
  summary: 'Whether the due date can be moved, what each term costs today, and what became of the last one.',
  access: 'full',
  response: z.strictObject({
    eligible: means('Whether it may be had now.', z.boolean()),
    reason: means(
      'Why it may not; null when it may.',
      z.nullable(
        z.enum([
          'no_active_loan',
          'not_a_single_payment',
          'loan_not_active',
          'on_a_plan',
          'too_late',
          'top_up_in_progress',
          'too_many_extensions',
          'too_long',
          'parameter_missing',
        ]),
      ),
    ),
    options: means('What each term costs today; a term that cannot be had is missing.', z.array(extensionOptionBody)),
    latest: means(
      'The extension that waits for the rest of its price; else the last that was asked for, one that was given up only when there is no other; null when there was none.',
      z.nullable(
        z.strictObject({
          quoteId: means('Names the quote.', z.guid()),
          status: means(
            'QUOTED, PAYMENT_PENDING, ACTIVE (the due date moved), APPLIED_AS_PAYMENT (the money came late and too little, or when it could not be had any more, and was used as a payment), EXPIRED, or REVERSED (its money went back, and so did the due date).',
            z.enum(EXTENSION_STATUSES),
          ),
          term: means('Days the due date moves.', z.int()),
          price: means('What is paid now, all parts together, soles.', soles()),
          newDueDate: means('The due date afterwards.', date()),
          missing: means(
            'When a part of the price was paid: what is missing of it. With APPLIED_AS_PAYMENT: what was missing on the day of the money; null when it could not be had any more, soles.',
            z.nullable(soles()),
          ),
        }),
      ),
    ),
  }),
  examples: [
    {
      title: 'on the due date',
      response: { eligible: true, reason: null, options: [EXTENSION_EXAMPLE], latest: null },
    },
    {
      title: 'money that came late and was too little was used as a payment',
      response: {
        eligible: true,
        reason: null,
        options: [EXTENSION_EXAMPLE],
        latest: {
          quoteId: '019c5d4a-1c00-7000-8000-000000000001',
          status: 'APPLIED_AS_PAYMENT',
          term: 14,
          price: 26.22,
          newDueDate: '2026-02-28',
          missing: 14.46,
        },
      },
    },
  ],
});
