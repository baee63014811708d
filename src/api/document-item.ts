import * as z from 'zod/mini';
import { DOCUMENT_TYPES } from './document-types.ts';
import { loanNumber } from './fields.ts';
import { LANGUAGES } from './languages.ts';
import { means } from './means.ts';

/** A document in a list; its file is `GET /documents/{id}/file`. */
export const storedDocument = z.strictObject({
  id: means('Names the paper.', z.guid()),
  type: means('Kind of paper.', z.enum(DOCUMENT_TYPES)),
  title: means('Its name, as the client reads it.', z.string()),
  language: means('es: the text that binds. en: a courtesy copy.', z.enum(LANGUAGES)),
  loanNumber: means('The loan it is about; null for papers of the person.', z.nullable(loanNumber())),
  version: means(
    'Counts papers that replace each other: the second schedule of a loan is 2.',
    z.int().check(z.positive()),
  ),
  createdAt: means('When it was issued.', z.iso.datetime()),
  pages: means('How many pages it has.', z.int().check(z.positive())),
  bytes: means('Size of the file.', z.int().check(z.positive())),
  sha256: means('SHA-256 of the file, in hex: what a copy is checked by.', z.string().check(z.regex(/^[0-9a-f]{64}$/))),
  supersededBy: means('The paper that replaces it; null while it counts.', z.nullable(z.guid())),
  pairedWith: means(
    'The tax document of the same loan and day as a payment receipt, or the receipt of a tax document.',
    z.optional(z.nullable(z.guid())),
  ),
});
export type StoredDocumentBody = z.infer<typeof storedDocument>;

export const storedDocumentExample: StoredDocumentBody = {
  id: '019bc1f2-7a10-7d3e-9c55-0d6c3f0c1b2a',
  type: 'CONTRACT',
  title: 'Contrato de préstamo P-2026-0001234',
  language: 'es',
  loanNumber: 'P-2026-0001234',
  version: 1,
  createdAt: '2026-01-15T15:42:08.000Z',
  pages: 4,
  bytes: 47_639,
  sha256: '3f1d6a0c9be8f47a25d07c1184e6b93f0a58c2d76e914b30f7a5c8d2e6019b4c',
  supersededBy: null,
};
