import * as z from 'zod/mini';
import { storedDocument, storedDocumentExample } from '#api/document-item.ts';
import { endpoint } from '#api/endpoint.ts';
import { date, loanNumber } from '#api/fields.ts';
import { means } from '#api/means.ts';

export const requestStatement = endpoint({
  name: 'request-statement',
  method: 'POST',
  path: '/api/v1/documents/statement',
  summary:
    'A statement of a loan for a period, as a paper that is kept. Without dates it runs from disbursement to today. Asked again with nothing new in between, the answer is the same paper.',
  access: 'full',
  body: z.strictObject({
    loanNumber: means('The loan it is about.', loanNumber()),
    from: means('First day; of disbursement unless told.', z.optional(date())),
    to: means('Last day, not in the future; today unless told.', z.optional(date())),
  }),
  successStatus: 201,
  response: storedDocument,
  refusals: ['not_found', 'loan_not_disbursed'],
  examples: [
    {
      title: 'the first quarter',
      body: { loanNumber: 'P-2026-0001234', from: '2026-01-15', to: '2026-03-31' },
      response: { ...storedDocumentExample, type: 'STATEMENT', title: 'Estado de cuenta P-2026-0001234', pages: 2 },
    },
  ],
});
