import * as z from 'zod/mini';
import { LANGUAGES } from './languages.ts';

const line = z.strictObject({ label: z.string(), value: z.string() });

/** The content of a paper in reading order: the words of its PDF, for a page. */
export const paperBlock = z.union([
  z.strictObject({ kind: z.enum(['heading', 'text', 'note']), text: z.string() }),
  z.strictObject({ kind: z.literal('list'), items: z.array(z.string()) }),
  z.strictObject({ kind: z.literal('lines'), lines: z.array(line) }),
  z.strictObject({
    kind: z.literal('table'),
    columns: z.array(z.string()),
    rows: z.array(z.array(z.string())),
    foot: z.optional(z.array(z.string())),
  }),
]);
/** A paper to be read before it is signed. */
export const readPaper = z.strictObject({
  /** The Spanish text is binding; the English one is a translation. */
  language: z.enum(LANGUAGES),
  title: z.string(),
  pages: z.int(),
  sha256: z.string(),
  /** The content of the paper, for the page; empty for a paper printed before its words were kept. */
  words: z.array(paperBlock),
});
export type ReadPaper = z.infer<typeof readPaper>;
export type PaperBlock = z.infer<typeof paperBlock>;
