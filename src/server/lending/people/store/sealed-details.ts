import type { Place, Seal } from '#server/kit/vault.ts';

interface Address {
  /** INEI code of the district, 6 digits. */
  readonly ubigeo: string;
  readonly streetType: string;
  readonly street: string;
  readonly number: string;
  readonly apartment?: string | undefined;
  readonly reference?: string | undefined;
}

/** The encrypted details, each in its normal form (domain 2.7). */
export interface PersonDetails {
  readonly firstName: string;
  readonly lastName1: string;
  readonly lastName2: string;
  /** `YYYY-MM-DD` */
  readonly birthDate: string;
  /** `+519XXXXXXXX` */
  readonly phone: string;
  readonly altPhone: string;
  readonly email: string;
  readonly address: Address;
}

const COLUMN_OF = {
  firstName: 'first_name_sealed',
  lastName1: 'last_name1_sealed',
  lastName2: 'last_name2_sealed',
  birthDate: 'birth_date_sealed',
  phone: 'phone_sealed',
  altPhone: 'alt_phone_sealed',
  email: 'email_sealed',
  address: 'address_sealed',
} as const satisfies Record<keyof PersonDetails, string>;
type Detail = keyof PersonDetails;
type ColumnOf<Of extends Detail> = (typeof COLUMN_OF)[Of];
export const DETAILS = Object.keys(COLUMN_OF) as Detail[];

export const NAMES = ['firstName', 'lastName1', 'lastName2'] as const satisfies readonly Detail[];
/** The names of a person, of whom none may be known. */
export type PersonNames = Pick<Partial<PersonDetails>, (typeof NAMES)[number]>;
export const NAME_COLUMNS = NAMES.map((name) => COLUMN_OF[name]);

/** The place of a person's sealed value. */
export function placeOf(column: string, id: string): Place {
  return { table: 'person', column, id };
}

/** Opens some details of a row, and no others. */
export function openDetails<Of extends Detail>(
  seal: Seal,
  row: Readonly<Record<ColumnOf<Of>, string | null> & { id: string }>,
  of: readonly Of[],
): Pick<Partial<PersonDetails>, Of> {
  const details: Record<string, unknown> = {};
  for (const detail of of) {
    const column = COLUMN_OF[detail];
    const value = row[column];
    if (value === null) continue;
    const text = seal.open(value, placeOf(column, row.id));
    details[detail] = detail === 'address' ? JSON.parse(text) : text;
  }
  return details as Pick<Partial<PersonDetails>, Of>;
}

/** Seals the details that are given. */
export function sealDetails(
  seal: Seal,
  id: string,
  details: Partial<PersonDetails>,
): Partial<Record<ColumnOf<Detail>, string>> {
  const columns: Partial<Record<ColumnOf<Detail>, string>> = {};
  for (const detail of DETAILS) {
    const value = details[detail];
    if (value === undefined) continue;
    const column = COLUMN_OF[detail];
    columns[column] = seal.seal(typeof value === 'string' ? value : JSON.stringify(value), placeOf(column, id));
  }
  return columns;
}
