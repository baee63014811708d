import * as z from 'zod/mini';
import { date, soles } from './fields.ts';

/** A way for a client who cannot pay on the date: what is paid now, and what later. */
export const wayBody = z.strictObject({
  kind: z.enum(['plan', 'overdue', 'payoff', 'extension', 'flex']),
  now: soles(),
  later: z.array(z.strictObject({ date: date(), amount: soles() })),
  soon: soles(),
  total: soles(),
  date: date(),
  waived: soles(),
});
export type WayBody = z.infer<typeof wayBody>;
