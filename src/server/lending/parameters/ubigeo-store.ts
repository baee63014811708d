import { type Kysely, sql } from 'kysely';
import type { Db, Tables } from '#server/kit/tables.ts';
import type { UbigeoRow } from './seed-ubigeo.ts';

/** A department (two digits), a province (four) or a district (six). */
export interface Place {
  readonly code: string;
  readonly name: string;
}

/** The direct parts of a place: departments of the country, provinces of `15`, districts of `1501`. */
export async function readPlaces(db: Db, within: string): Promise<Place[]> {
  const column = ({ 0: 'department', 2: 'province', 4: 'district' } as const)[within.length];
  if (!column) return [];
  const code = sql<string>`left(code, ${within.length + 2}::int)`;
  return db
    .selectFrom('ubigeo')
    .select([code.as('code'), `${column} as name`])
    .where('active', '=', true)
    .where('code', 'like', `${within}%`)
    .distinct()
    .orderBy('code')
    .execute();
}

/** Every place of the country in the order of the codes, each followed by what lies in it. */
export async function readAllPlaces(db: Db): Promise<Place[]> {
  const rows = await db
    .selectFrom('ubigeo')
    .select(['code', 'department', 'province', 'district'])
    .where('active', '=', true)
    .orderBy('code')
    .execute();
  const names = new Map<string, string>();
  for (const { code, department, province, district } of rows) {
    names.set(code.slice(0, 2), department).set(code.slice(0, 4), province).set(code, district);
  }
  return [...names].map(([code, name]) => ({ code, name }));
}

/** A district with its province and department. */
export async function findDistrict(db: Db, code: string): Promise<UbigeoRow | undefined> {
  return db
    .selectFrom('ubigeo')
    .select(['code', 'department', 'province', 'district'])
    .where('code', '=', code)
    .where('active', '=', true)
    .executeTakeFirst();
}

/** Adds districts; one that is there already stays as it is. @returns how many were added */
export async function insertDistricts(db: Kysely<Tables>, rows: readonly UbigeoRow[]): Promise<number> {
  const added = await db
    .insertInto('ubigeo')
    .values(rows.map(({ code, department, province, district }) => ({ code, department, province, district })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('code')
    .execute();
  return added.length;
}
