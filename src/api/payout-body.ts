import * as z from 'zod/mini';
import { soles } from './fields.ts';

const instant = () => z.iso.datetime();

/** The account that receives a loan, as its holder may see it. */
export const receivingAccount = z.strictObject({
  bank: z.nullable(z.string()),
  masked: z.string(),
  holder: z.string(),
});
export type ReceivingAccount = z.infer<typeof receivingAccount>;

/** The way of the money of a signed loan: what has happened has its time, the rest is null. */
export const payoutBody = z.strictObject({
  amount: soles(),
  signedAt: instant(),
  /** Given to the bank. */
  sentAt: z.nullable(instant()),
  /** The bank has confirmed it. */
  paidAt: z.nullable(instant()),
});
export type PayoutBody = z.infer<typeof payoutBody>;
