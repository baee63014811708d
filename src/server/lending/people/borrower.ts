import type { Borrower } from '#server/lending/documents/document-head.ts';
import type { Person } from './store/person-store.ts';

/** A person as printed on documents; identified by their identity document when no name is known yet. */
export function borrowerOf(person: Person): Borrower {
  const { firstName, lastName1, lastName2, documentType, documentNumber, address, phone } = person;
  const names = [firstName, lastName1, lastName2].filter((part) => part !== undefined && part !== '');
  return {
    name: names.length > 0 ? names.join(' ') : `${documentType} ${documentNumber}`,
    documentType,
    documentNumber,
    address: address && addressLine(address),
    contact: phone,
  };
}

function addressLine({ streetType, street, number, apartment, ubigeo }: NonNullable<Person['address']>): string {
  const line = [streetType, street, number].filter((part) => part !== '').join(' ');
  return `${apartment ? `${line}, ${apartment}` : line} (ubigeo ${ubigeo})`;
}
