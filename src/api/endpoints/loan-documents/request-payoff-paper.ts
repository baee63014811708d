import * as z from 'zod/mini';
import { storedDocument, storedDocumentExample } from '#api/document-item.ts';
import { endpoint } from '#api/endpoint.ts';
import { date, loanNumber } from '#api/fields.ts';
import { means } from '#api/means.ts';

export const requestPayoffPaper = endpoint({
  name: 'request-payoff-paper',
  method: 'POST',
  path: '/api/v1/documents/payoff-quote',
  summary:
    'What ends a loan on a day, at most 30 days ahead, as a paper that is kept and valid until 23:59 of that day. Without a date: today.',
  access: 'full',
  body: z.strictObject({
    loanNumber: means('The loan it is about.', loanNumber()),
    date: means('The day of payment: today or one of the next 30 days.', z.optional(date())),
  }),
  successStatus: 201,
  response: storedDocument,
  refusals: ['not_found', 'loan_not_disbursed', 'loan_closed'],
  examples: [
    {
      title: 'for the end of the month',
      body: { loanNumber: 'P-2026-0001234', date: '2026-01-31' },
      response: {
        ...storedDocumentExample,
        type: 'PAYOFF_QUOTE',
        title: 'Liquidación para pago total P-2026-0001234',
        pages: 1,
      },
    },
  ],
});
