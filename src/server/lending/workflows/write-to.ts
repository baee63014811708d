import type { Transaction } from 'kysely';
import { identityLetter, type LetterName } from '../documents/identity-messages.ts';
import type { IdentityContext } from '../identity.ts';
import { enqueueSealedMessage } from '../store/outbox-store.ts';
import type { Person } from '../store/person-store.ts';
import type { LendingTables } from '../store/tables.ts';

/** A letter about the account to a person, if they have an address. */
export async function writeTo(
  trx: Transaction<LendingTables>,
  { vault, clock, brandName }: IdentityContext,
  { email, language, firstName }: Pick<Person, 'email' | 'language' | 'firstName'>,
  name: LetterName,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  if (email === undefined) return;
  const letter = identityLetter(name, { email, language, firstName }, { ...values, brand: brandName });
  await enqueueSealedMessage(trx, vault, letter, clock.now());
}
