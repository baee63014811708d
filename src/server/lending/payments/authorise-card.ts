import type { PaymentFailure } from '#api/payment.ts';
import { calendarDate } from '#loan/calendar.ts';
import { isDisbursed } from '#loan/loan.ts';
import { isInFlight, PAYMENT_INTENT_STATUSES, queryAfterMs } from '#loan/payment-intent.ts';
import { payoffCents } from '#loan/payoff.ts';
import { standingOn } from '#loan/standing.ts';
import { hashOf } from '#server/kit/secret.ts';
import type { CardApproval, CardOutcome } from '#server/lending/gateways/card/card-gateway.ts';
import { NoAnswer } from '#server/lending/gateways/no-answer.ts';
import { type LockedLoan, withLoan } from '#server/lending/loans/with-loan.ts';
import type { PaymentContext } from './payment-context.ts';
import { receiveMoney } from './receive-money.ts';
import { readSentOn } from './store/payment-event-store.ts';
import {
  canMove,
  lockIntent,
  moveIntent,
  type PaymentIntent,
  readIntent,
  readIntentsOf,
} from './store/payment-store.ts';

/** The first query after a crash: later than any answer, because the provider's timeout is 40 s. */
const CRASH_MS = 90_000;
const IN_FLIGHT = PAYMENT_INTENT_STATUSES.filter(isInFlight);

/**
 * Charges a card with the transaction token of a checkout (domain 2.11.2): the payment becomes PROCESSING, the provider is
 * called, its answer is written. After a crash in between the janitor queries the provider. A repeated or second token
 * returns the payment as it is; the card is charged once.
 * @param intentKey the unguessable part of the address, the only credential
 */
export async function authoriseCard(
  context: PaymentContext,
  intentKey: string,
  transactionToken: string,
): Promise<void> {
  const intent = await readIntent(context.db.kysely, { keyHash: hashOf(intentKey) });
  const begun = intent && (await begin(context, intent, transactionToken));
  if (begun) await authorise(context, begun, transactionToken);
}

/** Marks the payment PROCESSING before the provider is called. Undefined: its status or its loan forbids the call. */
async function begin(
  context: PaymentContext,
  { id, loanId }: PaymentIntent,
  token: string,
): Promise<PaymentIntent | undefined> {
  const begun = await withLoan(context, { id: loanId }, async (locked) => {
    const { trx, day, now } = locked;
    const intent = await lockIntent(trx, id);
    if (!intent || intent.tokenHash !== undefined || !canMove(intent, 'authorisation-sent')) return undefined;
    const moved = { actor: 'client', businessDate: day.date, now };
    const obstacle = await obstacleTo(context, locked, intent);
    const sending = { token_hash: hashOf(token), next_query_at: new Date(now + CRASH_MS) };
    const sent = await moveIntent(trx, intent, 'authorisation-sent', moved, sending);
    if (!obstacle) return sent;
    await moveIntent(trx, sent, 'declined', moved, { failure_reason: obstacle, next_query_at: null });
    return undefined;
  });
  return begun && 'id' in begun ? begun : undefined;
}

/** The loan may have changed while the form was open: never charge more than its payoff. */
async function obstacleTo(
  { extensions }: PaymentContext,
  { trx, id, loan, day }: LockedLoan,
  intent: PaymentIntent,
): Promise<PaymentFailure | undefined> {
  if ((await readIntentsOf(trx, id, IN_FLIGHT)).length > 0) return 'payment-in-progress';
  if (!isDisbursed(loan)) return 'loan-closed';
  const standing = standingOn(loan, day);
  if (standing.paidOn) return 'loan-closed';
  // An extension may cost more than what is left of a small loan.
  if (intent.purpose === 'EXTENSION') {
    const { subjectId: quoteId, loanId } = intent;
    const asked = quoteId === undefined ? undefined : { quoteId, loanId, loan, day };
    const missing = asked && (await extensions?.missing(trx, asked));
    return missing !== undefined && intent.amountCents <= missing ? undefined : 'amount-changed';
  }
  return intent.amountCents > payoffCents(standing) ? 'amount-changed' : undefined;
}

async function authorise(context: PaymentContext, intent: PaymentIntent, transactionToken: string): Promise<void> {
  const { purchaseNumber, amountCents } = intent;
  try {
    const { card } = context.gateways;
    if (!card) throw new NoAnswer('no card provider is set up', { mayHaveHappened: false });
    await takeOutcome(
      context,
      intent,
      await card.authorise({ purchaseNumber, amountCents, transactionToken }),
      'client',
    );
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    context.log.warn({ err: error, payment: intent.id }, 'an authorisation has no answer');
    if (error.mayHaveHappened) await lose(context, intent.id);
    else await decline(context, intent.id, { reason: 'try-later', code: '' }, 'client');
  }
}

/**
 * Writes what the provider says about a purchase. A stale answer about a payment that has ended changes nothing. The
 * payment counts on the day the card was sent, even when the answer was lost and is queried days later.
 */
export async function takeOutcome(
  context: PaymentContext,
  intent: PaymentIntent,
  outcome: CardOutcome,
  actor: string,
): Promise<void> {
  if (outcome.kind === 'declined') return decline(context, intent.id, outcome, actor);
  await receiveMoney(context, {
    provider: 'NIUBIZ',
    providerRef: intent.purchaseNumber,
    amountCents: outcome.amountCents,
    date: (await readSentOn(context.db.kysely, intent.id)) ?? calendarDate(context.clock.businessDate()),
    into: 'psp-clearing',
    intentId: intent.id,
    detail: detailOf(outcome),
    actor,
  });
}

function detailOf({ brand, maskedCard, authorisationCode, transactionId }: CardApproval): Record<string, string> {
  return { brand, maskedCard, authorisationCode, transactionId };
}

/** The provider took nothing. */
export function decline(
  context: PaymentContext,
  id: string,
  { reason, code }: { readonly reason: PaymentFailure; readonly code: string },
  actor: string,
): Promise<void> {
  const { db, clock } = context;
  return db.kysely.transaction().execute(async (trx) => {
    const intent = (await lockIntent(trx, id)) as PaymentIntent;
    if (!canMove(intent, 'declined')) return;
    const moved = { actor, businessDate: clock.businessDate(), now: clock.now(), detail: { reason, code } };
    await moveIntent(trx, intent, 'declined', moved, { failure_reason: reason, next_query_at: null });
  });
}

/** The outcome is unknown: the janitor queries the provider, and the client sees that we are confirming. */
export function lose({ db, clock }: Pick<PaymentContext, 'db' | 'clock'>, id: string): Promise<void> {
  return db.kysely.transaction().execute(async (trx) => {
    const intent = (await lockIntent(trx, id)) as PaymentIntent;
    if (!canMove(intent, 'no-answer')) return;
    const now = clock.now();
    const moved = { actor: 'clock', businessDate: clock.businessDate(), now };
    await moveIntent(trx, intent, 'no-answer', moved, {
      unknown_since: new Date(now),
      queries: 0,
      next_query_at: new Date(now + (queryAfterMs(0) ?? 0)),
    });
  });
}
