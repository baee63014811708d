import { sql } from 'kysely';
import type { Database } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';

/** Everything a database holds, as text: `table.column` and all its values, files byte by byte. */
export type Dump = ReadonlyMap<string, string>;

/** Names of places, banks and holidays, which everybody knows: people are called like them. */
const KNOWN_TO_ALL = ['bank', 'holiday', 'ubigeo'];

/** Reads the database as somebody does who gets hold of it and has none of the keys. */
export async function dumpDatabase({ kysely }: Pick<Database<Tables>, 'kysely'>): Promise<Dump> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> all(${KNOWN_TO_ALL}) order by tablename`.execute(
    kysely,
  );
  const dump = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(kysely);
    for (const row of rows) {
      for (const [column, value] of Object.entries(row)) {
        const place = `${name}.${column}`;
        dump.set(place, `${dump.get(place) ?? ''}${asText(value)}\n`);
      }
    }
  }
  return dump;
}

/**
 * Finds where a text can be read. What is sealed is random letters, in which a short number stands by chance now and then: it
 * is left out, and with it nothing that opens without a key.
 */
export function placesOf(dump: Dump, word: string | RegExp): string[] {
  const isIn = (text: string): boolean => (typeof word === 'string' ? text.includes(word) : word.test(text));
  return [...dump].flatMap(([place, text]) => (isIn(text.replace(SEALED, '')) ? [place] : []));
}

const SEALED = /1\.[\w-]{1,40}\.[\w-]{38,}/g;

function asText(value: unknown): string {
  if (value instanceof Uint8Array) return fileAsText(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A sealed file is random bytes after its mark. */
function fileAsText(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return /^1\.[\w-]{1,40}\./.exec(text)?.[0] ?? `${text} ${Buffer.from(text, 'latin1').toString('utf8')}`;
}
