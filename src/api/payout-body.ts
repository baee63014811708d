import * as z from 'zod/mini';
import { soles } from './fields.ts';
import { means } from './means.ts';

const instant = () => z.iso.datetime();

/** The account that receives a loan, as its holder may see it. */
export const receivingAccount = z.strictObject({
  bank: means('Its name; null when it is not known any more.', z.nullable(z.string())),
  masked: means('The last four digits.', z.string()),
  holder: means('Who it belongs to.', z.string()),
});
export type ReceivingAccount = z.infer<typeof receivingAccount>;

/** The way of the money of a signed loan: what has happened has its time, the rest is null. */
export const payoutBody = z.strictObject({
  amount: means('What is paid out, soles.', soles()),
  signedAt: means('When the contract was signed.', instant()),
  sentAt: means('When the bank was given the order; null before.', z.nullable(instant())),
  paidAt: means('When the bank confirmed it; null before.', z.nullable(instant())),
});
export type PayoutBody = z.infer<typeof payoutBody>;
