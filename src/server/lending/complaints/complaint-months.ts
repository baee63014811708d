import { addMonths, type CalendarDate, calendarDate } from '#loan/calendar.ts';
import type { ComplaintSolution } from '#loan/complaint.ts';
import { type ComplaintCase, complaintStatistics } from '#loan/complaint-statistics.ts';
import type { Db } from '#server/kit/tables.ts';
import type { Seal } from '#server/kit/vault.ts';
import { readHolidays } from '#server/lending/parameters/holiday-store.ts';
import { bookSeal } from './complaint-seal.ts';

/** A month of complaints in numbers, in the order in which Indecopi asks for them. */
export interface ComplaintMonth {
  readonly month: string;
  readonly filed: number;
  readonly claims: number;
  readonly complaints: number;
  readonly accepted: number;
  readonly partial: number;
  readonly rejected: number;
  readonly settled: number;
  readonly waiting: number;
  readonly medianDays: number | null;
  readonly mostDays: number | null;
  readonly late: number;
}

const monthOf = (date: string): string => date.slice(0, 7);

/** Counts complaints by the month in which they were filed; each month of the period has a row. */
export async function complaintMonths(
  db: Db,
  seal: Seal,
  { from, to, today }: { readonly from: CalendarDate; readonly to: CalendarDate; readonly today: CalendarDate },
): Promise<readonly ComplaintMonth[]> {
  const cases = Map.groupBy(await readCases(db, seal, { from, to }), ({ filedOn }) => monthOf(filedOn));
  const holidays = await readHolidays(db);
  return monthsOf(from, to).map((month) => {
    const { filed, types, results, waiting, medianDays, mostDays, late } = complaintStatistics(cases.get(month) ?? [], {
      today,
      holidays,
    });
    return {
      month,
      filed,
      claims: types.RECLAMO,
      complaints: types.QUEJA,
      accepted: results.ACCEPTED,
      partial: results.PARTIAL,
      rejected: results.REJECTED,
      settled: results.SETTLED,
      waiting,
      medianDays,
      mostDays,
      late,
    };
  });
}

function monthsOf(from: CalendarDate, to: CalendarDate): readonly string[] {
  const months: string[] = [];
  const first = calendarDate(`${monthOf(from)}-01`);
  for (let day = first; day <= to; day = addMonths(first, months.length)) months.push(monthOf(day));
  return months;
}

/** Reads complaints with their answers. The result of an answer is sealed with its words. */
async function readCases(
  db: Db,
  seal: Seal,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly ComplaintCase[]> {
  const complaints = await db
    .selectFrom('complaint')
    .select(['id', 'type', 'filed_on as filedOn', 'answer_due_on as answerDueOn'])
    .where('filed_on', '>=', from)
    .where('filed_on', '<=', to)
    .execute();
  const ends = await db
    .selectFrom('complaint_event')
    .innerJoin('complaint', 'complaint.id', 'complaint_event.complaint_id')
    .select(['complaint_event.id', 'complaint_id as complaintId', 'kind', 'business_date as on', 'data'])
    .where('kind', 'in', ['answer', 'settle'])
    .where('filed_on', '>=', from)
    .where('filed_on', '<=', to)
    .orderBy('position')
    .execute();
  const book = bookSeal(seal);
  const endsOf = Map.groupBy(ends, ({ complaintId }) => complaintId);
  return complaints.map(({ id, type, filedOn, answerDueOn }) => {
    const own = endsOf.get(id) ?? [];
    const last = own.at(-1);
    const [first] = own;
    const solution = last && (book.openData(last.id, last.data)['solution'] as ComplaintSolution);
    return {
      type,
      filedOn: calendarDate(filedOn),
      answerDueOn: calendarDate(answerDueOn),
      endedOn: first && calendarDate(first.on),
      result: last?.kind === 'settle' ? 'SETTLED' : solution,
    };
  });
}
