import type { Db, Trx } from '#server/kit/tables.ts';
import type { Vault } from '#server/kit/vault.ts';
import { type Person, phoneIndexOf } from '#server/lending/people/store/person-store.ts';

export type MarkKind = 'cci' | 'device' | 'name' | 'phone' | 'address' | 'picture';

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
  return { kind: 'name', value: `${plain([person.firstName, ...surnames].join(' '))} ${person.birthDate}` };
}

/** Beginning of a street whose type is written with its name, as where no amount asks for the type (decision 0148). */
const STREET_TYPE = /^(?:av|avda|avenida|jr|jiron|ca|calle|psje|pje|pasaje|urb|urbanizacion|mz|mza|manzana) (?=.)/;

/**
 * `150105 los alamos 123 402`: capitals, accents, signs and the type of the street make no other place. What has no
 * number is told from its neighbours by how the client says it is found.
 */
export function addressMark({
  ubigeo,
  street,
  number,
  apartment,
  reference,
}: Omit<NonNullable<Person['address']>, 'streetType'>): Mark {
  const place = number === 'S/N' ? ['sn', apartment, reference] : [number, apartment];
  const words = [street, ...place].filter((part) => part !== undefined && part !== '').join(' ');
  const signs = /[^\p{L}\d]+/gu;
  return { kind: 'address', value: `${ubigeo} ${plain(words).replace(signs, ' ').trim().replace(STREET_TYPE, '')}` };
}

function plain(text: string): string {
  const letters = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return letters.replace(/\s+/g, ' ').trim();
}

/** Telephones and address as the client's data have them. */
export function contactMarks({
  phone,
  altPhone,
  address,
}: {
  readonly phone?: string | undefined;
  readonly altPhone?: string | undefined;
  readonly address?: Omit<NonNullable<Person['address']>, 'streetType'> | undefined;
}): Mark[] {
  return [
    ...[phone, altPhone].flatMap((value) => (value ? [{ kind: 'phone', value } as const] : [])),
    ...(address === undefined ? [] : [addressMark(address)]),
  ];
}

/** Notes that a person was seen with something. */
export async function rememberMark(db: Db, vault: Vault, personId: string, mark: Mark, now: number): Promise<void> {
  const seen = { last_seen_at: new Date(now) };
  await db
    .insertInto('person_mark')
    .values({ kind: mark.kind, mark: markIndexOf(vault, mark), person_id: personId, ...seen })
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
    .where('mark', '=', markIndexOf(vault, mark))
    .where('person_id', '!=', personId)
    .where('last_seen_at', '>=', since)
    .execute();
  return rows.map(({ person_id }) => person_id);
}

/** A telephone has the same HMAC here as in its person's row. */
export function markIndexOf(vault: Vault, { kind, value }: Mark): string {
  return kind === 'phone' ? phoneIndexOf(vault, value) : vault.blindIndex(`mark-${kind}`, value);
}

/** Forgets what erased people were seen with. @returns how many marks went */
export async function forgetMarksOfErased(trx: Trx): Promise<number> {
  const erased = trx.selectFrom('person').select('id').where('data_key', 'is', null);
  const { numDeletedRows } = await trx.deleteFrom('person_mark').where('person_id', 'in', erased).executeTakeFirst();
  return Number(numDeletedRows);
}
