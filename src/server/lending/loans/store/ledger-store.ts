import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { CalendarDate } from '#loan/calendar.ts';
import { type Balances, isBalanced, type Posting } from '#loan/ledger.ts';
import { cents } from '#loan/money.ts';
import type { Tables, Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';

/**
 * A journal to be posted, and its cause. The same `kind` and `ref` for the same loan is posted once: a second attempt
 * fails.
 */
export interface NewJournal {
  readonly businessDate: CalendarDate;
  /** `payment`, `accrual`, `disbursement-confirmed`, … */
  readonly kind: string;
  /** The id of the payment or order, or the date that was closed. */
  readonly ref: string;
  /** Undefined for money that belongs to no loan, such as an unidentified credit. */
  readonly loanId?: string | undefined;
  readonly postings: readonly Posting[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Money of no loan has a chain of its own. */
export const GENERAL_CHAIN = 'general';

/**
 * Writes a journal and its postings in one statement, and links it to the journal before it: its hash covers that
 * one's hash and its own content. Without postings nothing is written. Throws when it does not balance, and again at commit
 * when the database finds that it does not.
 */
export async function postJournal(trx: Trx, journal: NewJournal): Promise<void> {
  const { businessDate, kind, ref, loanId, postings, now } = journal;
  if (postings.length === 0) return;
  if (!isBalanced(postings)) throw new RangeError(`journal ${kind} ${ref} does not balance`);
  const id = uuidv7(now);
  const content = contentOf({ id, businessDate, kind, ref, loanId: loanId ?? null, postings });
  const chain = loanId ?? GENERAL_CHAIN;
  await sql`
    with link as (
      insert into ledger_chain (chain, length, head)
      values (${chain}, 1, sha256(convert_to(${content}, 'UTF8')))
      on conflict (chain) do update set
        length = ledger_chain.length + 1,
        head = sha256(ledger_chain.head || convert_to(${content}, 'UTF8'))
      returning length, head
    ), written as (
      insert into journal (id, chain, position, business_date, kind, ref, loan_id, at, hash)
      select ${id}::uuid, ${chain}, link.length, ${businessDate}::date, ${kind}, ${ref}, ${loanId ?? null}::uuid,
        ${new Date(now)}::timestamptz, link.head
      from link returning id
    )
    insert into posting (journal_id, position, account, amount)
    select written.id, line.position, line.account, line.amount
    from written, unnest(
      ${postings.map((_, k) => k + 1)}::int[],
      ${postings.map(({ account }) => account)}::text[],
      ${postings.map(({ amountCents }) => amountCents)}::bigint[]
    ) as line (position, account, amount)`.execute(trx);
}

/** Writes what a journal's hash covers, in one canonical line. */
function contentOf(journal: {
  readonly id: string;
  readonly businessDate: string;
  readonly kind: string;
  readonly ref: string;
  readonly loanId: string | null;
  readonly postings: readonly { readonly account: string; readonly amountCents: number }[];
}): string {
  const { id, businessDate, kind, ref, loanId, postings } = journal;
  return JSON.stringify([id, businessDate, kind, ref, loanId, postings.map((of) => [of.account, of.amountCents])]);
}

export interface StoredJournal {
  readonly id: string;
  readonly position: number;
  readonly businessDate: CalendarDate;
  readonly kind: string;
  readonly ref: string;
  readonly loanId: string | null;
  readonly hash: Uint8Array;
  readonly postings: readonly Posting[];
}

/** Every journal of a chain in its order, with its postings. */
export async function readChain(db: Kysely<Tables>, chain: string): Promise<StoredJournal[]> {
  const rows = await db
    .selectFrom('journal')
    .innerJoin('posting', 'posting.journal_id', 'journal.id')
    .select([
      'journal.id',
      'journal.position',
      'journal.business_date',
      'journal.kind',
      'journal.ref',
      'journal.loan_id',
      'journal.hash',
      'posting.account',
      'posting.amount',
    ])
    .where('journal.chain', '=', chain)
    .orderBy('journal.position')
    .orderBy('posting.position')
    .execute();
  const journals: (Omit<StoredJournal, 'postings'> & { postings: Posting[] })[] = [];
  for (const row of rows) {
    if (journals.at(-1)?.id !== row.id) {
      const { id, position, kind, ref, hash } = row;
      const businessDate = row.business_date as CalendarDate;
      journals.push({ id, position, businessDate, kind, ref, loanId: row.loan_id, hash, postings: [] });
    }
    journals.at(-1)?.postings.push({ account: row.account, amountCents: cents(row.amount) });
  }
  return journals;
}

/** Finds what is wrong with a chain; undefined when every journal follows from the one before it. */
export function chainFlaw(
  journals: readonly StoredJournal[],
  end: { readonly length: number; readonly head: Uint8Array } | undefined,
): string | undefined {
  let head = Buffer.alloc(0);
  for (const [index, journal] of journals.entries()) {
    if (journal.position !== index + 1) return `journal ${index + 1} is missing`;
    if (!isBalanced(journal.postings)) return `journal ${journal.position} does not balance`;
    head = createHash('sha256').update(head).update(contentOf(journal)).digest();
    if (!head.equals(journal.hash)) return `journal ${journal.position} was changed`;
  }
  if (journals.length !== (end?.length ?? 0)) return `${(end?.length ?? 0) - journals.length} journals are missing`;
  return end && !head.equals(end.head) ? 'the end of the chain was changed' : undefined;
}

/** The postings of what one cause posted for a loan; empty when it posted nothing. */
export async function readPostings(
  db: Kysely<Tables>,
  { loanId, kind, ref }: { readonly loanId: string; readonly kind: string; readonly ref: string },
): Promise<Posting[]> {
  const rows = await db
    .selectFrom('posting')
    .innerJoin('journal', 'journal.id', 'posting.journal_id')
    .select(['posting.account', 'posting.amount'])
    .where('journal.loan_id', '=', loanId)
    .where('journal.kind', '=', kind)
    .where('journal.ref', '=', ref)
    .orderBy('posting.position')
    .execute();
  return rows.map(({ account, amount }) => ({ account, amountCents: cents(amount) }));
}

/** Account balances, of one loan or of the whole ledger, up to a business date. */
export async function readBalances(
  db: Kysely<Tables>,
  filter: { readonly loanId?: string; readonly through?: CalendarDate } = {},
): Promise<Balances> {
  let query = db
    .selectFrom('posting')
    .innerJoin('journal', 'journal.id', 'posting.journal_id')
    .select(['posting.account', sql<number>`sum(posting.amount)::bigint`.as('amount')])
    .groupBy('posting.account');
  if (filter.loanId !== undefined) query = query.where('journal.loan_id', '=', filter.loanId);
  if (filter.through !== undefined) query = query.where('journal.business_date', '<=', filter.through);
  const rows = await query.execute();
  return Object.fromEntries(rows.map(({ account, amount }) => [account, cents(amount)]));
}

/** Every chain with its end. */
export async function readChains(db: Kysely<Tables>) {
  return db.selectFrom('ledger_chain').selectAll().orderBy('chain').execute();
}
