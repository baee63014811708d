import * as z from 'zod/mini';
import { COMPLAINT_SOLUTIONS, type ComplaintAct } from '#loan/complaint.ts';
import { oneLine, paragraphs } from './field-rules/text.ts';

const words = (min: number, max: number) =>
  z.string({ error: 'required' }).check(
    z.overwrite(paragraphs),
    z.refine((value) => value !== '', { error: 'required' }),
    z.refine((value) => value === '' || value.length >= min, { error: 'too_short' }),
    z.maxLength(max, { error: 'too_long' }),
  );

/** The request body of each operator's act on a complaint. */
export const COMPLAINT_ACT_BODIES = {
  assign: z.strictObject({
    assignee: z.string({ error: 'required' }).check(
      z.overwrite(oneLine),
      z.refine((value) => value !== '', { error: 'required' }),
      z.maxLength(60, { error: 'too_long' }),
    ),
  }),
  note: z.strictObject({ text: words(3, 3_000) }),
  answer: z.strictObject({
    text: words(10, 5_000),
    solution: z.enum(COMPLAINT_SOLUTIONS, { error: 'not_allowed' }),
  }),
  settle: z.strictObject({ text: words(10, 3_000) }),
  close: z.strictObject({}),
} as const satisfies Record<ComplaintAct, z.ZodMiniObject>;
