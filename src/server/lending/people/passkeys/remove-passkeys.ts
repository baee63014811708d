import type { Trx } from '#server/kit/tables.ts';
import { limaTime } from '../messages/identity-messages.ts';
import { sendAccountEmail } from '../messages/send-account-email.ts';
import type { IdentityContext, Origin } from '../people-context.ts';
import { recordAccess } from '../store/access-log-store.ts';
import { readPerson } from '../store/person-store.ts';
import { deviceInLetter } from './passkey-name.ts';
import { markRemoved, passkeysOf, type StoredPasskey, type WhichPasskeys } from './passkey-store.ts';

export type RemovedPasskeys = Pick<StoredPasskey, 'id' | 'name'>[];

/**
 * Removes passkeys, those that wait included, on record, and tells the client at once, because a thief may have done it.
 * The person must be locked.
 * @param by where the client removed it from; nothing when it is part of something else, which is on record itself
 * @returns those that were there
 */
export async function removePasskeys(
  trx: Trx,
  context: IdentityContext,
  personId: string,
  which: WhichPasskeys,
  by: Partial<Pick<Origin, 'caller' | 'userAgent'>> = {},
): Promise<RemovedPasskeys> {
  const now = context.clock.now();
  const removed = await markRemoved(trx, personId, which, now);
  const [first] = removed;
  const person = first && (await readPerson(trx, context.vault, personId));
  if (!first || !person) return removed;
  const { caller, userAgent } = by;
  await recordAccess(trx, { personId, kind: 'PASSKEY_REMOVED', at: now, caller, userAgent });
  const devices = removed.map((passkey) => deviceInLetter(passkey, person.language)).join('; ');
  await sendAccountEmail(trx, context, person, 'passkeys-removed', { ...limaTime(context.clock), devices });
  // That another one was added must stay to be read: who added it may be who removes this one.
  const waits = (await passkeysOf(trx, personId)).some(({ counts_at }) => counts_at.getTime() > now);
  const ends = waits ? [] : (['passkey-adding'] as const);
  const naturalKey = `passkeys-removed:${first.id}`;
  await context.tellClientArea(trx, { personId, kind: 'passkeys-removed', naturalKey, now, ends });
  return removed;
}
