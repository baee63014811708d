import type { Clock } from '#server/kit/clock.ts';
import type { Database } from '#server/kit/db.ts';
import type { Log } from '#server/kit/log.ts';
import type { Tables } from '#server/kit/tables.ts';
import { NoAnswer } from '#server/lending/gateways/no-answer.ts';
import type { PayoutGateway, PayoutOrder, PayoutState } from '#server/lending/gateways/payout/payout-gateway.ts';
import { closeMissingPayout, type MissingPayout, reportMissingPayout } from './missing-payout.ts';

export interface SendingContext {
  readonly db: Database<Tables>;
  readonly clock: Clock;
  readonly log: Log;
  readonly payout: PayoutGateway;
}

/** Longer than a bank takes to answer. */
const SENDING_MS = 30_000;

/** A claimed order or refund, as its claim found it. */
export interface ClaimedPayout extends MissingPayout {
  /** Not begun to be sent. */
  readonly isQueued: boolean;
  /** The end of the claim, milliseconds since 1970. */
  readonly leaseUntil: number;
}

/** The steps that differ between an order of a loan and a refund. */
export interface PayoutSteps {
  /** Opened before the order counts as being sent: what cannot be opened was not sent. */
  readonly destination: () => Promise<Pick<PayoutOrder, 'cci' | 'holder' | 'about'>>;
  /** Moves it from QUEUED to SENDING. False: that changed no row, or nothing may be sent. */
  readonly begin: () => Promise<boolean>;
  /** It surely was not sent: QUEUED again, unless a later attempt has begun. */
  readonly unsend: () => Promise<unknown>;
  readonly take: (state: PayoutState) => Promise<void>;
}

/**
 * Sends a claimed payout for the first time, or asks about one that was sent. Only an order that is QUEUED and is moved
 * to SENDING by this very attempt is ever sent. One that is not found later is reported to staff and must not be sent
 * again, because the archive that does not know it may be another one than the sender's (decision 0106).
 */
export async function sendOnce(context: SendingContext, claimed: ClaimedPayout, steps: PayoutSteps): Promise<void> {
  const { db, clock, payout } = context;
  if (claimed.isQueued) return sendFirst(context, claimed, steps);
  const state = await payout.find(claimed.id);
  if (state.kind === 'not-found') return reportMissingPayout(db.kysely, claimed, clock.now());
  await steps.take(state);
  await closeMissingPayout(db.kysely, claimed.id, clock.now());
}

async function sendFirst(
  { clock, payout }: SendingContext,
  { id, amountCents, leaseUntil }: ClaimedPayout,
  steps: PayoutSteps,
): Promise<void> {
  const destination = await steps.destination();
  if (!(await steps.begin())) return;
  const state = await send().catch(async (error: unknown) => {
    if (error instanceof NoAnswer && !error.mayHaveHappened) await steps.unsend();
    throw error;
  });
  await steps.take(state);

  async function send(): Promise<PayoutState> {
    // Another copy claims it when the lease is over, and a person may tell that one that it was never sent.
    if (clock.now() + SENDING_MS > leaseUntil) throw new NoAnswer('the claim is over', { mayHaveHappened: false });
    return payout.send({ orderId: id, amountCents, ...destination });
  }
}
