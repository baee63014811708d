import type { Trx } from '#server/kit/tables.ts';
import { enqueueSealedMessage } from '#server/lending/messages/outbox-store.ts';
import { type AccountEmailName, accountEmail } from './identity-messages.ts';
import type { IdentityContext } from './people-context.ts';
import type { Person } from './store/person-store.ts';

/** Queues an e-mail about the account, if the person has an address. */
export async function sendAccountEmail(
  trx: Trx,
  { vault, clock, brandName }: IdentityContext,
  { email, language, firstName }: Pick<Person, 'email' | 'language' | 'firstName'>,
  name: AccountEmailName,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  if (email === undefined) return;
  const message = accountEmail(name, { email, language, firstName }, { ...values, brand: brandName });
  await enqueueSealedMessage(trx, vault, message, clock.now());
}
