import { type Kysely, sql } from 'kysely';
import type { Db, Tables, Trx } from '#server/kit/tables.ts';
import type { Vault } from '#server/kit/vault.ts';
import { type SearchKind, searchKeysOf } from '../search-keys.ts';
import { NAME_COLUMNS, NAMES, openDetails, type PersonNames, placeOf } from './sealed-details.ts';

/** People that one transaction of `indexPeople` takes. */
const BATCH = 200;

interface Indexed extends PersonNames {
  readonly id: string;
  readonly documentNumber: string;
}

/** Writes the keys by which a person is searched, in the transaction that writes their data. */
export async function indexPerson(db: Db, vault: Vault, person: Indexed): Promise<void> {
  const { id, documentNumber } = person;
  const names = NAMES.flatMap((name) => person[name] ?? []);
  const keys = searchKeysOf(vault, { names, documentNumber });
  await db
    .insertInto('person_search')
    .values(keys.map((key) => ({ person_id: id, ...key })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Removes every key of a person: nobody finds them any more. */
export async function forgetSearch(trx: Trx, personId: string): Promise<void> {
  await trx.deleteFrom('person_search').where('person_id', '=', personId).execute();
}

/** Finds the people who have all of some keys. */
export async function findByKeys(
  db: Db,
  keys: readonly string[],
  { kind, limit }: { readonly kind: SearchKind; readonly limit: number },
): Promise<readonly string[]> {
  if (keys.length === 0) return [];
  const rows = await db
    .selectFrom('person_search')
    .select('person_id')
    .where('kind', '=', kind)
    .where('key', 'in', keys)
    .groupBy('person_id')
    .having((of) => of(of.fn.countAll(), '=', keys.length))
    .orderBy(sql`count(*) filter (where whole)`, 'desc')
    .orderBy('person_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.person_id);
}

/** A text in which names may stand, with the keys of its words. */
export interface NamingText {
  readonly id: string;
  readonly keys: readonly string[];
}

/** Finds for each text the people of whom at least so many names stand in it whole, those with most of them first. */
export async function findByWholeKeys(
  db: Db,
  texts: readonly NamingText[],
  { fewest, limit }: { readonly fewest: number; readonly limit: number },
): Promise<readonly { readonly id: string; readonly personId: string }[]> {
  const { rows } = await sql<{ id: string; person_id: string }>`
    select naming.id, found.person_id
    from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as naming (id text, keys text[])
    cross join lateral (
      select person_id from person_search
      where kind = 'name' and whole and key = any(naming.keys)
      group by person_id having count(*) >= ${fewest} order by count(*) desc, person_id desc limit ${limit}
    ) found`.execute(db);
  return rows.map(({ id, person_id }) => ({ id, personId: person_id }));
}

/**
 * Writes the keys of people who have none: those whom a program before the search has added. Each batch is a
 * transaction, and a person who is being changed or erased meanwhile is left to the next pass.
 * @returns how many people were indexed
 */
export async function indexPeople({ kysely }: { readonly kysely: Kysely<Tables> }, vault: Vault): Promise<number> {
  let people = 0;
  for (;;) {
    const done = await kysely.transaction().execute((trx) => indexBatch(trx, vault));
    people += done;
    if (done < BATCH) return people;
  }
}

async function indexBatch(trx: Trx, vault: Vault): Promise<number> {
  const rows = await trx
    .selectFrom('person')
    .select(['id', 'data_key', 'document_sealed', ...NAME_COLUMNS])
    .where('data_key', 'is not', null)
    .where((of) =>
      of.not(of.exists(of.selectFrom('person_search').whereRef('person_search.person_id', '=', 'person.id'))),
    )
    .orderBy('id')
    .limit(BATCH)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
  for (const row of rows) {
    const seal = vault.withKey(row.data_key ?? '');
    const documentNumber = seal.open(row.document_sealed, placeOf('document_sealed', row.id));
    await indexPerson(trx, vault, { ...openDetails(seal, row, NAMES), id: row.id, documentNumber });
  }
  return rows.length;
}
