import type { PaymentBody, PaymentFailure } from '#api/payment.ts';
import type { BankCalendar } from '#loan/business-days.ts';
import { extensionOutcome } from '#loan/extension-outcome.ts';
import { isDisbursed, type Loan, type Standing } from '#loan/loan.ts';
import { cents, sum, toSoles } from '#loan/money.ts';
import { isTakenBack } from '#loan/money-back.ts';
import { FEE_COMPONENTS, INTEREST_COMPONENTS } from '#loan/obligation.ts';
import { type PaymentIntentStatus, railOf } from '#loan/payment-intent.ts';
import { type Allocation, allocationOfAll, previewRepayment, receiptNumber } from '#loan/repayment.ts';
import { standingOn } from '#loan/standing.ts';
import { comingTopUp } from '#loan/top-up.ts';
import { isSealed } from '#server/kit/vault.ts';
import { todayOfLoan } from '#server/lending/loans/loan-snapshot.ts';
import { readLoan, type StoredLoan } from '#server/lending/loans/store/loan-store.ts';
import { personSealIfKept } from '#server/lending/people/person-seal.ts';
import { completedUrl, type PaymentContext, payUrl, type SoldExtension } from './payment-context.ts';
import { type Money, readMoneyOf } from './store/money-store.ts';
import { canMove, type PaymentIntent } from './store/payment-store.ts';
import { readVouchersOf, type Voucher } from './store/voucher-store.ts';

/** Presents what the money paid. */
export function fromAllocation({
  paidCents,
  vatCents,
  creditCents,
}: Allocation): NonNullable<PaymentBody['allocation']> {
  const of = (...components: (keyof typeof paidCents)[]): number =>
    toSoles(sum(...components.map((component) => paidCents[component] ?? cents(0))));
  const fees = FEE_COMPONENTS.filter((name) => paidCents[name]).map((name) => [name, of(name)] as const);
  return {
    principal: of('principal'),
    interest: of(...INTEREST_COMPONENTS),
    fees: Object.fromEntries(fees),
    vat: toSoles(vatCents),
    moratory: of('moratory'),
    credit: toSoles(creditCents),
  };
}

/** Presents what a top-up on its way will leave to pay. */
export function fromComingTopUp(standing: Standing): Pick<PaymentBody, 'topUpComing'> {
  const coming = comingTopUp(standing);
  if (!coming) return {};
  const { principalCents, leftCents, dueDate } = coming;
  return { topUpComing: { amount: toSoles(principalCents), left: toSoles(leftCents), dueDate } };
}

/**
 * A payment as its client sees it: what it is, what came of it, and what to do next.
 * @param madeFor the loan of a new payment as it was locked: where its money would go is told by what it was asked under,
 *   not by a plan that is agreed before this is read
 */
export async function presentPayment(
  context: PaymentContext,
  intent: PaymentIntent,
  madeFor?: StoredLoan,
): Promise<PaymentBody> {
  const body = (await presentPayments(context, [intent]))[0] as PaymentBody;
  if (!madeFor || !body.expected) return body;
  const calendar = await context.calendar.days(context.db.kysely);
  return { ...body, expected: expectedOf(context, intent, { stored: madeFor, calendar }) };
}

/** Payments of one person. */
export async function presentPayments(
  context: PaymentContext,
  intents: readonly PaymentIntent[],
): Promise<PaymentBody[]> {
  const db = context.db.kysely;
  const ids = intents.map(({ id }) => id);
  const [money, vouchers] = [await readMoneyOf(db, ids), await readVouchersOf(db, ids)];
  const days = await context.calendar.days(db);
  const loans = new Map<string, StoredLoan>();
  for (const { loanId } of intents) {
    if (!loans.has(loanId)) loans.set(loanId, (await readLoan(db, { id: loanId })) as StoredLoan);
  }
  const extensions = await extensionsOf(context, intents);
  const nameOf = await voucherNames(context, intents[0]?.personId, vouchers);
  return intents.map((intent) =>
    present(context, intent, {
      stored: loans.get(intent.loanId) as StoredLoan,
      money: money.filter(({ intentId }) => intentId === intent.id),
      voucher: vouchers.map(nameOf).find(({ intentId }) => intentId === intent.id),
      extension: extensions.find(({ id }) => id === intent.subjectId),
      calendar: days,
    }),
  );
}

