import type { Trx } from '#server/kit/tables.ts';
import { limaTime } from '../messages/identity-messages.ts';
import { sendAccountEmail } from '../messages/send-account-email.ts';
import type { IdentityContext } from '../people-context.ts';
import { readPerson } from '../store/person-store.ts';
import { markRemoved, type StoredPasskey, type WhichPasskeys } from './passkey-store.ts';

export type RemovedPasskeys = Pick<StoredPasskey, 'id' | 'name'>[];

/**
 * Removes passkeys, those that wait included, and tells the client at once, because a thief may have done it. The person
 * must be locked.
 * @returns those that were there
 */
export async function removePasskeys(
  trx: Trx,
  context: IdentityContext,
  personId: string,
  which: WhichPasskeys,
): Promise<RemovedPasskeys> {
  const now = context.clock.now();
  const removed = await markRemoved(trx, personId, which, now);
  const [first] = removed;
  const person = first && (await readPerson(trx, context.vault, personId));
  if (!first || !person) return removed;
  const devices = removed.map(({ name }) => name).join('; ');
  await sendAccountEmail(trx, context, person, 'passkeys-removed', { ...limaTime(context.clock), devices });
  const ends = ['passkey-adding'] as const;
  const naturalKey = `passkeys-removed:${first.id}`;
  await context.tellClientArea(trx, { personId, kind: 'passkeys-removed', naturalKey, now, ends });
  return removed;
}
