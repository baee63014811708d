import * as z from 'zod/mini';
import { LANGUAGES } from './languages.ts';
import { means } from './means.ts';

const line = z.strictObject({
  label: means('What the line is about.', z.string()),
  value: means('What it says.', z.string()),
});

/** The content of a paper in reading order: the words of its PDF, for a page. */
export const paperBlock = z.union([
  z.strictObject({
    kind: means('What the block is: heading, text, note, list, lines or table.', z.enum(['heading', 'text', 'note'])),
    text: means('One line of words.', z.string()),
  }),
  z.strictObject({
    kind: means('What the block is: heading, text, note, list, lines or table.', z.literal('list')),
    items: means('The points of a list, in their order.', z.array(z.string())),
  }),
  z.strictObject({
    kind: means('What the block is: heading, text, note, list, lines or table.', z.literal('lines')),
    lines: means('Lines that stand together.', z.array(line)),
  }),
  z.strictObject({
    kind: means('What the block is: heading, text, note, list, lines or table.', z.literal('table')),
    columns: means('What is above each column of a table.', z.array(z.string())),
    rows: means('The lines of a table, as many cells as columns.', z.array(z.array(z.string()))),
    foot: means('The last line of a table: its sums.', z.optional(z.array(z.string()))),
  }),
]);
/** A paper to be read before it is signed. */
export const readPaper = z.strictObject({
  language: means('es: the text that binds. en: a courtesy copy.', z.enum(LANGUAGES)),
  title: means('Its name, as the client reads it.', z.string()),
  pages: means('How many pages it has.', z.int()),
  sha256: means('SHA-256 of the file, in hex: what a copy is checked by.', z.string()),
  words: means(
    'What the paper says, block by block; empty for a paper printed before its words were kept.',
    z.array(paperBlock),
  ),
});
export type ReadPaper = z.infer<typeof readPaper>;
export type PaperBlock = z.infer<typeof paperBlock>;
