import type { TaskTold } from '#i18n/staff-tasks.ts';
import type { AnswerFile, BankResult, PayoutGateway } from '#server/lending/gateways/payout/payout-gateway.ts';
import { readPayouts, readRefusedPayouts } from '#server/lending/payouts/begun-payouts.ts';
import { readPayoutHold } from '#server/lending/payouts/payout-archive.ts';
import { closeTasks, openTask } from '#server/lending/staff/task-store.ts';
import type { PaymentContext } from './payment-context.ts';
import { takeAnswerAbout } from './settle-payout.ts';

type BankContext = Pick<PaymentContext, 'db' | 'clock' | 'calendar' | 'log'> & { readonly payout: PayoutGateway };

/** Lines that a task names; the file itself has them all. */
const NAMED_LINES = 10;

/**
 * Takes what the bank says in files: every line about an order of ours is booked, whatever its status; lines that cannot be
 * read, or are about nothing of ours, become one task; then the file is put away. A file that does not agree with itself or
 * with what was sent is put aside whole. One that could not be booked whole comes again.
 * @returns how many files were taken
 */
export async function readBankAnswers(context: BankContext): Promise<number> {
  const { payout, log } = context;
  if (!payout.answers || (await readPayoutHold(context)) !== undefined) return 0;
  let taken = 0;
  for (const file of await payout.answers.unread()) {
    try {
      await takeFile(context, file);
      await payout.answers.markRead(file);
      await closeTasks(context.db.kysely, failingSubject(file), { by: 'clock', now: context.clock.now() });
      taken += 1;
    } catch (error) {
      log.error({ err: error, file: file.name }, 'a file of the bank could not be booked');
      await reportFailing(context, file);
    }
  }
  return taken;
}

async function takeFile(context: BankContext, file: AnswerFile): Promise<void> {
  if (file.refused !== undefined) return reportRefused(context, file, file.refused);
  const booked = await readPayouts(
    context.db.kysely,
    file.results.map(({ orderId }) => orderId),
  );
  const unread = file.problems.map(({ line, message }) => `Line ${line}: ${message}.`);
  for (const result of file.results) {
    const payout = booked.get(result.orderId);
    if (payout) await takeAnswerAbout(context, payout, result.state);
    else unread.push(`Order ${result.orderId} (${wordOf(result)}) is not in the books.`);
  }
  if (unread.length > 0) await reportUnread(context, file, unread);
}

function reportFailing({ db, clock }: BankContext, file: AnswerFile): Promise<void> {
  const task = { kind: 'bank-answer-failing', subject: failingSubject(file), says: 'bank-answer-failing' } as const;
  return openTask(db.kysely, { ...task, facts: { file: file.name } }, clock.now());
}

function failingSubject({ digest }: AnswerFile): string {
  return `bank-answer-failing:${digest}`;
}

function wordOf({ state }: BankResult): string {
  return state.kind === 'paid' ? `paid on ${state.valueDate} as ${state.providerRef}` : state.kind;
}

function reportRefused({ db, clock }: BankContext, { name, digest }: AnswerFile, why: string): Promise<void> {
  const task = { kind: 'bank-answer-unread', subject: `bank-answer:${digest}`, says: 'bank-answer-refused' } as const;
  return openTask(db.kysely, { ...task, facts: { file: name, why } }, clock.now());
}

function reportUnread(
  { db, clock }: BankContext,
  { name, digest }: AnswerFile,
  lines: readonly string[],
): Promise<void> {
  const more = lines.length - NAMED_LINES;
  const facts = { file: name, lines: lines.slice(0, NAMED_LINES).join(' ') };
  const told: TaskTold =
    more > 0
      ? { says: 'bank-answer-unread-more', facts: { ...facts, more: String(more) } }
      : { says: 'bank-answer-unread', facts };
  const task = { kind: 'bank-answer-unread', subject: `bank-answer:${digest}` } as const;
  return openTask(db.kysely, { ...task, ...told }, clock.now());
}

/**
 * Asks a bank that reports nothing by itself about the orders it has refused lately, because the money may have gone
 * all the same.
 * @returns how many of them it has paid
 */
export async function askAboutRefused(context: BankContext): Promise<number> {
  const { payout, db, clock, log } = context;
  if (payout.answers || (await readPayoutHold(context)) !== undefined) return 0;
  let paid = 0;
  for (const refused of await readRefusedPayouts(db.kysely, clock.businessDate())) {
    try {
      const state = await payout.find(refused.id);
      if (state.kind !== 'paid') continue;
      await takeAnswerAbout(context, refused, state);
      paid += 1;
    } catch (error) {
      log.warn({ err: error, payout: refused.id }, 'a refused payout could not be asked about');
    }
  }
  return paid;
}
