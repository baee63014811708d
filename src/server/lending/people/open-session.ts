import type { SessionAnswer } from '#api/session-answer.ts';
import type { Trx } from '#server/kit/tables.ts';
import { deviceName, UNNAMED_DEVICE } from './device-name.ts';
import { limaTime, notMeUrl } from './messages/identity-messages.ts';
import { sendAccountEmail } from './messages/send-account-email.ts';
import type { IdentityContext, Origin } from './people-context.ts';
import { deviceCookie, sessionCookies } from './session-cookies.ts';
import { recordAccess } from './store/access-log-store.ts';
import { rememberBrowser } from './store/credential-store.ts';
import { issueLink } from './store/link-store.ts';
import type { Person } from './store/person-store.ts';
import { createSession, type IssuedSession, revokeSession } from './store/session-store.ts';

const NOT_ME_MS = 7 * 86_400_000;

export interface OpenedSession {
  readonly personId: string;
  readonly answer: SessionAnswer;
  readonly cookies: readonly string[];
}

export interface SignedIn {
  readonly person: Person;
  readonly origin: Origin;
  /** True when this browser is new: the client is then notified by e-mail. */
  readonly isNewDevice: boolean;
  /** True when it is to be remembered as a known device. */
  readonly remember: boolean;
  /** How they signed in, for the log of access. */
  readonly by?: 'SIGN_IN' | 'PASSKEY_SIGN_IN';
  /** The previous session of this browser, if any: it ends, even when it belonged to another person. */
  readonly replaces?: { readonly sessionId: string; readonly personId: string } | undefined;
}

interface Written {
  readonly session: IssuedSession;
  readonly deviceSecret: string | undefined;
}

/** Stores everything a sign-in creates, in the transaction of the proof that allowed it. */
export async function writeSession(trx: Trx, context: IdentityContext, signedIn: SignedIn): Promise<Written> {
  const { person, origin, remember, replaces, by: kind = 'SIGN_IN' } = signedIn;
  const now = context.clock.now();
  if (replaces) await revokeSession(trx, replaces, { because: 'replaced', now });
  const { caller, userAgent } = origin;
  const session = await createSession(trx, { personId: person.id, full: true, caller, userAgent, now });
  await recordAccess(trx, { personId: person.id, kind, at: now, caller, userAgent });
  const secret = origin.deviceSecret;
  const deviceSecret = remember ? await rememberBrowser(trx, person.id, { secret, now }) : undefined;
  if (signedIn.isNewDevice) await sendNewDeviceNotice(trx, context, person, origin);
  return { session, deviceSecret };
}

/** The session as sent to the browser. */
export async function presentSession(
  context: IdentityContext,
  person: Person,
  { session, deviceSecret }: Written,
): Promise<OpenedSession> {
  const now = context.clock.now();
  return {
    personId: person.id,
    answer: {
      expiresAt: session.expiresAt.toISOString(),
      profileData: {
        firstName: person.firstName ?? null,
        paidLoanCount: await context.standing.paidLoanCount(person.id),
      },
      nextScreen: await context.standing.nextScreen(person.id),
    },
    cookies: [
      ...sessionCookies(session, session.expiresAt, now),
      ...(deviceSecret === undefined ? [] : [deviceCookie(deviceSecret)]),
    ],
  };
}

async function sendNewDeviceNotice(
  trx: Trx,
  context: IdentityContext,
  person: Person,
  { userAgent }: Origin,
): Promise<void> {
  const { id: personId, language } = person;
  const now = context.clock.now();
  const token = await issueLink(trx, { kind: 'NOT_ME', personId, now, validMs: NOT_ME_MS });
  await sendAccountEmail(trx, context, person, 'new-device', {
    ...limaTime(context.clock),
    device: deviceName(userAgent) ?? UNNAMED_DEVICE[language],
    link: notMeUrl(context.siteUrl, language, token),
  });
}
