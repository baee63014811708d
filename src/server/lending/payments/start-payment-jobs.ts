import { type RunningJob, repeat, repeatUntilEmpty, together } from '#server/kit/work-queue.ts';
import type { PayoutGateway } from '#server/lending/gateways/payout/payout-gateway.ts';
import { openDestinations } from '#server/lending/payouts/payout-destination.ts';
import { dispatchRefunds } from './dispatch-refunds.ts';
import type { PaymentContext } from './payment-context.ts';
import { expirePayments, queryPayments } from './payment-janitor.ts';
import { askAboutRefused, readBankAnswers } from './read-bank-answers.ts';
import { readWebhooks } from './read-webhooks.ts';
import { sendReleasedBatches } from './send-batches.ts';

/** Short, because a client who paid a code at a till looks at the screen at once. */
const WEBHOOKS_MS = 1_000;
/** Half of it is the most an unknown payment waits beyond its first 30 seconds. */
const JANITOR_MS = 5_000;
const EXPIRY_MS = 30_000;
const REFUNDS_MS = 5_000;
const BATCHES_MS = 2_000;
const ANSWERS_MS = 10_000;
const REFUSED_MS = 3_600_000;

/** The background jobs of payments. Any number of processes may run them: each row is claimed by one. */
export function startPaymentJobs(context: PaymentContext, payout: PayoutGateway | undefined): RunningJob {
  const { db, vault, log } = context;
  const jobs = [
    repeatUntilEmpty(WEBHOOKS_MS, log, (isStopped) => readWebhooks(context, isStopped)),
    repeatUntilEmpty(JANITOR_MS, log, (isStopped) => queryPayments(context, isStopped)),
    repeat(EXPIRY_MS, log, () => expirePayments(context)),
  ];
  if (payout) {
    const refunds = { ...context, payout, openDestination: openDestinations(db.kysely, vault) };
    jobs.push(
      repeatUntilEmpty(REFUNDS_MS, log, (isStopped) => dispatchRefunds(refunds, isStopped)),
      repeat(BATCHES_MS, log, () => sendReleasedBatches(refunds)),
      repeat(ANSWERS_MS, log, () => readBankAnswers(refunds)),
      repeat(REFUSED_MS, log, () => askAboutRefused(refunds)),
    );
  }
  return together(jobs);
}
