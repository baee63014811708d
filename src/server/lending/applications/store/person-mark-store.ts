import type { Db } from '#server/kit/tables.ts';
import type { Vault } from '#server/kit/vault.ts';
import type { MarkKind } from '../tables.ts';

/** Something two people may share, in its normal form; only its HMAC is kept. */
export interface Mark {
  readonly kind: MarkKind;
  readonly value: string;
}

/** `maría ñahui quispe 1990-05-01`: capitals and the order of surnames make nobody else. */
export function nameMark(person: {
  readonly firstName: string;
  readonly lastName1: string;
  readonly lastName2?: string | undefined;
  readonly birthDate: string;
}): Mark {
  const surnames = [person.lastName1, person.lastName2 ?? ''].sort();
  const name = [person.firstName, ...surnames].join(' ').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return { kind: 'name', value: `${name.replace(/\s+/g, ' ').trim()} ${person.birthDate}` };
}

/** Notes that a person was seen with something. */
export async function rememberMark(db: Db, vault: Vault, personId: string, mark: Mark, now: number): Promise<void> {
  const seen = { last_seen_at: new Date(now) };
  await db
    .insertInto('person_mark')
    .values({ kind: mark.kind, mark: indexOf(vault, mark), person_id: personId, ...seen })
    .onConflict((conflict) => conflict.columns(['kind', 'mark', 'person_id']).doUpdateSet(seen))
    .execute();
}

/** Other people who were seen with the same thing since a moment. */
export async function othersWith(
  db: Db,
  vault: Vault,
  personId: string,
  mark: Mark,
  since = new Date(0),
): Promise<string[]> {
  const rows = await db
    .selectFrom('person_mark')
    .select('person_id')
    .where('kind', '=', mark.kind)
    .where('mark', '=', indexOf(vault, mark))
    .where('person_id', '!=', personId)
    .where('last_seen_at', '>=', since)
    .execute();
  return rows.map(({ person_id }) => person_id);
}

function indexOf(vault: Vault, { kind, value }: Mark): string {
  return vault.blindIndex(`mark-${kind}`, value);
}
