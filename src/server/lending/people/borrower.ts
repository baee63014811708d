import type { Kysely } from 'kysely';
import type { Tables } from '#server/kit/tables.ts';
import type { Borrower } from '#server/lending/documents/document-head.ts';
import { findDistrict } from '#server/lending/parameters/ubigeo-store.ts';
import type { Person } from './store/person-store.ts';

/** A person as printed on documents; identified by their identity document when no name is known yet. */
export function borrowerOf(person: Person): Borrower {
  const { firstName, lastName1, lastName2, documentType, documentNumber, phone } = person;
  const names = [firstName, lastName1, lastName2].filter((part) => part !== undefined && part !== '');
  return {
    name: names.length > 0 ? names.join(' ') : `${documentType} ${documentNumber}`,
    documentType,
    documentNumber,
    contact: phone,
  };
}

/** Reads the person with the address and its district's name, for documents that say where somebody lives. */
export async function readBorrower(db: Kysely<Tables>, person: Person): Promise<Borrower> {
  const { address } = person;
  if (!address) return borrowerOf(person);
  const place = await findDistrict(db, address.ubigeo);
  const parts = [addressLine(address), ...(place ? [place.district, place.province, place.department] : [])];
  return { ...borrowerOf(person), address: parts.join(', ') };
}

/** The usual abbreviations; other street types have none. */
const STREET_TYPES: ReadonlyMap<string, string> = new Map([
  ['AV', 'Av.'],
  ['JR', 'Jr.'],
  ['CA', 'Ca.'],
  ['PSJE', 'Psje.'],
  ['URB', 'Urb.'],
  ['MZ', 'Mz.'],
]);

/** `Av. Los Álamos 120, 4B`. */
export function addressLine({ streetType, street, number, apartment }: NonNullable<Person['address']>): string {
  const line = [STREET_TYPES.get(streetType), street, number].filter(Boolean).join(' ');
  return apartment ? `${line}, ${apartment}` : line;
}
