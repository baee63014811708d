import { type Kysely, sql } from 'kysely';
import type { BankCalendar, BusinessDate } from '#loan/business-days.ts';
import { calendarDate, laterOf } from '#loan/calendar.ts';
import { isDisbursed, type Loan } from '#loan/loan.ts';
import { boughtBy, quoteOf } from '#loan/quoted-price.ts';
import { standingOn } from '#loan/standing.ts';
import type { Tables } from '#server/kit/tables.ts';

/** A promise to a client about a loan, and what must hold since. */
interface Promised {
  readonly loan_id: string;
  readonly kind: 'offer' | 'extension' | 'certificate';
  readonly on: string;
  /** The money of an offer; the payment that moved a date. */
  readonly payments: readonly string[];
  /** Facts that became known after it and that the promise does not cover. */
  readonly later: readonly string[];
  /** Payments that were taken back at its instant or after it. Those that were taken back before it excuse nothing. */
  readonly taken: readonly string[];
  /** The date it moved to; the certificate's cause. */
  readonly said: string;
}

/**
 * Everything that clients were told and that can be held against the books, by the ids of their loans (domain P35, P37).
 * A date cannot say what was known: a payment taken back at ten does not excuse an offer of eleven. The instant of a
 * taking back is that of its journal.
 */
export async function readPromises(db: Kysely<Tables>): Promise<Map<string, Promised[]>> {
  const { rows } = await sql<Promised>`
    with taken as (
      select fact.loan_id, fact.id::text as id, coalesce(
        (select min(journal.at) from journal where journal.loan_id = fact.loan_id and journal.ref = fact.id::text
          and journal.kind in (${sql.join(TAKEN_BACK_KINDS)})),
        (fact.reversed_on + 1)::timestamptz) as at
      from loan_fact fact where fact.kind = 'payment' and fact.reversed_on is not null
    ), told as (
      select intent.loan_id, 'offer' as kind, intent.created_on::text as on, intent.created_at as at, '' as said,
        array_agg(money.id::text) as payments,
        array(select fact.id::text from loan_fact fact where fact.loan_id = intent.loan_id and fact.kind = 'tranche'
          and fact.recorded_at >= intent.created_at) as later
      from payment_intent intent
      join money_received money on coalesce(money.matched_intent_id, money.intent_id) = intent.id
        and money.loan_id = intent.loan_id and money.value_date = intent.created_on
      where intent.purpose = 'PAYOFF'
      group by intent.id having sum(money.amount) >= intent.amount
      union all
      select loan.id, 'extension', to_char(told.created_at, 'YYYY-MM-DD'), told.created_at, told.params ->> 'newDueDate',
        array[split_part(told.natural_key, ':', 2)], array[]::text[]
      from notification told join loan on loan.number = told.params ->> 'loanNumber'
      where told.kind = 'extension-active'
      union all
      select document.loan_id, 'certificate', document.business_date::text, document.created_at, document.cause,
        array[]::text[],
        array(select fact.id::text from loan_fact fact where fact.loan_id = document.loan_id and fact.kind = 'tranche'
          and not exists (select from disbursement_order paid where paid.id = fact.id
            and paid.ordered_on <= document.business_date))
      from document where document.type = 'PAID_OFF_CERTIFICATE' and document.superseded_by is null
    )
    select told.loan_id, told.kind, told.on, told.said, told.payments, told.later,
      array(select taken.id from taken where taken.loan_id = told.loan_id and taken.at >= told.at) as taken
    from told`.execute(db);
  return Map.groupBy(rows, ({ loan_id }) => loan_id);
}

/** The journals that mirror a payment's own (`bookReversal`). */
const TAKEN_BACK_KINDS = ['chargeback', 'payment-refunded', 'statement-corrected'];

/**
 * Finds promises that do not hold. Money that was taken back after an offer or a certificate takes it with it; an
 * extension goes with its own money alone.
 */
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

function isEnded(loan: Loan, { kind, payments, later, taken }: Promised, day: BusinessDate): boolean {
  const facts = loan.facts.filter(({ id }) => !later.includes(id));
  if (payments.some((id) => taken.includes(id))) return true;
  if (kind === 'certificate' && facts.some((fact) => fact.kind === 'tranche' && fact.date > day.date)) return false;
  const asItWas = facts.map((fact) => (taken.includes(fact.id) ? { ...fact, reversedOn: undefined } : fact));
  return [facts, asItWas].some((known) => {
    const then = { ...loan, facts: known };
    return isDisbursed(then) && standingOn(then, day).paidOn !== undefined;
  });
}

function isMoved(loan: Loan, { payments: [id], taken, said }: Promised, day: BusinessDate): boolean {
  const payment = loan.facts.find((fact) => fact.id === id);
  if (!payment) return true;
  const quote = quoteOf(payment);
  const ownMoney = loan.facts.filter((fact) => fact === payment || (quote && quoteOf(fact)?.id === quote.id));
  if (ownMoney.some((fact) => taken.includes(fact.id))) return true;
  const standing = standingOn(loan, { ...day, date: laterOf(day.date, payment.date) });
  // A loan that ended on that day all the same has no date any more: the price is its client's credit.
  if (standing.paidOn !== undefined && standing.paidOn <= payment.date) return true;
  if (standing.groups.some(({ extensions }) => extensions.some(({ to }) => to === said))) return true;
  // The days of an extension before it go with its money; its own stay bought.
  const isEarlierTaken = loan.facts.some((fact) => quoteOf(fact) && taken.includes(fact.id));
  return isEarlierTaken && quote !== undefined && boughtBy(quote.id, standing) !== undefined;
}
