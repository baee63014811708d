import type { Clock } from '#server/kit/clock.ts';
import type { Database } from '#server/kit/db.ts';
import { hashPassword, isPassword, passwordRefusal } from '#server/kit/passwords.ts';
import type { RateLimit, RateLimiter } from '#server/kit/rate-limit.ts';
import type { Tables, Trx } from '#server/kit/tables.ts';
import { newTotpSecret, stepOfCode, totpUri } from '#server/kit/totp.ts';
import type { Vault } from '#server/kit/vault.ts';
import { recordAudit } from './audit-store.ts';
import type { Colleague, Role } from './colleague.ts';
import {
  countAttempt,
  FAILURES_UNTIL_CLOSED,
  isInvitedBy,
  lockColleague,
  openColleagueSession,
  type StoredColleague,
  takeInvitation,
} from './colleague-store.ts';
import type { PasskeyOrigins } from './passkey-origins.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { findSetup, keepSetup, openSecondFactor, sealSecondFactor, takeSecondFactor } from './second-factor.ts';
import { takeChallenge } from './staff-challenges.ts';
import { openTask } from './task-store.ts';

/** Ends the sessions in which a colleague is in the place of a client: those of people, whom staff do not know. */
export type EndVisits = (trx: Trx, colleagueId: string, now: number) => Promise<void>;

export interface StaffSignInContext {
  readonly db: Database<Tables>;
  readonly clock: Pick<Clock, 'now'>;
  readonly vault: Vault;
  readonly limiter: RateLimiter;
  readonly trustedProxies: number;
  readonly brandName: string;
  readonly endVisits: EndVisits;
  readonly passkeyOrigins: PasskeyOrigins;
  /** Roles that a password and a code open nothing for but the page that adds a passkey. */
  readonly passkeyRoles: () => Promise<readonly Role[]>;
}

/** From one address, whatever the logins: the office signs in in the morning, and nobody tries thousands. */
export const STAFF_SIGN_IN_LIMIT: RateLimit = { perMinute: 10, burst: 30 };

export type StaffSession = {
  readonly kind: 'session';
  readonly colleague: Colleague;
  readonly token: string;
  readonly expiresAt: Date;
};

/** Which of what was given was wrong, or that the account is closed, is not said. */
export const WRONG = { kind: 'wrong' } as const;
export type StaffSignIn = StaffSession | typeof WRONG;

type Proving = Pick<StaffSignInContext, 'db' | 'clock' | 'vault'>;

/** Proofs of a colleague: something they know, and something they have. */
export interface Factors {
  readonly login: string;
  readonly password: string;
  /** Of the app, or one of the eight. */
  readonly code: string;
}

/**
 * Looks at password and second factor together; each attempt counts before it is made.
 * @param then done in the transaction that takes the code, with what its record says besides
 * @returns undefined when one of the two is wrong, or nobody may try
 */
export async function withFactors<Done>(
  { db, clock, vault }: Proving,
  { login, password, code }: Factors,
  then: (trx: Trx, account: StoredColleague, entry: Pick<Entry, 'now' | 'after'>) => Promise<Done>,
): Promise<Done | undefined> {
  const now = clock.now();
  const account = await countAttempt(db.kysely, login, now);
  const isRight = await isPassword(account?.password_hash ?? undefined, password);
  if (!account) return undefined;
  const done = !isRight
    ? undefined
    : await db.kysely.transaction().execute(async (trx) => {
        const given = await takeSecondFactor(trx, vault, { account, code, now });
        if (given === undefined) return undefined;
        const after = { secondFactor: given };
        return { of: await then(trx, account, { now, ...(given !== 'app' && { after }) }) };
      });
  if (!done) await tellWhenClosed(db, account, now);
  return done?.of;
}

/** Login, password and the code of the authenticator app, all at once: a session that ends (decision 0141). */
export async function signInColleague(context: Proving, typed: Factors, caller: string): Promise<StaffSignIn> {
  const signedIn = await withFactors(context, typed, (trx, account, entry) =>
    openFor(trx, account, { ...entry, action: 'colleague.sign-in', caller }),
  );
  return signedIn ?? WRONG;
}

/** The code that the desk has shown to a colleague, for the commands of this machine. */
export async function signInByDeskCode(
  { db, clock }: Proving,
  { login, code }: Pick<Factors, 'login' | 'code'>,
  caller: string,
): Promise<StaffSignIn> {
  const now = clock.now();
  return db.kysely.transaction().execute(async (trx) => {
    const account = await lockColleague(trx, login);
    if (!account || account.locked_at !== null || account.password_hash === null) return WRONG;
    const taken = await takeChallenge(trx, code, { purpose: 'command', bound_to: account.id }, now);
    if (!taken) return WRONG;
    return openFor(trx, account, { action: 'colleague.sign-in-by-desk-code', caller, now, isProved: true });
  });
}

