import type { Kysely } from 'kysely';
import { type TaskTold, taskNote } from '#i18n/staff-tasks.ts';
import type { Tables, Trx } from '#server/kit/tables.ts';
import { UNCAUGHT } from '#server/kit/uncaught-errors.ts';
import { uuidv7 } from '#server/kit/uuid.ts';

/**
 * Everything a task can be about. What else waits for people, and the act for each: `portfolio/waiting-kinds.ts`.
 */
export const TASK_KINDS = [
  'address-refused',
  'amounts-differ',
  'bank-answer-failing',
  'bank-answer-unread',
  'chargeback-beyond-payment',
  'codes-above-usual',
  'colleague-guessed',
  'colleague-passkey',
  'contact-change-stuck',
  'credit-taken-back',
  'data-request',
  'disbursement-stopped',
  'figures-missing',
  'letter-given-up',
  'messages-refused',
  'money-unapplied',
  'payment-not-told',
  'payment-unknown',
  'payout-came-back',
  'payout-not-found',
  'payout-not-owed',
  'payout-paid-late',
  'payouts-held',
  'product-closed',
  'refund-unknown',
  'statement-differs',
  'tax-certificate-ends',
  'tax-document-refused',
  'tax-document-unsent',
  'tax-not-issued',
  'uncaught-error',
  'voucher-named-twice',
  'webhook-failing',
  'webhook-not-understood',
] as const;
export type TaskKind = (typeof TASK_KINDS)[number];

/**
 * Tasks that say the same as a row of their subject, which waits itself: the row counts, and a task that is ticked off
 * hides nothing.
 */
export const TOLD_BY_ROWS = [
  'data-request',
  'money-unapplied',
  'payment-unknown',
] as const satisfies readonly TaskKind[];

/** A task for staff: what it is about, and the sentence on what to do, with its facts. None of it is personal data. */
export type NewTask = TaskTold & {
  readonly kind: TaskKind;
  /** `payment:<id>`, `money:<id>`. */
  readonly subject: string;
};

/** Opens a task unless the same one is open already. */
export async function openTask(
  db: Kysely<Tables>,
  { kind, subject, says, facts = {} }: NewTask,
  now: number,
): Promise<void> {
  // A program from before reads the sentence as it was written.
  const note = taskNote(says, facts) ?? says;
  const task = { kind, subject, says, facts: JSON.stringify(facts), note };
  await db
    .insertInto('staff_task')
    .values({ id: uuidv7(now), ...task, created_at: new Date(now), done_at: null, done_by: null })
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).where('done_at', 'is', null).doNothing())
    .execute();
}

/** A letter that a law gives a date was given up. @param about `complaint:LR-…`, `person:<id>`, `data-request:<id>` */
export function openLetterTask(
  db: Kysely<Tables>,
  { about, template }: { readonly about: string; readonly template: string },
  now: number,
): Promise<void> {
  return openTask(db, { kind: 'letter-given-up', subject: about, says: 'letter-given-up', facts: { template } }, now);
}

/** Tells operators of an error that ended nothing, but that somebody has to look for: one task until it is ticked off. */
export function openErrorTask(db: Kysely<Tables>, service: string, now: number): Promise<void> {
  const task = { kind: 'uncaught-error', subject: `service:${service}`, says: 'uncaught-error' } as const;
  return openTask(db, { ...task, facts: { service, mark: UNCAUGHT } }, now);
}

/** Closes every open task about a subject: what they asked for has happened. */
export async function closeTasks(
  db: Kysely<Tables>,
  subject: string,
  { by, now, kind }: { readonly by: string; readonly now: number; readonly kind?: TaskKind | undefined },
): Promise<void> {
  await db
    .updateTable('staff_task')
    .set({ done_at: new Date(now), done_by: by })
    .where('subject', '=', subject)
    .where('done_at', 'is', null)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind as TaskKind))
    .execute();
}

/** The kind of an open task; undefined when it does not exist or is closed. */
export async function kindOfTask(trx: Trx, id: string): Promise<TaskKind | undefined> {
  const row = await trx
    .selectFrom('staff_task')
    .select('kind')
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.kind as TaskKind | undefined;
}

/**
 * Closes a task.
 * @returns false when it does not exist or is closed already
 */
export async function closeTask(
  trx: Trx,
  id: string,
  { by, now }: { readonly by: string; readonly now: number },
): Promise<boolean> {
  const row = await trx
    .updateTable('staff_task')
    .set({ done_at: new Date(now), done_by: by })
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Open tasks, oldest first; the list for people is `portfolio/waiting-list.ts`.
 * @internal
 */
export function listTasks(db: Kysely<Tables>) {
  return db
    .selectFrom('staff_task')
    .select(['id', 'kind', 'subject', 'note', 'says', 'facts', 'created_at'])
    .where('done_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}
