import type { DataRequestBody } from '#api/data-request-body.ts';
import { formatDate } from '#i18n/format-date.ts';
import { DEFAULT_LOCALE } from '#i18n/locale.ts';
import { calendarDate } from '#loan/calendar.ts';
import { type DataRequestKind, dataRequestDueDate } from '#loan/data-request.ts';
import { type Refusal, refused } from '#server/kit/errors.ts';
import { readHolidays } from '#server/lending/parameters/holiday-store.ts';
import { pageUrl } from '#server/lending/people/messages/identity-messages.ts';
import { sendAccountEmail } from '#server/lending/people/messages/send-account-email.ts';
import type { IdentityContext, Origin } from '#server/lending/people/people-context.ts';
import { personSeal, personSealIfKept } from '#server/lending/people/person-seal.ts';
import { recordAccess } from '#server/lending/people/store/access-log-store.ts';
import { readPerson } from '#server/lending/people/store/person-store.ts';
import { recordAudit } from '#server/lending/staff/audit-store.ts';
import { closeTasks, openTask } from '#server/lending/staff/task-store.ts';
import { answerDataRequest, insertDataRequest, isOpenAlready, lockDataRequest } from './data-request-store.ts';

/** Accepts a request about a client's own data: its legal term begins, staff get a task, the client a confirmation. */
export async function askForData(
  context: IdentityContext,
  personId: string,
  asked: { readonly kind: DataRequestKind; readonly detail: string },
  { caller, userAgent }: Origin,
): Promise<{ readonly kind: 'asked'; readonly request: DataRequestBody } | Refusal> {
  const { db, vault, clock } = context;
  const now = clock.now();
  return db.kysely.transaction().execute(async (trx) => {
    // Serialises two concurrent requests.
    await trx.selectFrom('person').select('id').where('id', '=', personId).forNoKeyUpdate().execute();
    if (await isOpenAlready(trx, personId, asked.kind)) {
      return refused(409, 'already_asked', 'The same request is being looked at.');
    }
    const due = dataRequestDueDate(asked.kind, calendarDate(clock.businessDate()), await readHolidays(trx));
    if (due.kind === 'no-holiday-table') {
      return refused(503, 'holiday_table_missing', `The holidays of ${due.year} are not loaded.`);
    }
    const seal = await personSeal(trx, vault, personId);
    const request = await insertDataRequest(trx, seal, { personId, ...asked, dueOn: due.date, now });
    const subject = `data-request:${request.id}`;
    const facts = { due: formatDate(due.date), request: asked.kind };
    await openTask(trx, { kind: 'data-request', subject, says: 'answer-data-request-by', facts }, now);
    await recordAccess(trx, { personId, kind: 'DATA_REQUESTED', at: now, caller, userAgent });
    const person = await readPerson(trx, vault, personId);
    const letter = { due: formatDate(due.date) };
    if (person) await sendAccountEmail(trx, context, person, 'data-request-received', letter, `person:${personId}`);
    return { kind: 'asked' as const, request };
  });
}

/**
 * Records an operator's answer. The e-mail about a denial gives the reason and where to appeal; it may be used in a
 * claim. Of a client who was erased meanwhile the request ends on record, and nobody is written to.
 * @returns false when no such request is open
 */
export function answerDataRequestOf(
  context: IdentityContext,
  id: string,
  answered: { readonly status: 'DONE' | 'DENIED'; readonly answer: string; readonly operator: string },
): Promise<boolean> {
  const { db, vault, clock, siteUrl } = context;
  const now = clock.now();
  const { status, answer } = answered;
  const by = `operator:${answered.operator}`;
  return db.kysely.transaction().execute(async (trx) => {
    const waiting = await lockDataRequest(trx, id);
    if (!waiting) return false;
    const { person_id: personId } = waiting;
    const seal = (await personSealIfKept(trx, vault, personId)) ?? vault;
    await answerDataRequest(trx, seal, { id, status, answer, by, now });
    await closeTasks(trx, `data-request:${id}`, { by, now });
    const person = await readPerson(trx, vault, personId);
    const link = pageUrl(siteUrl, person?.language ?? DEFAULT_LOCALE, '/profile/settings');
    const subject = `person:${personId}`;
    if (person && status === 'DENIED')
      await sendAccountEmail(trx, context, person, 'data-request-denied', { link, why: answer }, subject);
    else if (person) await sendAccountEmail(trx, context, person, 'data-request-answered', { link }, subject);
    await recordAudit(trx, {
      actor: by,
      action: 'data-request.answer',
      subject,
      after: { request: id, status },
      at: now,
    });
    return true;
  });
}
