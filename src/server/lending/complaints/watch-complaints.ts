import { calendarDate } from '#loan/calendar.ts';
import { alertReached } from '#loan/complaint.ts';
import { enqueueSealedMessage } from '#server/lending/messages/outbox-store.ts';
import { readHolidays } from '#server/lending/parameters/holiday-store.ts';
import { complaintAlertMail } from './complaint-mail.ts';
import { insertEvent, listComplaints, lockComplaint, readEvents } from './complaint-store.ts';
import type { ComplaintsContext } from './complaints-context.ts';

/**
 * Watches the legal deadline: an unanswered complaint raises an alert on its 5th, 10th, 13th and 15th business day,
 * once each, as an event and as an e-mail to staff. After a missed day only the highest alert reached is raised.
 * @returns how many alerts were raised
 */
export async function watchComplaints(context: ComplaintsContext): Promise<number> {
  const { db, clock, log, vault } = context;
  const today = calendarDate(clock.businessDate());
  const holidays = await readHolidays(db.kysely);
  let raised = 0;
  for (const complaint of await listComplaints(db.kysely, vault, { status: ['RECEIVED', 'ASSIGNED'] })) {
    const { code } = complaint;
    const reached = alertReached(calendarDate(complaint.answerDueOn), today, holidays);
    if (reached.kind === 'no-holiday-table') {
      log.error(
        { year: reached.year, code },
        'complaint alerts cannot be counted: the holidays of this year are missing',
      );
      continue;
    }
    try {
      if (reached.day !== undefined && (await raise(context, code, reached.day, today))) raised += 1;
    } catch (error) {
      log.error({ err: error, code }, 'an alert of a complaint could not be raised');
    }
  }
  return raised;
}

function raise(
  { db, clock, alertsTo, log, vault }: ComplaintsContext,
  code: string,
  day: number,
  today: string,
): Promise<boolean> {
  return db.kysely.transaction().execute(async (trx) => {
    const complaint = await lockComplaint(trx, vault, code);
    if (!complaint || (complaint.status !== 'RECEIVED' && complaint.status !== 'ASSIGNED')) return false;
    const events = await readEvents(trx, vault, complaint.id);
    if (events.some(({ kind, data }) => kind === 'alert' && Number(data['day']) >= day)) return false;
    const { id: complaintId, status } = complaint;
    const now = clock.now();
    const event = { complaintId, now, businessDate: today, kind: 'alert', actor: 'clock', data: { day } } as const;
    await insertEvent(trx, vault, { ...event, fromStatus: status, toStatus: status });
    if (alertsTo) await enqueueSealedMessage(trx, vault, complaintAlertMail(complaint, alertsTo, day), now);
    log.warn({ code, businessDays: day }, 'a complaint waits for its answer');
    return true;
  });
}
