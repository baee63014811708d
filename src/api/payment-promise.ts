import * as z from 'zod/mini';
import { date, soles } from './fields.ts';

/** An amount that a client says will be paid, and the last day for it. It changes nothing of what is owed. */
export const paymentPromise = z.strictObject({ amount: soles(), date: date() });
