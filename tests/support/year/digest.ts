import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { DATA_CLASSES } from '../database/data-classes.ts';

/** Columns that a seed does not decide, beside what is secret or sealed, each with its reason. */
const LEFT_OUT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  migration: { applied_at: 'when the database was prepared' },
  parameter: { id: 'of the seeds, from before the year', created_at: 'by the clock of PostgreSQL' },
  holiday: { created_at: 'by the clock of PostgreSQL' },
  payout_archive: { database: 'of the database, from before the year' },
  payment_intent: { card_form: 'with the key of a session at the provider' },
  tax_document: { xml_sha256: 'of the signature of a key that is made at each start' },
  tax_answer: { cdr_sha256: 'of the file with that signature' },
  tax_summary: { xml_sha256: 'of the same signature' },
};
/** A part of another value that is sealed. */
const SEALED = /"1\.[\w-]+\.[\w-]+"/g;

/** Digests of what is stored: of each table, and of all of them together. */
export interface Digests {
  readonly whole: string;
  readonly tables: Readonly<Record<string, { readonly rows: number; readonly digest: string }>>;
}

/**
 * Reads everything that a seed decides, to the byte: every column of every table that is neither a secret nor sealed,
 * whose nonces and keys are never of the seed.
 */
export async function digestOf({ kysely }: Database<Tables>): Promise<Digests> {
  await sql`set time zone 'UTC'`.execute(kysely);
  const tables: Record<string, { rows: number; digest: string }> = {};
  for (const table of Object.keys(DATA_CLASSES).sort()) {
    const rows = await rowsOf(kysely, table);
    tables[table] = { rows: rows.length, digest: hashOf(rows.join('\n')) };
  }
  return { whole: hashOf(JSON.stringify(tables)), tables };
}

export async function rowsOf(kysely: Database<Tables>['kysely'], table: string): Promise<readonly string[]> {
  const { secret = '', sealed = '' } = DATA_CLASSES[table] ?? {};
  const hidden = [...`${secret} ${sealed}`.split(' '), ...Object.keys(LEFT_OUT[table] ?? {})].filter(Boolean);
  const { rows } = await sql<{ row: string }>`select (to_jsonb(held) - ${hidden}::text[])::text as row
    from ${sql.table(table)} held order by 1`.execute(kysely);
  return rows.map(({ row }) => row.replaceAll(SEALED, '"sealed"')).sort();
}

/** Every secret that is stored, of the seed or of nothing: `table.column` with its values. */
export async function secretsOf({ kysely }: Database<Tables>): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  for (const [table, { secret }] of Object.entries(DATA_CLASSES)) {
    for (const column of secret?.split(' ') ?? []) {
      const { rows } = await sql<{ value: string }>`select distinct ${sql.ref(column)}::text as value
        from ${sql.table(table)} where ${sql.ref(column)} is not null`.execute(kysely);
      if (rows.length > 0)
        found.set(
          `${table}.${column}`,
          rows.map(({ value }) => value),
        );
    }
  }
  return found;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
