import type { FieldError } from '#api/errors.ts';
import { isSameOperation } from '#api/field-rules/operation-number.ts';
import { type CalendarDate, isCalendarDate } from '#loan/calendar.ts';
import type { Cents } from '#loan/money.ts';
import { railOf } from '#loan/payment-intent.ts';
import type { CheckedAttachment } from '#server/kit/attachments.ts';
import { invalidFields, notFound, type Refusal, refused } from '#server/kit/errors.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { type LockedLoan, lockLoanUpToToday } from '#server/lending/loans/with-loan.ts';
import { personSeal } from '#server/lending/people/person-seal.ts';
import { openTask } from '#server/lending/staff/task-store.ts';
import { applyUnapplied } from './match-money.ts';
import type { PaymentContext } from './payment-context.ts';
import { findUnappliedLine } from './store/bank-line-store.ts';
import { canMove, lockIntent, moveIntent, type PaymentIntent, readIntent } from './store/payment-store.ts';
import { insertVoucher, readVouchersOf, type Voucher, whoNamed } from './store/voucher-store.ts';

export interface SentVoucher {
  readonly paymentId: string;
  readonly personId: string;
  readonly operationNumber: string;
  /** The account of ours that was paid. */
  readonly bankId: string;
  /** The bank it came from, which may be any. */
  readonly fromBank?: string | undefined;
  readonly paidAt: string;
  readonly amountCents: Cents;
  readonly file?: CheckedAttachment | undefined;
}

/**
 * A client says which transfer paid a payment. It is believed only when the bank's statement says the same: if that line
 * has come already, at once; otherwise the payment is IN_REVIEW until it comes or a person looks. An operation that another
 * client names too is for a person to decide: banks count their operations each for itself.
 */
export function takeVoucher(context: PaymentContext, sent: SentVoucher): Promise<PaymentIntent | Refusal> {
  return context.db.kysely.transaction().execute(async (trx): Promise<PaymentIntent | Refusal> => {
    const named = await readIntent(trx, { id: sent.paymentId, personId: sent.personId });
    const locked = named && (await lockLoanUpToToday(trx, context, { id: named.loanId }));
    const intent = named && (await lockIntent(trx, named.id));
    if (!locked || !intent) return notFound();
    const bank = bankOf(context, sent.bankId);
    const wrong = wrongFields(sent, bank, locked.day.date);
    if (wrong.length > 0) return invalidFields(wrong);
    return takeFor(locked, context, intent, { ...sent, bankId: bank ?? sent.bankId });
  });
}

/** The bank of ours that was transferred to, as we write it. */
function bankOf({ gateways }: PaymentContext, bankId: string): string | undefined {
  const same = (one: string): boolean => one.toLowerCase() === bankId.toLowerCase();
  return gateways.transferAccounts.find(({ bank }) => same(bank))?.bank;
}

function wrongFields(
  { paidAt, amountCents }: SentVoucher,
  bank: string | undefined,
  today: CalendarDate,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (bank === undefined) errors.push({ field: 'bankId', code: 'unknown' });
  if (!isCalendarDate(paidAt)) errors.push({ field: 'paidAt', code: 'invalid' });
  else if (paidAt > today) errors.push({ field: 'paidAt', code: 'future' });
  if (amountCents <= 0) errors.push({ field: 'amount', code: 'out_of_range' });
  return errors;
}

async function takeFor(
  locked: LockedLoan,
  context: PaymentContext,
  intent: PaymentIntent,
  sent: SentVoucher,
): Promise<PaymentIntent | Refusal> {
  const { trx, day, now } = locked;
  const { operationNumber, bankId, fromBank, amountCents } = sent;
  const earlier = await readVouchersOf(trx, [intent.id]);
  // Deduplicates a double click.
  const isSame = (one: Voucher) => one.bankId === bankId && isSameOperation(one.operationNumber, operationNumber);
  if (earlier.some(isSame)) return intent;
  if (railOf(intent.method) !== 'transfer' || !canMove(intent, 'voucher-sent')) {
    return refused(409, 'payment_state', 'This payment takes no voucher.');
  }
  const id = uuidv7(now);
  const paidOn = sent.paidAt as CalendarDate;
  const named = await whoNamed(trx, { intentId: intent.id, bankId, operationNumber, paidOn });
  if (named.includes(locked.personId)) return invalidFields([{ field: 'operationNumber', code: 'duplicate' }]);
  const file = sent.file && (await sealFile(locked, context, id, sent.file));
  const voucher = { id, intentId: intent.id, bankId, fromBank, operationNumber, paidOn };
  await insertVoucher(trx, { ...voucher, amountCents, file, now });
  const moved = { actor: 'client', businessDate: day.date, now, detail: { voucherId: id } };
  const review = await moveIntent(trx, intent, 'voucher-sent', moved);
  if (named.length > 0) {
    const kind = 'voucher-named-twice';
    await openTask(trx, { kind, subject: `payment:${intent.id}`, says: kind }, now);
    return review;
  }
  const line = await findUnappliedLine(trx, {
    bank: bankId,
    bankRef: operationNumber,
    amountCents,
    valueDate: paidOn,
  });
  if (!line) return review;
  const matched = await applyUnapplied(locked, { moneyId: line, intent: review, actor: 'client' });
  // When the loan refuses the money an operator decides, now with the voucher.
  return matched.kind === 'matched' ? ((await readIntent(trx, { id: intent.id })) as PaymentIntent) : review;
}

/** The file is the client's, and shows more than the transfer, as its name may: sealed with their key, it is erased with them. */
async function sealFile(
  { trx, personId }: LockedLoan,
  { vault }: PaymentContext,
  voucherId: string,
  { bytes, name, mediaType, sha256 }: CheckedAttachment,
) {
  const seal = await personSeal(trx, vault, personId);
  const at = (column: 'file_sealed' | 'file_name') => ({ table: 'voucher', column, id: voucherId });
  const sealed = seal.seal(Buffer.from(bytes).toString('base64'), at('file_sealed'));
  return { sealed, name: seal.seal(name, at('file_name')), mediaType, sha256 };
}
