import * as z from 'zod/mini';
import { date, soles } from './fields.ts';
import { means } from './means.ts';

/** An amount that a client says will be paid, and the last day for it. It changes nothing of what is owed. */
export const paymentPromise = z.strictObject({
  amount: means('What is promised, soles.', soles()),
  date: means('The day by whose end it comes.', date()),
});
