import * as z from 'zod/mini';
import { date, soles } from './fields.ts';
import { means } from './means.ts';

/** A way for a client who cannot pay on the date: what is paid now, and what later. */
export const wayBody = z.strictObject({
  kind: means(
    '`plan`: payments by the month, without more interest. `overdue`: what is due now, and the other instalments on their dates. `payoff`: everything today. `extension`: the shortest that can be had. `flex`: any amounts until a last day.',
    z.enum(['plan', 'overdue', 'payoff', 'extension', 'flex']),
  ),
  now: means('What is paid today, soles.', soles()),
  later: means(
    'What is paid afterwards.',
    z.array(z.strictObject({ date: means('By when.', date()), amount: means('Soles.', soles()) })),
  ),
  soon: means('The part of it that is due within thirty days, soles.', soles()),
  total: means('All of it, soles.', soles()),
  date: means('The day of the last payment.', date()),
  waived: means('Moratory interest that is forgiven when a plan is kept, soles.', soles()),
});
export type WayBody = z.infer<typeof wayBody>;
