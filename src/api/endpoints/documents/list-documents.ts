import * as z from 'zod/mini';
import { storedDocument, storedDocumentExample } from '#api/document-item.ts';
import { DOCUMENT_TYPES } from '#api/document-types.ts';
import { endpoint } from '#api/endpoint.ts';
import { loanNumber } from '#api/fields.ts';
import { means } from '#api/means.ts';

const documentPage = z.strictObject({
  items: means('Newest first, at most 50.', z.array(storedDocument)),
  nextCursor: means('For the next page; null at the end.', z.nullable(z.guid())),
});

export const listDocuments = endpoint({
  name: 'list-documents',
  method: 'GET',
  path: '/api/v1/documents',
  summary: 'The papers of the client, newest first: contracts, schedules, receipts, statements and the rest.',
  access: 'full',
  query: z.strictObject({
    type: means('Only papers of this kind.', z.optional(z.enum(DOCUMENT_TYPES))),
    loan: means('Only papers of this loan.', z.optional(loanNumber())),
    cursor: means('nextCursor of the page before.', z.optional(z.guid())),
  }),
  response: documentPage,
  examples: [
    {
      title: 'the contract of a loan',
      query: { type: 'CONTRACT', loan: 'P-2026-0001234', cursor: '019bc1f3-0000-7000-8000-000000000001' },
      response: { items: [storedDocumentExample], nextCursor: null },
    },
  ],
});
