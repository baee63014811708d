import { isSameOperation, operationKey } from '#api/field-rules/operation-number.ts';
import type { TaskTold } from '#i18n/staff-tasks.ts';
import { backOffMs, type Claim, workRound } from '#server/kit/work-queue.ts';
import type { CashNotice } from '#server/lending/gateways/cash-code/cash-code-gateway.ts';
import { SIGNATURE_HEADER } from '#server/lending/gateways/cash-code/pagoefectivo-notice.ts';
import { openTask } from '#server/lending/staff/task-store.ts';
import { codePaidOn, type PaymentContext } from './payment-context.ts';
import { receiveMoney } from './receive-money.ts';
import { type PaymentIntent, readIntent } from './store/payment-store.ts';
import { markFailed, markProcessed, WEBHOOKS } from './store/webhook-store.ts';

type Webhook = Claim<'webhook_inbox'>['row'];

const RETRY = { firstMs: 5_000, longestMs: 3_600_000 };
/** After these tries staff are told; it is still tried. */
const PATIENT_TRIES = 8;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Processes stored webhooks, in one pass. A webhook that fails is retried with backoff and never dropped; webhooks may come
 * in any order, twice, or days late.
 * @returns how many were tried
 */
export function readWebhooks(context: PaymentContext, isStopped?: () => boolean): Promise<number> {
  const { db, clock, log } = context;
  return workRound(db.kysely, WEBHOOKS, clock.now(), {
    work: async ({ row }) => markProcessed(db.kysely, row.id, await read(context, row), clock.now()),
    async failed({ row }, error) {
      log.error({ err: error, webhook: row.id, attempts: row.attempts }, 'a message could not be worked on');
      await postpone(context, row, error);
    },
    isStopped,
  });
}

async function postpone({ db, clock }: PaymentContext, { id, attempts }: Webhook, error: Error): Promise<void> {
  const now = clock.now();
  const retryAt = now + backOffMs(RETRY, attempts);
  await markFailed(db.kysely, id, { error: error.message, retryAt });
  if (attempts < PATIENT_TRIES) return;
  const task = { kind: 'webhook-failing', subject: `webhook:${id}`, says: 'webhook-failing' } as const;
  await openTask(db.kysely, task, now);
}

/** @returns what it led to, for the record */
async function read(context: PaymentContext, { id, body, headers, received_at }: Webhook): Promise<string> {
  const { cashCode } = context.gateways;
  if (!cashCode) throw new Error('no provider of codes is set up');
  const notice = cashCode.readNotice(body, headers[SIGNATURE_HEADER.toLowerCase()]);
  if (notice.kind === 'paid') return take(context, notice, received_at.getTime());
  // The code's end is known here by its own date.
  if (notice.kind === 'other' && notice.eventType === 'cip.expired') return 'expired';
  const task = { kind: 'webhook-not-understood', subject: `webhook:${id}` } as const;
  const told: TaskTold =
    notice.kind === 'other'
      ? { says: 'webhook-not-understood', facts: { event: notice.eventType, why: notice.why } }
      : { says: 'webhook-unsigned' };
  await openTask(context.db.kysely, { ...task, ...told }, context.clock.now());
  return 'not-understood';
}

/** A provider that does not say when it was paid has told us of it no earlier: the day the message came counts. */
async function take(
  context: PaymentContext,
  notice: Extract<CashNotice, { readonly kind: 'paid' }>,
  receivedAt: number,
): Promise<string> {
  const { clock } = context;
  const { code, operationNumber, amountCents, paidAt } = notice;
  const intent = await intentOf(context, notice);
  const issued = intent?.code;
  const received = await receiveMoney(context, {
    provider: 'PAGOEFECTIVO',
    // However the message writes it.
    providerRef: issued !== undefined && isSameOperation(issued, code) ? issued : (operationKey(code) ?? code),
    operation: operationKey(operationNumber) ?? (operationNumber || undefined),
    amountCents,
    date: codePaidOn(clock, paidAt ?? receivedAt, intent),
    paidAt,
    into: 'psp-clearing',
    intentId: intent?.id,
    actor: 'provider',
  });
  return received.kind;
}

/** By what we called the payment; a message that names another of ours is not believed against the code itself. */
async function intentOf(
  { db }: PaymentContext,
  { reference, code }: { readonly reference: string; readonly code: string },
): Promise<PaymentIntent | undefined> {
  const byCode = await readIntent(db.kysely, { code });
  return byCode ?? (UUID.test(reference) ? readIntent(db.kysely, { id: reference }) : undefined);
}
