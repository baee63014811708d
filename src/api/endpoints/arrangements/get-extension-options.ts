import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { EXTENSION_EXAMPLE, extensionOptionBody } from '#api/extension-body.ts';
import { date, soles } from '#api/fields.ts';
import { EXTENSION_STATUSES } from '#loan/extension.ts';

export const getExtensionOptions = endpoint({
  name: 'get-extension-options',
  method: 'GET',
  path: '/api/v1/loan/extension/options',
  summary: 'Whether the due date can be moved, what each term costs today, and what became of the last one.',
  access: 'full',
  response: z.strictObject({
    eligible: z.boolean(),
    reason: z.nullable(
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
    options: z.array(extensionOptionBody),
    /** The extension that waits for the rest of its price, or the last one that was requested and not given up. */
    latest: z.nullable(
      z.strictObject({
        quoteId: z.guid(),
        status: z.enum(EXTENSION_STATUSES),
        term: z.int(),
        price: soles(),
        newDueDate: date(),
        /** The missing part, when the money was too little, or is so far. */
        missing: z.nullable(soles()),
      }),
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
