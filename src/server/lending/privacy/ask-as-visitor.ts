import { formatDate } from '#i18n/format-date.ts';
import { calendarDate } from '#loan/calendar.ts';
import { type DataRequestKind, dataRequestDueDate } from '#loan/data-request.ts';
import { type Refusal, refused, tooManyRequests } from '#server/kit/errors.ts';
import type { Db } from '#server/kit/tables.ts';
import type { Vault } from '#server/kit/vault.ts';
import { readHolidays } from '#server/lending/parameters/holiday-store.ts';
import { sendToMailbox } from '#server/lending/people/messages/send-account-email.ts';
import type { IdentityContext } from '#server/lending/people/people-context.ts';
import { emailIndexOf, findPersonByDocument } from '#server/lending/people/store/person-store.ts';
import { takeAttempt } from '#server/lending/people/store/throttle-store.ts';
import { ACCOUNT_EMAIL_LIMIT } from '#server/lending/people/throttles.ts';
import { recordAudit } from '#server/lending/staff/audit-store.ts';
import { closeTasks, openTask } from '#server/lending/staff/task-store.ts';
import {
  countWaitingVisitorRequests,
  decideVisitorRequest,
  type IdentityFile,
  insertVisitorRequest,
  lockVisitorRequest,
  type VisitorAsked,
} from './visitor-request-store.ts';

/**
 * Most requests that wait at once: a flood stops the form for a while, never the disk or the work on earlier requests.
 */
const MOST_WAITING = 500;
const FULL_SECONDS = 3_600;

/**
 * Accepts a request of somebody who is not a client: the legal term begins, staff get a task, the mailbox a
 * confirmation. Only staff may see whether the document is a client's; the answer must never tell it.
 */
export async function askAsVisitor(
  context: IdentityContext,
  {
    kind,
    asked,
    identity,
  }: { readonly kind: DataRequestKind; readonly asked: VisitorAsked; readonly identity: IdentityFile },
): Promise<{ readonly kind: 'asked'; readonly id: string; readonly dueDate: string } | Refusal> {
  const { db, vault, clock } = context;
  const now = clock.now();
  if ((await countWaitingVisitorRequests(db.kysely)) >= MOST_WAITING) return tooManyRequests(FULL_SECONDS);
  // Anybody may type anybody's mailbox. A request over the limit is accepted without the letter, and the answer does
  // not tell it.
  const letter = { scope: 'visitor-data-letter', key: emailIndexOf(vault, asked.email), now } as const;
  const mayWrite = (await takeAttempt(db.kysely, letter, ACCOUNT_EMAIL_LIMIT)).kind === 'allowed';
  return db.kysely.transaction().execute(async (trx) => {
    const due = dataRequestDueDate(kind, calendarDate(clock.businessDate()), await readHolidays(trx));
    if (due.kind === 'no-holiday-table') {
      return refused(503, 'holiday_table_missing', `The holidays of ${due.year} are not loaded.`);
    }
    const id = await insertVisitorRequest(trx, vault, { kind, asked, identity, dueOn: due.date, now });
    if (id === undefined) return refused(409, 'already_asked', 'The same request is being looked at.');
    const facts = { due: formatDate(due.date), request: kind };
    const subject = `data-request:${id}`;
    await openTask(trx, { kind: 'data-request', subject, says: 'answer-visitor-request-by', facts }, now);
    const letter = { due: formatDate(due.date) };
    if (mayWrite) await sendToMailbox(trx, context, asked, 'visitor-data-received', letter, subject);
    return { kind: 'asked' as const, id, dueDate: due.date };
  });
}

/** The client whose document a request names, if it is one's: their account is where they ask. */
export function clientOf(
  db: Db,
  vault: Vault,
  { documentType, documentNumber }: VisitorAsked,
): Promise<string | undefined> {
  return findPersonByDocument(db, vault, documentType, documentNumber);
}

/**
 * Records an operator's answer and sends it to the mailbox. Data of a client go to no mailbox that a stranger typed:
 * such a request is answered with `DONE` only when the operator says that they know.
 * @returns false when no such request waits
 */
export function answerVisitorRequest(
  context: IdentityContext,
  id: string,
  answered: {
    readonly status: 'DONE' | 'DENIED';
    readonly answer: string;
    readonly operator: string;
    readonly toClient: boolean;
  },
): Promise<boolean | Refusal> {
  const { db, vault, clock } = context;
  const now = clock.now();
  const { status, answer, toClient } = answered;
  const by = `operator:${answered.operator}`;
  return db.kysely.transaction().execute(async (trx) => {
    const request = await lockVisitorRequest(trx, vault, id);
    if (!request) return false;
    const { asked } = request;
    if (!asked)
      return refused(
        409,
        'not_readable',
        'The key that opens this request is missing: nobody knows where the answer goes.',
      );
    const clientId = await clientOf(trx, vault, asked);
    if (clientId !== undefined && status === 'DONE' && !toClient) {
      return refused(
        409,
        'is_a_client',
        `This document is of person ${clientId}: they ask and are answered in their account.`,
      );
    }
    await decideVisitorRequest(trx, vault, id, { status, answer, by, now });
    const subject = `data-request:${id}`;
    await closeTasks(trx, subject, { by, now });
    await sendToMailbox(trx, context, asked, 'visitor-data-answer', { answer }, subject);
    await recordAudit(trx, {
      actor: by,
      action: 'data-request.answer',
      subject,
      after: { request: id, status, ...(clientId !== undefined && { client: clientId }) },
      at: now,
    });
    return true;
  });
}
