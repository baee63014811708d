import * as z from 'zod/mini';
import type { CallResult } from '#api/call.ts';
import { getActiveLoan } from '#api/endpoints/arrangements/get-active-loan.ts';
import { getLateLoan, type LateLoanBody } from '#api/endpoints/arrangements/get-late-loan.ts';
import { getLoan, type LoanDetail } from '#api/endpoints/arrangements/get-loan.ts';
import { type LoanSummary, listLoans } from '#api/endpoints/loans/list-loans.ts';
import { getPayment } from '#api/endpoints/payments/get-payment.ts';
import { getPaymentOptions } from '#api/endpoints/payments/get-payment-options.ts';
import { getPayoffQuote, type PayoffQuoteBody } from '#api/endpoints/payments/get-payoff-quote.ts';
import { listPayments } from '#api/endpoints/payments/list-payments.ts';
import type { LoanBody } from '#api/loan-body.ts';
import type { PaymentBody } from '#api/payment.ts';
import { createLoadedFrom, type LoadedStore, type Reading } from '#client-area/data/loaded.store.ts';
import { createSeenFrom } from '#client-area/data/seen.store.ts';
import { request } from '#stores/protected-call.ts';
import { noteSeen, readSeen, requestSeen, type Seeing } from '#stores/seen.ts';

/** The running loan today. */
export interface MyLoan {
  readonly loan: LoanBody | null;
  /** True: a top-up can be requested now. */
  readonly topUpAvailable: boolean;
  /** Its payoff today; undefined while nothing is owed. Its date is the lender's today. */
  readonly quote: PayoffQuoteBody | undefined;
  /** A payment that the client has made and that is not posted yet. */
  readonly onItsWay?: PaymentBody | undefined;
  /** A payment that waits for the client, with a code or an account to pay to. */
  readonly waiting?: PaymentBody | undefined;
  /** True: a payment has been made, so its way is known and can be used again with one press. */
  readonly hasPaid?: boolean;
  /** The ways out, while it is late. */
  readonly late?: LateLoanBody | undefined;
}

export function isLate(loan: LoanBody | null): boolean {
  return loan?.status === 'PAST_DUE' || loan?.status === 'DEFAULTED';
}

/** States after the client's part is done. */
const DONE_BY_CLIENT: readonly PaymentBody['status'][] = ['PROCESSING', 'UNKNOWN', 'IN_REVIEW'];

/** Payments that somebody can make without this page. */
const PAID_ELSEWHERE: ReadonlySet<string | undefined> = new Set(['CODE', 'TRANSFER']);

const NOT_ARRIVED: readonly LoanBody['status'][] = ['ORIGINATED', 'DISBURSING', 'DISBURSMENT_FAILED'];

export function createMyLoan(): LoadedStore<MyLoan> {
  return createSeenFrom<MyLoan>(async (reading) => {
    const active = await requestSeen(getActiveLoan, {}, reading);
    if (active.kind !== 'ok') return active;
    const { loan, topUpAvailable } = active.value;
    // Before the money has arrived nothing is owed, and there is nothing to quote.
    if (!loan || NOT_ARRIVED.includes(loan.status))
      return { kind: 'ok', value: { loan, topUpAvailable, quote: undefined } };
    const [quote, made, late] = await Promise.all([
      requestSeen(getPayoffQuote, { params: { number: loan.number }, query: {} }, reading),
      readPayments(loan.number, reading),
      isLate(loan) ? readLate(reading) : undefined,
    ]);
    if (quote.kind !== 'ok') return quote;
    return { kind: 'ok', value: { loan, topUpAvailable, quote: quote.value, ...made, late } };
  });
}

/** Reads the late sums; without them the debt is shown all the same. */
async function readLate(reading: Reading & Seeing): Promise<LateLoanBody | undefined> {
  const answer = await requestSeen(getLateLoan, {}, { ...reading, quiet: true });
  return answer.kind === 'ok' ? (answer.value.late ?? undefined) : undefined;
}

/** The facts about a loan's payments that the loan does not have. */
const PAYMENTS = z.object({
  onItsWay: z.optional(getPayment.response),
  waiting: z.optional(getPayment.response),
  hasPaid: z.optional(z.boolean()),
});
type Payments = Pick<MyLoan, 'onItsWay' | 'waiting' | 'hasPaid'>;

/** Reads the payments that the client should know of beside the debt. */
async function readPayments(number: string, reading: Reading & Seeing): Promise<Payments> {
  const answer = await readSeen(`payments ${number}`, PAYMENTS, () => askPayments(number, reading), reading);
  return answer.kind === 'ok' ? answer.value : {};
}

/** With basic assurance the list of payments is not visible, but the payment that blocks others is. */
async function askPayments(number: string, reading: Reading): Promise<CallResult<Payments>> {
  const options = { ...reading, quiet: true };
  const list = await request(listPayments, { query: { loan: number } }, options);
  if (list.kind === 'ok') {
    const { payments } = list.value;
    const waiting = payments.find(
      ({ status, action }) => status === 'PENDING_CUSTOMER' && PAID_ELSEWHERE.has(action?.type),
    );
    // Its own page shows it without a network, also when it was never opened in this browser.
    if (waiting) noteSeen(getPayment, { params: { id: waiting.id } }, waiting);
    const value = {
      waiting,
      onItsWay: payments.find(({ status }) => DONE_BY_CLIENT.includes(status)),
      hasPaid: payments.some(({ paidOn }) => paidOn !== null),
    };
    return { kind: 'ok', value };
  }
  if (list.kind !== 'refused' || list.status !== 428) return list;
  const paying = await request(getPaymentOptions, { params: { number } }, options);
  if (paying.kind !== 'ok') return paying;
  const id = paying.value.inProgress;
  if (id === null) return { kind: 'ok', value: {} };
  const one = await request(getPayment, { params: { id } }, options);
  return one.kind === 'ok' ? { kind: 'ok', value: { onItsWay: one.value } } : one;
}

/** Data that need full assurance. */
interface LoanHistory {
  /** Newest first. */
  readonly loans: readonly LoanSummary[];
  /** The newest loan in detail; undefined without one. */
  readonly detail: LoanDetail | undefined;
}

export interface LoanHistoryStore extends LoadedStore<LoanHistory> {
  /** Loads again, asking for the missing proof. */
  readonly ask: () => Promise<void>;
}

/** Creates the history. Opening the page must not ask for a proof; only the client's request to see this does. */
export function createLoanHistory(): LoanHistoryStore {
  let isAsked = false;
  const loaded = createLoadedFrom<LoanHistory>(async (reading) => {
    const options = { ...reading, quiet: !isAsked };
    const list = await request(listLoans, {}, options);
    if (list.kind !== 'ok') return list;
    const { items: loans } = list.value;
    const [newest] = loans;
    if (!newest) return { kind: 'ok', value: { loans, detail: undefined } };
    const detail = await request(getLoan, { params: { number: newest.number } }, options);
    return detail.kind === 'ok' ? { kind: 'ok', value: { loans, detail: detail.value.loan } } : detail;
  });
  const ask = () => {
    isAsked = true;
    return loaded.load();
  };
  return { ...loaded, ask };
}
