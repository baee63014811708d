import { type RawBuilder, sql } from 'kysely';
import { type Cents, cents } from '#loan/money.ts';
import type { Db } from '#server/kit/tables.ts';
import type { Vault } from '#server/kit/vault.ts';
import { RUNNING_STATUSES } from '#server/lending/loans/store/loan-store.ts';
import { findPeopleNamedIn } from '#server/lending/people/store/person-store.ts';

/** Reasons why unidentified money may be somebody's. */
export const CANDIDATE_REASONS = ['number', 'name', 'amount'] as const;
export type CandidateReason = (typeof CANDIDATE_REASONS)[number];

/** A loan or payment that unidentified money may belong to. */
export interface Candidate {
  /** Of the payment that waits for this amount, else the number of the loan. */
  readonly owner: string;
  readonly loan: string;
  readonly personId: string;
  readonly why: readonly CandidateReason[];
}

/** Unidentified money with the bank's own words about it. */
export interface Line {
  readonly id: string;
  readonly amount: Cents;
  readonly description: string | null;
}

const MOST = 5;
const LOAN_NUMBER = /P-?(\d{4})-?(\d{7})/g;
/** One word alone, `Rosa`, fits too many people. */
const FEWEST_WORDS = 2;

interface Hit {
  readonly line: string;
  readonly loan: string;
  readonly personId: string;
  readonly paymentId: string | undefined;
  readonly why: CandidateReason;
}

/**
 * Finds whose unidentified money may be: the loan whose number stands in the bank's words, the loans of clients of whom
 * two names stand there, and the payments and debts of exactly this amount. Those with more reasons come first. It says
 * nothing about whose it is: a person does.
 */
export async function candidatesOf(
  db: Db,
  vault: Vault,
  lines: readonly Line[],
): Promise<ReadonlyMap<string, readonly Candidate[]>> {
  if (lines.length === 0) return new Map();
  const named = await findPeopleNamedIn(
    db,
    vault,
    lines.map(({ id, description }) => ({ id, text: description ?? '' })),
    { fewest: FEWEST_WORDS, limit: MOST },
  );
  const hits = [...(await byNumber(db, lines)), ...(await byNames(db, named)), ...(await byAmount(db, lines))];
  return new Map(lines.map(({ id }) => [id, ranked(hits.filter(({ line }) => line === id))]));
}

/** Joins the reasons of each loan: a payment that waits for this amount is named, because it says what it is for. */
function ranked(hits: readonly Hit[]): readonly Candidate[] {
  const numbers = [...new Set(hits.map(({ loan }) => loan))];
  const all = numbers.map((loan): Candidate => {
    const own = hits.filter((hit) => hit.loan === loan);
    const [first] = own as [Hit];
    const payment = own.find(({ paymentId }) => paymentId !== undefined)?.paymentId;
    const why = CANDIDATE_REASONS.filter((reason) => own.some((hit) => hit.why === reason));
    return { owner: payment ?? loan, loan, personId: first.personId, why };
  });
  return all.sort((a, b) => b.why.length - a.why.length || (a.loan < b.loan ? 1 : -1)).slice(0, MOST);
}

async function byNumber(db: Db, lines: readonly Line[]): Promise<readonly Hit[]> {
  const pairs = lines.flatMap(({ id, description }) =>
    [...(description ?? '').toUpperCase().matchAll(LOAN_NUMBER)].map(([, year, number]) => ({
      line: id,
      loan: `P-${year}-${number}`,
    })),
  );
  return hitsOf(
    db,
    'number',
    sql`
    select pair.line, loan.number, loan.person_id, null::uuid as payment_id
    from ${rowsOf(pairs)} as pair (line text, loan text) join loan on loan.number = pair.loan
    where loan.status = any(${OWED})`,
  );
}

function byNames(
  db: Db,
  named: readonly { readonly id: string; readonly personId: string }[],
): Promise<readonly Hit[]> {
  const pairs = named.map(({ id, personId }) => ({ line: id, person: personId }));
  return hitsOf(
    db,
    'name',
    sql`
    select pair.line, loan.number, loan.person_id, null::uuid as payment_id
    from ${rowsOf(pairs)} as pair (line text, person uuid) join loan on loan.person_id = pair.person
    where loan.status = any(${OWED})`,
  );
}

/** Payments that wait for exactly this amount, and loans of which exactly this amount is overdue; the newest of each. */
function byAmount(db: Db, lines: readonly Line[]): Promise<readonly Hit[]> {
  const pairs = lines.map(({ id, amount }) => ({ line: id, amount }));
  return hitsOf(
    db,
    'amount',
    // Many lines of a statement are of one amount: each amount is looked for once.
    sql`
    with pair as (select * from ${rowsOf(pairs)} as pair (line text, amount bigint)),
    found as materialized (
      select asked.amount, hit.* from (select distinct amount from pair) asked cross join lateral (
        (select loan.number, loan.person_id, payment.id as payment_id
          from payment_intent payment join loan on loan.id = payment.loan_id
          where payment.amount = asked.amount and payment.status in ('PENDING_CUSTOMER', 'UNKNOWN', 'IN_REVIEW', 'EXPIRED')
          order by payment.id desc limit ${MOST})
        union all (select loan.number, loan.person_id, null
          from late_loan join loan on loan.id = late_loan.loan_id
          where late_loan.overdue = asked.amount and late_loan.overdue > 0 order by late_loan.loan_id desc limit ${MOST})
      ) hit
    )
    select pair.line, found.number, found.person_id, found.payment_id from pair join found using (amount)`,
  );
}

const OWED = [...RUNNING_STATUSES, 'WRITTEN_OFF'];

function rowsOf(rows: readonly object[]): RawBuilder<unknown> {
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`;
}

interface Stored {
  readonly line: string;
  readonly number: string;
  readonly person_id: string;
  readonly payment_id: string | null;
}

async function hitsOf(db: Db, why: CandidateReason, query: RawBuilder<unknown>): Promise<readonly Hit[]> {
  const { rows } = await sql<Stored>`${query}`.execute(db);
  return rows.map(({ line, number, person_id, payment_id }) => ({
    line,
    loan: number,
    personId: person_id,
    paymentId: payment_id ?? undefined,
    why,
  }));
}

/**
 * Tells whether one account may say that a small amount is a loan's: a client of that name, and nobody else, has one.
 * @param smallCents the most that counts as small
 */
export function isSmallAndNamed(
  amountCents: Cents,
  candidates: readonly Candidate[],
  { loan, smallCents }: { readonly loan: string; readonly smallCents: Cents },
): boolean {
  const named = candidates.filter(({ why }) => why.includes('name'));
  return amountCents <= cents(smallCents) && named.length === 1 && named[0]?.loan === loan;
}
