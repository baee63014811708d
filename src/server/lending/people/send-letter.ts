import type { Trx } from '#server/kit/tables.ts';
import { enqueueSealedMessage } from '#server/lending/messages/outbox-store.ts';
import { identityLetter, type LetterName } from './identity-messages.ts';
import type { IdentityContext } from './people-context.ts';
import type { Person } from './store/person-store.ts';

/** A letter about the account to a person, if they have an address. */
export async function writeTo(
  trx: Trx,
  { vault, clock, brandName }: IdentityContext,
  { email, language, firstName }: Pick<Person, 'email' | 'language' | 'firstName'>,
  name: LetterName,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  if (email === undefined) return;
  const letter = identityLetter(name, { email, language, firstName }, { ...values, brand: brandName });
  await enqueueSealedMessage(trx, vault, letter, clock.now());
}
