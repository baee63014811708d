import { sql } from 'kysely';
import type { Database } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';

/** Tables that say who looked and when, not what became of a loan. */
const OF_ACCESS = ['access_log', 'audit', 'session', 'throttle_bucket', 'challenge', 'step_up_proof', 'person_search'];

type Kysely = Database<Tables>['kysely'];
interface Reference {
  readonly table: string;
  readonly column: string;
  /** Whose key it is. */
  readonly parent: string;
}

/** Columns that name a row of another table, without those of staff. */
async function referencesIn(kysely: Kysely): Promise<readonly Reference[]> {
  const { rows } = await sql<Reference>`
    select child.relname as table, mine.attname as column, parent.relname as parent
    from pg_constraint
    join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
    join pg_attribute mine on mine.attrelid = conrelid and mine.attnum = conkey[1]
    join pg_attribute theirs on theirs.attrelid = confrelid and theirs.attnum = confkey[1]
    where contype = 'f' and array_length(conkey, 1) = 1 and theirs.attname = 'id' and child.oid <> parent.oid
    union
    select class.relname, mine.attname, replace(mine.attname, '_id', '')
    from pg_attribute mine join pg_class class on class.oid = mine.attrelid
    where class.relnamespace = 'public'::regnamespace and class.relkind = 'r'
      and mine.attname in ('loan_id', 'person_id') and class.relname not in ('loan', 'person')
    union
    select 'idempotency_key', 'client_id', 'person'
    order by 1, 2`.execute(kysely);
  return rows.filter(({ table, parent }) => ![table, parent].some((name) => OF_ACCESS.includes(name)));
}

/** By table: the condition that a row is of a client, by the shortest way to them. */
async function rowsOfClients(kysely: Kysely): Promise<ReadonlyMap<string, string>> {
  const references = await referencesIn(kysely);
  const found = new Map([['person', 'id::text = $$']]);
  for (let size = 0; size < found.size; ) {
    size = found.size;
    const known = new Map(found);
    for (const { table, column, parent } of references) {
      const ofParent = known.get(parent);
      if (ofParent === undefined || known.has(table)) continue;
      const way =
        parent === 'person' ? `${column}::text = $$` : `${column} in (select id from ${parent} where ${ofParent})`;
      const before = found.get(table);
      found.set(table, before === undefined ? way : `${before} or ${way}`);
    }
  }
  return found;
}

const conditions = new WeakMap<Kysely, Promise<ReadonlyMap<string, string>>>();

/**
 * Reads everything that is stored of a client, their loans, payments and orders, without ids, times, hashes and numbers
 * that count up: two runs of the same story are then the same text.
 */
export async function endState({ kysely }: Database<Tables>, personId: string): Promise<string> {
  const known = conditions.get(kysely) ?? rowsOfClients(kysely);
  conditions.set(kysely, known);
  const parts = [...(await known)].map(
    ([table, condition]) =>
      sql`select ${table}::text as name, to_jsonb(held) as row from ${sql.table(table)} held
        where ${sql.raw(condition.replaceAll('$$', `'${personId}'`))}`,
  );
  const ofLoans = sql`in (select id from loan where person_id = ${personId})`;
  parts.push(sql`select 'posting', jsonb_build_object('kind', journal.kind, 'on', journal.business_date,
      'account', account, 'amount', amount)
    from journal join posting on posting.journal_id = journal.id where journal.loan_id ${ofLoans}`);
  // What a promise counts from, as a number of facts.
  parts.push(sql`select 'promise of facts', jsonb_build_object('before', count(fact.id))
    from payment_promise left join loan_fact fact on fact.loan_id = payment_promise.loan_id and fact.position <= facts_before
    where payment_promise.loan_id ${ofLoans} group by payment_promise.id`);
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
  /(?:^|_)(?:at|hash|digest|length|sealed|seal|index|position|reference|sha256|key|head|mark|number|bytes|until|version|ref)$|^(?:id|name|operation|transactionId|authorisationCode|sessionKey|facts_before|offerId)$/;

function withoutNoise(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNoise);
  if (typeof value !== 'object' || value === null) return value;
  const named = Object.entries(value).filter(([name]) => !NOISE.test(name));
  return Object.fromEntries(named.map(([name, one]) => [name, withoutNoise(one)]));
}

/**
 * An answer without what differs between two runs of the same story. Of a refusal its code counts, not its words: they say
 * what stood in the way first.
 */
export function plainAnswer(answer: unknown): string {
  const text = JSON.stringify(withoutNoise(answer), (name, value) => (name === 'message' ? undefined : value));
  return plain(text ?? '');
}

/** Text without what differs between two runs of the same story. */
function plain(text: string): string {
  return (
    text
      .replaceAll(UUID, '#')
      .replaceAll(/\bbank-[\da-f]{8}\b/g, 'BANK')
      .replaceAll(/\b1\.\w+\.[\w-]{20,}/g, 'SEALED')
      .replaceAll(/P-\d{4}-\d{7}/g, 'LOAN')
      .replaceAll(/• ?\d{3,4}\b/g, '• masked')
      // Numbers of providers; no amount here has six digits.
      .replaceAll(/\b\d{6,}\b/g, 'N')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)?/g, 'TIME')
  );
}
