import { sql } from 'kysely';
import type { Database } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';

/** Tables that say who looked and when, not what became of a loan. */
const OF_ACCESS = ['access_log', 'audit', 'session', 'throttle_bucket', 'challenge', 'step_up_proof', 'person_search'];

interface Whose {
  readonly loanId: string;
  readonly personId: string;
}

/** Tables with rows of a loan or of a person, with the column that says so. */
async function tablesOfLoans({ kysely }: Database<Tables>) {
  const { rows } = await sql<{ table: string; column: 'loan_id' | 'person_id' }>`
    select distinct on (class.relname) class.relname as table, mine.attname as column
    from pg_attribute mine join pg_class class on class.oid = mine.attrelid
    where class.relnamespace = 'public'::regnamespace and class.relkind = 'r' and mine.attname in ('loan_id', 'person_id')
    order by class.relname, mine.attname`.execute(kysely);
  return rows.filter(({ table }) => !OF_ACCESS.includes(table));
}

/**
 * Reads everything that is stored of a loan and its client, without ids, times, hashes and numbers that count up: two
 * runs of the same story are then the same text.
 */
export async function endState(db: Database<Tables>, { loanId, personId }: Whose): Promise<string> {
  const { kysely } = db;
  const parts = [sql`select 'loan' as name, to_jsonb(loan) as row from loan where id = ${loanId}`];
  for (const { table, column } of await tablesOfLoans(db)) {
    const id = column === 'loan_id' ? loanId : personId;
    parts.push(
      sql`select ${table}::text, to_jsonb(held) from ${sql.table(table)} held where ${sql.ref(column)}::text = ${id}`,
    );
  }
  parts.push(sql`select 'posting', jsonb_build_object('kind', journal.kind, 'on', journal.business_date,
      'account', account, 'amount', amount)
    from journal join posting on posting.journal_id = journal.id where journal.loan_id = ${loanId}`);
  // What a promise counts from, as a number of facts.
  parts.push(sql`select 'promise of facts', jsonb_build_object('before', count(fact.id))
    from payment_promise left join loan_fact fact on fact.loan_id = payment_promise.loan_id and fact.position <= facts_before
    where payment_promise.loan_id = ${loanId} group by payment_promise.id`);
  const { rows } = await sql<{ name: string; row: object }>`${sql.join(parts, sql` union all `)}`.execute(kysely);
  const ids = [...new Set(JSON.stringify(rows).match(UUID) ?? [])];
  const tasks = await sql<{ row: object }>`select jsonb_build_object('kind', kind, 'open', done_at is null) as row
    from staff_task where split_part(subject, ':', 2) = any(${ids}::text[])`.execute(kysely);
  const all = [...rows, ...tasks.rows.map(({ row }) => ({ name: 'staff_task', row }))];
  return all
    .map(({ name, row }) => `${name} ${plain(JSON.stringify(withoutNoise(row)))}`)
    .sort()
    .join('\n');
}

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;
const NOISE =
  /(?:^|_)(?:at|hash|digest|sealed|index|position|reference|sha256|key|head|number|bytes|until|version|ref)$|^(?:id|name|operation|transactionId|authorisationCode|sessionKey|facts_before)$/;

function withoutNoise(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNoise);
  if (typeof value !== 'object' || value === null) return value;
  const named = Object.entries(value).filter(([name]) => !NOISE.test(name));
  return Object.fromEntries(named.map(([name, one]) => [name, withoutNoise(one)]));
}

/** An answer without what differs between two runs of the same story. */
export function plainAnswer(answer: unknown): string {
  return plain(JSON.stringify(withoutNoise(answer)) ?? '');
}

/** Text without what differs between two runs of the same story. */
function plain(text: string): string {
  return (
    text
      .replaceAll(UUID, '#')
      .replaceAll(/P-\d{4}-\d{7}/g, 'LOAN')
      // Numbers of providers; no amount here has six digits.
      .replaceAll(/\b\d{6,}\b/g, 'N')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)?/g, 'TIME')
  );
}
