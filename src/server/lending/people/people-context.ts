import type { Context } from 'hono';
import type { NextScreen } from '#api/application-screens.ts';
import type { SigningPurpose } from '#api/signing.ts';
import type { Locale } from '#i18n/locale.ts';
import { preferredLocale } from '#i18n/preferred-locale.ts';
import { callerOf } from '#server/kit/caller.ts';
import { cookieOf } from '#server/kit/cookies.ts';
import type { Trx } from '#server/kit/tables.ts';
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import type { StaffNetworks } from '#server/lending/staff/staff-networks.ts';
import { DEVICE_COOKIE } from './session-cookies.ts';
import type { CodeChannel } from './tables.ts';

type ContactNotification = 'email-changing' | 'phone-changing' | 'account-changing' | 'passkey-adding';

/**
 * The loans and applications of a client, as functions handed in at the composition root because those subjects are
 * below this one.
 */
export interface ClientStanding {
  paidLoanCount(personId: string): Promise<number>;
  /** Whether any loan of theirs was ever paid out. */
  hasBeenPaidOut(personId: string): Promise<boolean>;
  loanNumbers(personId: string): Promise<readonly string[]>;
  nextScreen(personId: string): Promise<NextScreen>;
}

export interface ContactNews {
  readonly personId: string;
  readonly kind: ContactNotification | 'changes-stopped' | 'passkeys-removed';
  readonly naturalKey: string;
  /** Earlier notifications that no longer hold and are withdrawn. */
  readonly ends: readonly ContactNotification[];
  readonly now: number;
}

/** An act that a code signs: the figures its message names, and the subject that it is then good for. */
export interface SignedAct {
  /** `extension:<id>`: another quote, plan or top-up has another one. */
  readonly subject: string;
  /** Formatted. */
  readonly figures: Readonly<Record<string, string>>;
}

/** The context of everything about people and their sessions. */
export interface IdentityContext
  extends Pick<LendingContext, 'db' | 'vault' | 'clock' | 'trustedProxies' | 'siteUrl' | 'brandName'> {
  /** Channels by which a code can be sent. */
  readonly codeChannels: readonly CodeChannel[];
  /** Minimum duration of answers that must not reveal whether a person is known. */
  readonly minAnswerMs: number;
  /** The networks from which login-as links may be redeemed. */
  readonly staffNetworks: StaffNetworks;
  readonly standing: ClientStanding;
  /**
   * Tells what a client is about to sign under a purpose of a subject below this one; undefined when it cannot be had
   * now.
   * @param act the body of the call that the proof is for
   */
  readonly actToSign: (
    personId: string,
    purpose: SigningPurpose,
    act: Readonly<Record<string, unknown>>,
  ) => Promise<SignedAct | undefined>;
  /** Notifies a client of their contacts inside the client area, which is below this subject. */
  readonly tellClientArea: (trx: Trx, news: ContactNews) => Promise<unknown>;
}

/** The origin of a call, as far as known. */
export interface Origin {
  readonly caller: string;
  readonly userAgent: string;
  /** The language for messages to people not known yet. */
  readonly language: Locale;
  /** The secret of this browser as a known device, issued when its owner passed a challenge in it. */
  readonly deviceSecret: string | undefined;
}

export function originOf({ trustedProxies }: IdentityContext, c: Context): Origin {
  const request = c.req.raw;
  return {
    caller: callerOf(c, trustedProxies),
    userAgent: request.headers.get('user-agent') ?? '',
    language: preferredLocale(request),
    deviceSecret: cookieOf(request, DEVICE_COOKIE),
  };
}

/** Takes a minimum time, so that the duration does not reveal who is known (quality A-12). */
export async function withMinimumTime<Result>(
  { minAnswerMs }: Pick<IdentityContext, 'minAnswerMs'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const floor = new Promise<void>((resolve) => setTimeout(resolve, minAnswerMs));
  try {
    return await work();
  } finally {
    await floor;
  }
}
