import * as z from 'zod/mini';

const line = z.strictObject({ label: z.string(), value: z.string() });

/** What a paper says, in reading order: the words of its PDF, for a page. */
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
export type PaperBlock = z.infer<typeof paperBlock>;
