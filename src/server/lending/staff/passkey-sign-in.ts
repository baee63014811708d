import { countUse, insertPasskey } from '#server/kit/kept-passkeys.ts';
import { type Answered, madePasskey, rpIdOf, usedPasskey } from '#server/kit/passkeys.ts';
import { hashOf } from '#server/kit/secret.ts';
import type { Db, Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import type { Account } from './colleague.ts';
import { lockColleague, type SignedInColleague, type StoredColleague } from './colleague-store.ts';
import { findByPasskey, markProved, removePasskeys, type StoredPasskey } from './passkey-store.ts';
import { creationOptions, openedBy, requestOptions } from './passkeys.ts';
import type { ChallengeOf } from './staff-challenges.ts';
import {
  type Factors,
  openFor,
  recordOf,
  type StaffSignIn,
  type StaffSignInContext,
  WRONG,
  withFactors,
} from './staff-sign-in.ts';
import { openTask } from './task-store.ts';

type Context = Pick<StaffSignInContext, 'db' | 'clock' | 'vault' | 'brandName'>;
/** The session that answers, and no other one of the same colleague. */
type InSession = Pick<SignedInColleague, 'id' | 'login' | 'sessionId'>;

/** Opens the browser's dialog of signing in. @param browser a secret that this browser alone brings back */
export function openSignIn({ db, clock }: Context, { origin, browser }: { origin: string; browser: string }) {
  const about = { purpose: 'sign-in', bound_to: hashOf(browser), origin } as const;
  return requestOptions(db.kysely, about, { now: clock.now() });
}

/** A passkey in the place of login, password and code: also while wrong passwords have closed the account for a while. */
export async function signInByPasskey(
  { db, clock }: Context,
  { browser, credential }: { readonly browser: string; readonly credential: Answered },
  caller: string,
): Promise<StaffSignIn> {
  const now = clock.now();
  const use = await rightUse(db.kysely, credential, { purpose: 'sign-in', bound_to: hashOf(browser) }, now);
  if (!use) return WRONG;
  return db.kysely.transaction().execute(async (trx): Promise<StaffSignIn> => {
    const account = await lockColleague(trx, use.account.login);
    if (!account || !isOpen(account) || !(await countUse(trx, 'colleague_passkey', use.passkey, { ...use, now })))
      return WRONG;
    const entry = { action: 'colleague.sign-in-by-passkey', caller, now, after: { passkey: use.passkey.id } };
    return openFor(trx, account, { ...entry, isProved: true });
  });
}

function isOpen({ locked_at, password_hash }: StoredColleague): boolean {
  return locked_at === null && password_hash !== null;
}

interface Use {
  readonly passkey: StoredPasskey;
  readonly account: StoredColleague;
  readonly newCounter: number;
}

/** A use of a passkey that is right; its challenge is gone whatever is wrong with it. */
async function rightUse(db: Db, given: Answered, of: ChallengeOf, now: number): Promise<Use | undefined> {
  const opened = await openedBy(db, given, of, now);
  const found = opened && (await findByPasskey(db, given.id));
  const newCounter = found && (await usedPasskey(given, opened, found.passkey));
  return newCounter === undefined || !found ? undefined : { ...found, newCounter };
}

/** Opens the dialog in which a colleague shows once more that they have their passkey. */
export function openProof({ db, clock }: Context, { id, sessionId }: InSession, origin: string) {
  const about = { purpose: 'proof', bound_to: sessionId, origin } as const;
  return requestOptions(db.kysely, about, { colleagueId: id, now: clock.now() });
}

/** @returns false when the passkey is not theirs, or anything about its use is wrong */
export async function proveAgain({ db, clock }: Context, who: InSession, credential: Answered): Promise<boolean> {
  const now = clock.now();
  const use = await rightUse(db.kysely, credential, { purpose: 'proof', bound_to: who.sessionId }, now);
  if (use?.account.id !== who.id) return false;
  return db.kysely.transaction().execute(async (trx) => {
    if (!(await countUse(trx, 'colleague_passkey', use.passkey, { ...use, now }))) return false;
    await markProved(trx, who.sessionId, now);
    await recordOf(trx, who, { action: 'colleague.proof', now, after: { passkey: use.passkey.id } });
    return true;
  });
}

/** Opens the dialog that makes a passkey, for password and second factor given afresh. @returns undefined when wrong */
export function openAdding(
  context: Context,
  { sessionId, login }: InSession,
  { name, origin, ...factors }: Omit<Factors, 'login'> & { readonly name: string; readonly origin: string },
) {
  const { brandName } = context;
  return withFactors(context, { ...factors, login }, (trx, account, { now }) =>
    creationOptions(trx, account, { bound_to: sessionId, origin, name, brandName }, now),
  );
}

/**
 * Adds the passkey that was made, tells administrators and the colleague at once, and counts as a proof: whoever has just
 * made one has it.
 * @returns its name; undefined when anything about it is wrong, or the dialog was open for too long
 */
export async function addPasskey(
  { db, clock }: Context,
  who: InSession,
  credential: Answered,
): Promise<string | undefined> {
  const now = clock.now();
  const opened = await openedBy(db.kysely, credential, { purpose: 'add', bound_to: who.sessionId }, now);
  const made = opened && (await madePasskey(credential, opened));
  if (!made) return undefined;
  const [id, name] = [uuidv7(now), opened.name ?? ''];
  const passkey = {
    ...{ id, name, colleague_id: who.id, credential_id: made.id, public_key: Buffer.from(made.publicKey) },
    ...{ counter: made.counter, transports: made.transports ?? [], rp_id: rpIdOf(opened.origin) },
    ...{ user_handle: opened.user_handle ?? '', created_at: new Date(now) },
  };
  return db.kysely.transaction().execute(async (trx) => {
    // A new invitation ends every passkey: one that is being made must not come after it.
    await lockColleague(trx, who.login);
    if (!(await markProved(trx, who.sessionId, now)) || !(await insertPasskey(trx, 'colleague_passkey', passkey)))
      return undefined;
    await tellOfPasskey(trx, who, { id, name, now });
    await recordOf(trx, who, { action: 'colleague.add-passkey', now, after: { passkey: id, host: passkey.rp_id } });
    return name;
  });
}

/** Colleagues have no mailbox here: an administrator asks them, and their own first page says it. */
function tellOfPasskey(trx: Trx, { login }: Account, { id, name, now }: { id: string; name: string; now: number }) {
  const task = { kind: 'colleague-passkey', subject: `passkey:${id}`, says: 'colleague-passkey' } as const;
  return openTask(trx, { ...task, facts: { login, name } }, now);
}

/** @returns its name; undefined when the colleague has no such passkey */
export function removePasskey({ db, clock }: Context, who: InSession, id: string): Promise<string | undefined> {
  const now = clock.now();
  return db.kysely.transaction().execute(async (trx) => {
    const [name] = await removePasskeys(trx, { colleagueId: who.id, id }, now);
    if (name === undefined) return undefined;
    await recordOf(trx, who, { action: 'colleague.remove-passkey', now, after: { passkey: id } });
    return name;
  });
}