interface Entry {
  readonly action: string;
  readonly now: number;
  readonly caller?: string;
  readonly after?: Readonly<Record<string, unknown>>;
}

/** Writes down what a colleague did with their own account. */
export function recordOf(trx: Trx, { id, login }: Pick<Colleague, 'id' | 'login'>, { now, ...entry }: Entry) {
  return recordAudit(trx, { ...entry, actor: `operator:${login}`, subject: `colleague:${id}`, at: now });
}

/** Opens a session, and writes down by what. */
export async function openFor(
  trx: Trx,
  { id, login, name, roles }: StoredColleague,
  { isProved = false, ...entry }: Entry & { readonly caller: string; readonly isProved?: boolean },
): Promise<StaffSession> {
  const { caller, now } = entry;
  const session = await openColleagueSession(trx, { colleagueId: id, caller, now, isProved });
  await recordOf(trx, { id, login }, entry);
  return { kind: 'session', colleague: { id, login, name, roles }, ...session };
}

/** Somebody guesses, or a colleague has forgotten: an administrator should know. */
async function tellWhenClosed(db: Database<Tables>, { id, login, failures }: StoredColleague, now: number) {
  if (failures % FAILURES_UNTIL_CLOSED !== 0) return;
  const task = { kind: 'colleague-guessed', subject: `colleague:${id}` } as const;
  const facts = { failures: String(failures), login };
  await openTask(db.kysely, { ...task, says: 'colleague-guessed', facts }, now);
}

export type InvitationTaken =
  /** The secret of the second factor: it counts once a code of it was right, and another one is made until then. */
  { readonly kind: 'taken'; readonly secondFactor: string } | { readonly kind: 'over' } | { readonly kind: 'weak' };

/**
 * Lets an invited colleague choose a password, and gives them a second factor. Neither is in force before the first right
 * code: whoever reloads the page or loses the picture begins again with the same invitation.
 */
export async function acceptInvitation(
  { db, clock, vault, brandName }: StaffSignInContext,
  { login, invitation, password }: { readonly login: string; readonly invitation: string; readonly password: string },
): Promise<InvitationTaken> {
  if (passwordRefusal(password, { login }) !== undefined) return { kind: 'weak' };
  const passwordHash = await hashPassword(password);
  const now = clock.now();
  return db.kysely.transaction().execute(async (trx): Promise<InvitationTaken> => {
    const account = await lockColleague(trx, login);
    if (!account || !isInvitedBy(account, invitation, now)) return { kind: 'over' };
    // Only to somebody with the invitation: to anybody else it would say whose account a login is.
    if (isWeakFor(account, password)) return { kind: 'weak' };
    const secret = newTotpSecret();
    const secondFactorSealed = sealSecondFactor(vault, account.id, secret);
    await keepSetup(trx, { id: account.id, invitation, passwordHash, secondFactorSealed }, now);
    return { kind: 'taken', secondFactor: totpUri(secret, { issuer: brandName, account: account.login }) };
  });
}

/** Tells whether a password has a part of the colleague's own name or login in it, or is one that is guessed first. */
export function isWeakFor({ login, name }: Pick<Colleague, 'login' | 'name'>, password: string): boolean {
  return passwordRefusal(password, { login, names: [name, ...name.split(/\s+/)] }) !== undefined;
}

export type InvitationConfirmed =
  | (Omit<StaffSession, 'kind'> & { readonly kind: 'confirmed'; readonly recoveryCodes: readonly string[] })
  | { readonly kind: 'over' }
  | { readonly kind: 'wrong-code' };

/** Puts password and second factor in force by the first right code, and opens a session. */
export async function confirmInvitation(
  { db, clock, vault }: Proving,
  { login, invitation, code }: { readonly login: string; readonly invitation: string; readonly code: string },
  caller: string,
): Promise<InvitationConfirmed> {
  const now = clock.now();
  return db.kysely.transaction().execute(async (trx): Promise<InvitationConfirmed> => {
    const account = await lockColleague(trx, login);
    if (!account || !isInvitedBy(account, invitation, now)) return { kind: 'over' };
    const setup = await findSetup(trx, { id: account.id, invitation });
    if (!setup) return { kind: 'over' };
    const secret = openSecondFactor(vault, { id: account.id, second_factor_sealed: setup.secondFactorSealed });
    const step = stepOfCode(secret, code, { nowMs: now, lastStep: 0 });
    if (step === undefined) return { kind: 'wrong-code' };
    if (!(await takeInvitation(trx, setup, { step, now }))) return { kind: 'over' };
    const recoveryCodes = await makeRecoveryCodes(trx, account.id, now);
    const session = await openFor(trx, account, { action: 'colleague.accept-invitation', caller, now });
    return { ...session, kind: 'confirmed', recoveryCodes };
  });
}
