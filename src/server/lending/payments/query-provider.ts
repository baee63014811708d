import { codeQueryAt, queryAfterMs, railOf } from '#loan/payment-intent.ts';
import { NoAnswer } from '#server/lending/gateways/no-answer.ts';
import { openTask } from '#server/lending/staff/task-store.ts';
import { decline, lose, takeOutcome } from './authorise-card.ts';
import { codePaidOn, type PaymentContext } from './payment-context.ts';
import { receiveMoney } from './receive-money.ts';
import { noteOnIntent, type PaymentIntent } from './store/payment-store.ts';

/** A purchase still unknown to the provider after this time never arrived. */
const NEVER_ARRIVED_MS = 2 * 60_000;

/**
 * Queries the provider for a payment's status and writes the answer. A failure only schedules the next query.
 * @param actor the one who asks, for the history
 */
export async function queryProvider(context: PaymentContext, intent: PaymentIntent, actor: string): Promise<void> {
  try {
    if (railOf(intent.method) === 'card') await queryCard(context, intent, actor);
    else if (railOf(intent.method) === 'code') await queryCode(context, intent, actor);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    context.log.warn({ err: error, payment: intent.id, queries: intent.queries }, 'a payment is still unknown');
    if (intent.status === 'PROCESSING') await lose(context, intent.id);
  }
}

async function queryCard(context: PaymentContext, intent: PaymentIntent, actor: string): Promise<void> {
  const { card } = context.gateways;
  if (intent.status !== 'PROCESSING' && intent.status !== 'UNKNOWN') return;
  if (!card) throw new NoAnswer('no card provider is set up');
  const found = await card.find(intent.purchaseNumber);
  if (found.kind !== 'not-found') return takeOutcome(context, intent, found, actor);
  const since = intent.unknownSince;
  if (since === undefined) return lose(context, intent.id);
  if (context.clock.now() - since < NEVER_ARRIVED_MS) return;
  await decline(context, intent.id, { reason: 'try-later', code: 'not-found' }, actor);
}

async function queryCode(context: PaymentContext, intent: PaymentIntent, actor: string): Promise<void> {
  const { cashCode } = context.gateways;
  // Whatever became of it: a code that was paid may have been paid once more.
  if (intent.code === undefined) return;
  if (!cashCode) throw new NoAnswer('no provider of codes is set up');
  const found = await cashCode.find(intent.code);
  if (found.kind !== 'paid') return;
  const { clock } = context;
  await receiveMoney(context, {
    provider: 'PAGOEFECTIVO',
    providerRef: intent.code,
    amountCents: found.amountCents,
    date: codePaidOn(clock, found.paidAt ?? clock.now(), intent),
    paidAt: found.paidAt,
    into: 'psp-clearing',
    intentId: intent.id,
    actor,
  });
}

/** Schedules the next query with backoff; a card payment that stays unknown is handed to an operator. */
export async function planNextQuery(context: PaymentContext, intent: PaymentIntent): Promise<void> {
  const now = context.clock.now();
  const next = nextQueryAt(intent, now);
  const patch = { queries: intent.queries + 1, next_query_at: next === undefined ? null : new Date(next) };
  await noteOnIntent(context.db.kysely, intent.id, patch);
  if (next !== undefined || intent.status !== 'UNKNOWN') return;
  const task = { kind: 'payment-unknown', subject: `payment:${intent.id}`, says: 'payment-unknown-for-a-day' } as const;
  await openTask(context.db.kysely, task, now);
}

function nextQueryAt(intent: PaymentIntent, now: number): number | undefined {
  if (intent.status === 'UNKNOWN') {
    const after = queryAfterMs(intent.queries + 1);
    return after === undefined ? undefined : Math.max(now, (intent.unknownSince ?? now) + after);
  }
  return railOf(intent.method) === 'code' ? codeQueryAt(intent, now) : undefined;
}
