import { type Kysely, sql } from 'kysely';
import { type Cents, cents } from '#loan/money.ts';
import type { Tables } from '#server/kit/tables.ts';

/** An order of a loan, or a refund to a bank account: to the bank both are payment orders with an id of ours. */
export interface BookedPayout {
  readonly id: string;
  readonly kind: 'disbursement' | 'refund';
  readonly loanNumber: string;
  readonly amountCents: Cents;
  readonly status: string;
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const CHUNK = 5_000;

/**
 * Payouts that the bank was given, by the books. One that it has paid twice counts, although its second order is
 * CANCELLED; a refund that an operator refused before its turn does not.
 */
const WAS_SENT = sql`(status not in ('QUEUED', 'CANCELLED') and not (status = 'REJECTED' and attempts = 0)
  or exists (select from surplus_payout where surplus_payout.id = booked.id))`;

/** Reads the payouts of these ids from the books. */
export function readPayouts(db: Kysely<Tables>, ids: readonly string[]): Promise<Map<string, BookedPayout>> {
  return payoutsAmong(db, ids, sql`true`);
}

/** Those of these ids that were never given to the bank, by the books. */
export async function readUnsentPayouts(db: Kysely<Tables>, ids: readonly string[]): Promise<BookedPayout[]> {
  return [...(await payoutsAmong(db, ids, sql`not ${WAS_SENT}`)).values()];
}

async function payoutsAmong(
  db: Kysely<Tables>,
  ids: readonly string[],
  condition: ReturnType<typeof sql>,
): Promise<Map<string, BookedPayout>> {
  const asked = ids.filter((id) => UUID.test(id));
  const found = new Map<string, BookedPayout>();
  for (let from = 0; from < asked.length; from += CHUNK) {
    const rows = await payoutsWhere(db, sql`id = any(${asked.slice(from, from + CHUNK)}::uuid[]) and ${condition}`);
    for (const payout of rows) found.set(payout.id, payout);
  }
  return found;
}

/** Those on their way to the bank and not ended. */
export function readPayoutsOnTheirWay(db: Kysely<Tables>): Promise<BookedPayout[]> {
  return payoutsWhere(db, sql`status in ('SENDING', 'SENT')`);
}

/** Everything that was ever given to the bank. */
export function readBegunPayouts(db: Kysely<Tables>): Promise<BookedPayout[]> {
  return payoutsWhere(db, WAS_SENT);
}

const REFUSED_LATELY_DAYS = 30;

/** Orders that the bank has refused within a month, and whose money it has not been found to have paid since. */
export function readRefusedPayouts(db: Kysely<Tables>, today: string): Promise<BookedPayout[]> {
  return payoutsWhere(
    db,
    sql`status = 'REJECTED' and attempts > 0 and created_at >= ${today}::date - ${REFUSED_LATELY_DAYS}::int
      and not exists (select from surplus_payout where surplus_payout.id = booked.id)`,
  );
}

async function payoutsWhere(db: Kysely<Tables>, condition: ReturnType<typeof sql>): Promise<BookedPayout[]> {
  const { rows } = await sql<{
    id: string;
    kind: BookedPayout['kind'];
    number: string;
    amount: number;
    status: string;
  }>`
    select payout.id, payout.kind, loan.number, payout.amount, payout.status from (
      select id, 'disbursement' as kind, loan_id, amount, status from disbursement_order booked where ${condition}
      union all
      select id, 'refund' as kind, loan_id, amount, status from refund booked where order_id is not null and ${condition}
    ) payout join loan on loan.id = payout.loan_id order by payout.id`.execute(db);
  return rows.map(({ number, amount, ...row }) => ({ ...row, loanNumber: number, amountCents: cents(amount) }));
}
