import { recordAudit } from '#server/lending/staff/audit-store.ts';
import type { IdentityContext } from './people-context.ts';
import { issueLink, takeLink } from './store/link-store.ts';
import { createSession, type IssuedSession } from './store/session-store.ts';

export const SANDBOX_SIGN_IN_PATH = '/sandbox/sign-in';
const DAY_MS = 86_400_000;

export interface SandboxSignIn {
  /** Opens the client area once, in any browser. */
  readonly url: string;
  /** A session token for manual API calls. */
  readonly token: string;
  readonly bind: string;
  readonly expiresAt: string;
}

/** Signs a client of the sandbox in: a link for a browser, and a session for a terminal. */
export async function signInInSandbox(
  context: IdentityContext,
  personId: string,
  actor: string,
): Promise<SandboxSignIn> {
  const { db, clock } = context;
  const now = clock.now();
  return db.kysely.transaction().execute(async (trx) => {
    const link = await issueLink(trx, { kind: 'SANDBOX_SIGN_IN', personId, now, validMs: 30 * DAY_MS });
    const session = await createSession(trx, { personId, full: true, caller: 'operator', userAgent: '', now });
    const subject = `person:${personId}`;
    await recordAudit(trx, { actor, action: 'session.issue', subject, sessionId: session.sessionId, at: now });
    const { token, bind, expiresAt } = session;
    return { url: linkTo(context, link), token, bind, expiresAt: expiresAt.toISOString() };
  });
}

/** A link alone, for the terminal of `npm start`. */
export async function sandboxLink(context: IdentityContext, personId: string): Promise<string> {
  const now = context.clock.now();
  const link = { kind: 'SANDBOX_SIGN_IN', personId, now, validMs: 30 * DAY_MS } as const;
  return linkTo(context, await issueLink(context.db.kysely, link));
}

/**
 * Exchanges a link for a session.
 * @returns undefined for a link that is unknown or used
 */
export function redeemSandboxLink(
  { db, clock }: IdentityContext,
  token: string,
  from: { readonly caller: string; readonly userAgent: string },
): Promise<IssuedSession | undefined> {
  const now = clock.now();
  return db.kysely.transaction().execute(async (trx) => {
    const link = await takeLink(trx, 'SANDBOX_SIGN_IN', token, now);
    if (link.kind !== 'used-now' || link.personId === null) return undefined;
    return createSession(trx, { personId: link.personId, full: true, ...from, now });
  });
}

function linkTo({ siteUrl }: IdentityContext, token: string): string {
  return `${siteUrl}${SANDBOX_SIGN_IN_PATH}/${token}`;
}