/** The quotes that payments for extensions name. */
async function extensionsOf(
  { db, extensions }: PaymentContext,
  intents: readonly PaymentIntent[],
): Promise<readonly SoldExtension[]> {
  const ids = intents.flatMap(({ purpose, subjectId }) => (purpose === 'EXTENSION' && subjectId ? [subjectId] : []));
  return (await extensions?.read(db.kysely, ids)) ?? [];
}

/** Names files as their client did; for a person who was erased no name is left. */
async function voucherNames(
  { db, vault }: PaymentContext,
  personId: string | undefined,
  vouchers: readonly Voucher[],
): Promise<(voucher: Voucher) => Voucher> {
  if (personId === undefined || !vouchers.some(({ fileName }) => fileName && isSealed(fileName))) return (of) => of;
  const seal = await personSealIfKept(db.kysely, vault, personId);
  return (voucher) => {
    const { id, fileName } = voucher;
    if (!fileName || !isSealed(fileName)) return voucher;
    return { ...voucher, fileName: seal?.open(fileName, { table: 'voucher', column: 'file_name', id }) };
  };
}

interface Around {
  readonly stored: StoredLoan;
  readonly money: readonly Money[];
  readonly voucher: Voucher | undefined;
  readonly extension: SoldExtension | undefined;
  readonly calendar: BankCalendar;
}

function present(context: PaymentContext, intent: PaymentIntent, around: Around): PaymentBody {
  const { stored, voucher, calendar } = around;
  const { loan } = stored;
  const money = whatStayed(loan, around.money);
  const [first] = money;
  // Money that named this payment may turn out to be another loan's: it is not applied here.
  const isBooked = money.length > 0 && money.every(({ loanId }) => loanId === intent.loanId);
  const waits = intent.status === 'PENDING_CUSTOMER';
  return {
    id: intent.id,
    loanNumber: loan.number,
    purpose: intent.purpose,
    method: intent.method,
    mode: intent.purpose === 'PREPAY' && intent.use.kind === 'ordinary' ? (intent.use.mode ?? null) : null,
    status: intent.status,
    amount: toSoles(intent.amountCents),
    received: toSoles(sum(...money.map(({ amountCents }) => amountCents))),
    outcome: intent.outcome ?? null,
    failureReason: intent.status === 'FAILED' ? ((intent.failureReason as PaymentFailure | undefined) ?? null) : null,
    createdAt: new Date(intent.createdAt).toISOString(),
    today: context.clock.businessDate(),
    expiresAt: new Date(intent.expiresAt).toISOString(),
    paidOn: first?.valueDate ?? null,
    applied: isBooked,
    receipt: isBooked ? receiptOf(loan, money) : null,
    allocation: isBooked ? fromAllocation(allocationOfAll(loan, idsOf(money), calendar)) : null,
    expected: money.length > 0 ? null : expectedOf(context, intent, around),
    extension: fromExtension(context, around),
    paysOff: isBooked && loan.status === 'PAID',
    ...restOf(context, around),
    card: cardOf(money),
    voucher: voucher ? fromVoucher(voucher) : null,
    canCancel: canMove(intent, 'cancelled'),
    canSendVoucher: railOf(intent.method) === 'transfer' && canMove(intent, 'voucher-sent'),
    pollAfterSec: pollAfterSec(intent),
    action: waits ? actionOf(context, intent) : null,
  };
}

function restOf({ clock }: PaymentContext, { stored, calendar }: Around): Pick<PaymentBody, 'topUpComing'> {
  if (!isDisbursed(stored.loan)) return {};
  const standing = standingOn(stored.loan, { date: todayOfLoan(clock, stored), calendar });
  return standing.paidOn ? fromComingTopUp(standing) : {};
}

/** The money that was not taken back again; of a payment that was taken back whole everything that came. */
function whatStayed(loan: Loan, money: readonly Money[]): readonly Money[] {
  const stayed = money.filter(({ id }) => !isTakenBack(loan, id));
  return stayed.length > 0 ? stayed : money;
}

