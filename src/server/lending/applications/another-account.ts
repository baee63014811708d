import type { Refusal } from '#server/kit/errors.ts';
import type { Client } from '#server/kit/gate.ts';
import type { Trx } from '#server/kit/tables.ts';
import type { BankAccount } from '#server/lending/clients/bank-account-store.ts';
import { notifyOfChange } from '#server/lending/clients/notify-of-change.ts';
import { requestContactChange } from '#server/lending/people/contact-change.ts';
import type { IdentityContext, Origin } from '#server/lending/people/people-context.ts';
import { personSeal } from '#server/lending/people/person-seal.ts';
import { stepUpOf } from '#server/lending/people/session-gate.ts';
import { recordAccess } from '#server/lending/people/store/access-log-store.ts';
import { closeContactChanges, readContactChanges } from '#server/lending/people/store/contact-change-store.ts';
import { type Person, readPerson } from '#server/lending/people/store/person-store.ts';
import { readTrustedAccount } from './account-in-use.ts';

/** Whoever names an account, and from where. */
export interface Naming {
  readonly client: Client;
  readonly origin: Origin;
}

/**
 * An account that a client names in an application, under the lock of the person. Another one than the one that counts
 * is a change of contact like that of the settings (domain 2.1.3); nobody's first account is. After a refusal of the bank
 * a first account needs the proof too, without the day: the money is owed already, and no signature follows.
 * @returns the 428 that asks for the proof; then nothing was written
 */
export async function nameAccount(
  trx: Trx,
  context: IdentityContext,
  { client, origin }: Naming,
  { account, isOwed }: { readonly account: BankAccount; readonly isOwed: boolean },
): Promise<Refusal | undefined> {
  const { vault, clock } = context;
  const { personId, sessionId, assurance } = client;
  const now = clock.now();
  const kind = 'BANK_ACCOUNT';
  const open = await readContactChanges(trx, await personSeal(trx, vault, personId), personId);
  const waiting = open.find((change) => change.kind === kind);
  // Told and waiting already.
  if (waiting && (JSON.parse(waiting.value) as BankAccount).cci === account.cci) return undefined;
  const trusted = await readTrustedAccount(trx, vault, personId);
  const isChange = trusted !== undefined && trusted.cci !== account.cci;
  if (isChange || (isOwed && !trusted)) {
    const proof = await stepUpOf(trx, { sessionId, isFull: assurance === 'full' }, 'change-bank-account', now);
    if ('kind' in proof) return proof;
  }
  if (!isChange) {
    await closeContactChanges(trx, { personId, kind, status: 'CANCELLED', now });
    return undefined;
  }
  const person = await readPerson(trx, vault, personId);
  if (!person) throw new Error(`nobody holds the account of person ${personId}`);
  await requestAccountChange(trx, context, { person, sessionId, origin }, account);
  return undefined;
}

/**
 * A change of account that was proved: told to the channels in use, waiting for its day. The person is locked.
 * @returns whether it is not the one that is waiting already
 */
export async function requestAccountChange(
  trx: Trx,
  context: IdentityContext,
  by: { readonly person: Person; readonly sessionId: string; readonly origin: Origin },
  { bankId, accountType, cci }: BankAccount,
): Promise<boolean> {
  const { person, sessionId, origin } = by;
  const value = JSON.stringify({ bankId, accountType, cci });
  const asked = { kind: 'BANK_ACCOUNT', value, sessionId, status: 'PENDING' } as const;
  const { change, isNew } = await requestContactChange(trx, context, person, asked);
  if (!isNew) return false;
  await notifyOfChange(trx, change);
  const { caller, userAgent } = origin;
  const at = context.clock.now();
  await recordAccess(trx, { personId: person.id, kind: 'BANK_ACCOUNT_CHANGED', at, caller, userAgent });
  return true;
}
