import * as z from 'zod/mini';
import { DOCUMENT_TYPES } from './document-types.ts';
import { loanNumber } from './fields.ts';
import { LANGUAGES } from './languages.ts';

/** A document in a list; its file is `GET /documents/{id}/file`. */
export const storedDocument = z.strictObject({
  id: z.guid(),
  type: z.enum(DOCUMENT_TYPES),
  title: z.string(),
  language: z.enum(LANGUAGES),
  loanNumber: z.nullable(loanNumber()),
  version: z.int().check(z.positive()),
  createdAt: z.iso.datetime(),
  pages: z.int().check(z.positive()),
  bytes: z.int().check(z.positive()),
  /** The file's digest, in hex: it never changes, and identifies copies. */
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  supersededBy: z.nullable(z.guid()),
  /** Of a payment receipt the tax document of its loan and day, and the other way round. */
  pairedWith: z.optional(z.nullable(z.guid())),
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