/** The number of the first receipt, when the money came in several parts. */
function receiptOf(loan: Loan, [first]: readonly Money[]): string | null {
  return first ? receiptNumber(loan, first.id) : null;
}

function idsOf(money: readonly Money[]): string[] {
  return money.map(({ id }) => id);
}

const MAY_COME: ReadonlySet<PaymentIntentStatus> = new Set([
  'CREATED',
  'PENDING_CUSTOMER',
  'PROCESSING',
  'UNKNOWN',
  'IN_REVIEW',
]);

/** Presents what the money would pay if it came today. */
function expectedOf(
  { clock }: PaymentContext,
  { status, use, amountCents }: PaymentIntent,
  { stored, calendar }: Pick<Around, 'stored' | 'calendar'>,
): PaymentBody['expected'] {
  const { loan } = stored;
  if (!MAY_COME.has(status) || !isDisbursed(loan)) return null;
  const date = todayOfLoan(clock, stored);
  if (standingOn(loan, { date, calendar }).paidOn) return null;
  const payment = { kind: 'payment', id: 'expected', date, amountCents, into: 'bank', use } as const;
  return fromAllocation(previewRepayment(loan, payment, calendar).allocation);
}

/** Presents what became of the extension that a payment is for; null when other money bought it. */
function fromExtension(
  { clock }: PaymentContext,
  { extension, money, stored, calendar }: Around,
): PaymentBody['extension'] {
  if (!extension) return null;
  const day = { date: todayOfLoan(clock, stored), calendar };
  const { status, missingCents, paymentIds, newDueDate } = extensionOutcome(stored.loan, extension, day);
  if (status === 'ACTIVE' && !money.some(({ id }) => paymentIds.includes(id))) return null;
  return {
    status,
    newDueDate: newDueDate ?? extension.quote.price.newDueDate,
    validUntil: extension.validUntil,
    missing: missingCents === undefined ? null : toSoles(missingCents),
  };
}

function cardOf(money: readonly Money[]): PaymentBody['card'] {
  const { brand, maskedCard } = money[0]?.detail ?? {};
  if (brand === undefined || maskedCard === undefined) return null;
  return { brand: brand.slice(0, 1).toUpperCase() + brand.slice(1), maskedCard };
}

function fromVoucher(voucher: Voucher): NonNullable<PaymentBody['voucher']> {
  const { bankId, fromBank, operationNumber, paidOn, amountCents, fileName, sentAt } = voucher;
  return {
    bankId,
    fromBank: fromBank ?? null,
    operationNumber,
    paidAt: paidOn,
    amount: toSoles(amountCents),
    fileName: fileName ?? null,
    sentAt: new Date(sentAt).toISOString(),
  };
}

/** Seconds until the status may have changed by itself; null when it will not. */
function pollAfterSec({ status, method }: PaymentIntent): number | null {
  switch (status) {
    case 'CREATED':
    case 'PROCESSING':
      return 3;
    case 'UNKNOWN':
      return 15;
    case 'PENDING_CUSTOMER':
      return railOf(method) === 'card' ? 5 : railOf(method) === 'code' ? 15 : 60;
    case 'IN_REVIEW':
    case 'REFUND_PENDING':
      return 60;
    default:
      return null;
  }
}

function actionOf(context: PaymentContext, intent: PaymentIntent): PaymentBody['action'] {
  const { cardForm, code, codeUrl, expiresAt } = intent;
  if (cardForm) {
    const minutes = Math.floor((expiresAt - context.clock.now()) / 60_000);
    return {
      type: 'CARD_FORM',
      ...cardForm,
      expirationMinutes: Math.max(1, minutes),
      actionUrl: payUrl(context, intent.id),
      timeoutUrl: completedUrl(context, intent),
    };
  }
  if (code !== undefined && codeUrl !== undefined) return { type: 'CODE', code, codeUrl };
  if (railOf(intent.method) !== 'transfer') return null;
  const accounts = context.gateways.transferAccounts.map(({ bank, account, cci }) => ({ bank, account, cci }));
  return { type: 'TRANSFER', reference: intent.reference, accounts };
}
