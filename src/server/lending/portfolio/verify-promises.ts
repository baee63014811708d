import { type Kysely, sql } from 'kysely';
import type { BankCalendar, BusinessDate } from '#loan/business-days.ts';
import { type CalendarDate, calendarDate, laterOf } from '#loan/calendar.ts';
import { isDisbursed, type Loan, type LoanFact } from '#loan/loan.ts';
import { standingOn } from '#loan/standing.ts';
import type { Tables } from '#server/kit/tables.ts';

/** What a client was told of a loan, and what is to be so since. */
interface Promised {
  readonly loan_id: string;
  readonly kind: 'offer' | 'extension' | 'certificate';
  readonly on: string;
  /** The money of an offer; the payment that moved a date. */
  readonly payments: readonly string[];
  /** What became known after it: no promise covers it. */
  readonly later: readonly string[];
  /** The date it moved to; the certificate's cause. */
  readonly said: string;
}

/** Everything that clients were told and that can be held against the books, by the ids of their loans (domain P35). */
export async function readPromises(db: Kysely<Tables>): Promise<Map<string, Promised[]>> {
  const { rows } = await sql<Promised>`
    select intent.loan_id, 'offer' as kind, intent.created_on::text as on, '' as said,
      array_agg(money.id::text) as payments,
      array(select fact.id::text from loan_fact fact where fact.loan_id = intent.loan_id and fact.kind = 'tranche'
        and fact.recorded_at >= intent.created_at) as later
    from payment_intent intent
    join money_received money on coalesce(money.matched_intent_id, money.intent_id) = intent.id
      and money.loan_id = intent.loan_id and money.value_date = intent.created_on
    where intent.purpose = 'PAYOFF'
    group by intent.id having sum(money.amount) >= intent.amount
    union all
    select loan.id, 'extension', to_char(told.created_at, 'YYYY-MM-DD'), told.params ->> 'newDueDate',
      array[split_part(told.natural_key, ':', 2)], array[]::text[]
    from notification told join loan on loan.number = told.params ->> 'loanNumber'
    where told.kind = 'extension-active'
    union all
    select document.loan_id, 'certificate', document.business_date::text, document.cause, array[]::text[],
      array(select fact.id::text from loan_fact fact where fact.loan_id = document.loan_id and fact.kind = 'tranche'
        and not exists (select from disbursement_order paid where paid.id = fact.id
          and paid.ordered_on <= document.business_date))
    from document where document.type = 'PAID_OFF_CERTIFICATE' and document.superseded_by is null`.execute(db);
  return Map.groupBy(rows, ({ loan_id }) => loan_id);
}

/** What was promised and is not so. Money that was taken back after a promise takes the promise with it. */
export function brokenPromises(loan: Loan, promised: readonly Promised[], calendar: BankCalendar): string[] {
  return promised.flatMap((one) => {
    const day = { date: calendarDate(one.on), calendar };
    const isKept = one.kind === 'extension' ? isMoved(loan, one, day) : isEnded(loan, one, day);
    return isKept ? [] : [`loan ${loan.number}: ${BROKEN[one.kind]} on ${one.on}`];
  });
}

const BROKEN: Readonly<Record<Promised['kind'], string>> = {
  offer: 'what was offered as ending it did not end it',
  extension: 'an extension was sold that does not move its date',
  certificate: 'a certificate of no debt stands beside a debt',
};

function isEnded(loan: Loan, { kind, payments, later }: Promised, day: BusinessDate): boolean {
  const facts = loan.facts.filter(({ id }) => !later.includes(id));
  if (facts.some((fact) => payments.includes(fact.id) && isTakenBackSince(fact, day.date))) return true;
  if (kind === 'certificate' && facts.some((fact) => fact.kind === 'tranche' && fact.date > day.date)) return false;
  const asItWas = facts.map((fact) => (isTakenBackSince(fact, day.date) ? { ...fact, reversedOn: undefined } : fact));
  return [facts, asItWas].some((known) => {
    const then = { ...loan, facts: known };
    return isDisbursed(then) && standingOn(then, day).paidOn !== undefined;
  });
}

function isTakenBackSince(fact: LoanFact, date: CalendarDate): boolean {
  return fact.kind === 'payment' && fact.reversedOn !== undefined && fact.reversedOn >= date;
}

function isMoved(loan: Loan, { payments: [id], said }: Promised, day: BusinessDate): boolean {
  const payment = loan.facts.find((fact) => fact.id === id);
  if (!payment || loan.facts.some((fact) => isTakenBackSince(fact, payment.date))) return true;
  const { groups, paidOn } = standingOn(loan, { ...day, date: laterOf(day.date, payment.date) });
  // A loan that ended on that day all the same has no date any more: the price is its client's credit.
  if (paidOn !== undefined && paidOn <= payment.date) return true;
  return groups.some(({ extensions }) => extensions.some(({ to }) => to === said));
}
