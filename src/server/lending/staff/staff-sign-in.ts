import type { Clock } from '#server/kit/clock.ts';
import type { Database } from '#server/kit/db.ts';
import { hashPassword, isPassword, passwordRefusal } from '#server/kit/passwords.ts';
import type { RateLimit, RateLimiter } from '#server/kit/rate-limit.ts';
import type { Tables, Trx } from '#server/kit/tables.ts';
import { newTotpSecret, stepOfCode, totpUri } from '#server/kit/totp.ts';
import type { Vault } from '#server/kit/vault.ts';
import { recordAudit } from './audit-store.ts';
import type { Colleague } from './colleague.ts';
import {
  acceptAttempt,
  countAttempt,
  FAILURES_UNTIL_CLOSED,
  findColleague,
  isInvitedBy,
  openColleagueSession,
  openSecondFactor,
  type StoredColleague,
  sealSecondFactor,
  takeInvitation,
} from './colleague-store.ts';
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
}

/** From one address, whatever the logins: the office signs in in the morning, and nobody tries thousands. */
export const STAFF_SIGN_IN_LIMIT: RateLimit = { perMinute: 10, burst: 30 };

export type StaffSignIn =
  | {
      readonly kind: 'session';
      readonly colleague: Colleague;
      readonly token: string;
      readonly expiresAt: Date;
    }
  /** Which of the three was wrong, or that the account is closed, is not said. */
  | { readonly kind: 'wrong' };

/** Login, password and the code of the authenticator app, all at once: a session that ends (decision 0141). */
export async function signInColleague(
  { db, clock, vault }: Pick<StaffSignInContext, 'db' | 'clock' | 'vault'>,
  { login, password, code }: { readonly login: string; readonly password: string; readonly code: string },
  caller: string,
): Promise<StaffSignIn> {
  const now = clock.now();
  const account = await countAttempt(db.kysely, login, now);
  const isRight = await isPassword(account?.password_hash ?? undefined, password);
  if (!account) return { kind: 'wrong' };
  const factor = { nowMs: now, lastStep: account.last_step };
  const step = stepOfCode(openSecondFactor(vault, account), code, factor);
  if (!isRight || step === undefined) {
    await tellWhenClosed(db, account, now);
    return { kind: 'wrong' };
  }
  return db.kysely.transaction().execute(async (trx): Promise<StaffSignIn> => {
    const { id, name, roles } = account;
    if (!(await acceptAttempt(trx, account, step))) return { kind: 'wrong' };
    const session = await openColleagueSession(trx, { colleagueId: id, caller, now });
    const actor = `operator:${account.login}`;
    await recordAudit(trx, { actor, action: 'colleague.sign-in', subject: `colleague:${id}`, caller, at: now });
    return { kind: 'session', colleague: { id, login: account.login, name, roles }, ...session };
  });
}

/** Somebody guesses, or a colleague has forgotten: an administrator should know. */
async function tellWhenClosed(db: Database<Tables>, { id, login, failures }: StoredColleague, now: number) {
  if (failures % FAILURES_UNTIL_CLOSED !== 0) return;
  const task = { kind: 'colleague-guessed', subject: `colleague:${id}` } as const;
  const facts = { failures: String(failures), login };
  await openTask(db.kysely, { ...task, says: 'colleague-guessed', facts }, now);
}

export type InvitationTaken =
  /** The secret of the second factor, shown this once. */
  { readonly kind: 'taken'; readonly secondFactor: string } | { readonly kind: 'over' } | { readonly kind: 'weak' };

/**
 * Lets an invited colleague choose a password, and gives them the second factor with which the next sign-in must
 * succeed.
 */
export async function acceptInvitation(
  { db, clock, vault, brandName }: StaffSignInContext,
  { login, invitation, password }: { readonly login: string; readonly invitation: string; readonly password: string },
): Promise<InvitationTaken> {
  if (passwordRefusal(password, { login }) !== undefined) return { kind: 'weak' };
  const passwordHash = await hashPassword(password);
  const now = clock.now();
  return db.kysely.transaction().execute(async (trx): Promise<InvitationTaken> => {
    const account = await findColleague(trx, login);
    if (!account || !isInvitedBy(account, invitation, now)) return { kind: 'over' };
    const { id, name } = account;
    // Only to somebody with the invitation: to anybody else it would say whose account a login is.
    if (passwordRefusal(password, { login, names: [name, ...name.split(/\s+/)] }) !== undefined)
      return { kind: 'weak' };
    const secret = newTotpSecret();
    const secondFactorSealed = sealSecondFactor(vault, id, secret);
    if (!(await takeInvitation(trx, { id, invitation, passwordHash, secondFactorSealed, now })))
      return { kind: 'over' };
    const actor = `operator:${account.login}`;
    await recordAudit(trx, { actor, action: 'colleague.accept-invitation', subject: `colleague:${id}`, at: now });
    return { kind: 'taken', secondFactor: totpUri(secret, { issuer: brandName, account: account.login }) };
  });
}
