import type { Context } from 'hono';
import type { Locale } from '#i18n/locale.ts';
import type { NextScreen } from '#loan/application-screens.ts';
import { callerOf } from '#server/kit/caller.ts';
import { cookieOf } from '#server/kit/cookies.ts';
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import type { StaffNetworks } from '#server/lending/staff/staff-networks.ts';
import { preferredLocale } from './preferred-locale.ts';
import { DEVICE_COOKIE } from './session-cookies.ts';
import type { CodeChannel } from './tables.ts';

/** What is asked here of a client's loans and application, which are subjects below: handed in at the composition root. */
export interface ClientStanding {
  paidLoanCount(personId: string): Promise<number>;
  loanNumbers(personId: string): Promise<readonly string[]>;
  nextScreen(personId: string): Promise<NextScreen>;
}

/** What everything about people and their sessions shares. */
export interface IdentityContext
  extends Pick<LendingContext, 'db' | 'vault' | 'clock' | 'trustedProxies' | 'siteUrl' | 'brandName'> {
  /** How a code can be sent. */
  readonly codeChannels: readonly CodeChannel[];
  /** How long an answer takes at least that must not tell whether somebody is known. */
  readonly minAnswerMs: number;
  /** Who may redeem a login-as link. */
  readonly staffNetworks: StaffNetworks;
  readonly standing: ClientStanding;
}

/** Where a call comes from, as far as we know it. */
export interface Origin {
  readonly caller: string;
  readonly userAgent: string;
  /** In which language to write to somebody who is not known yet. */
  readonly language: Locale;
  /** What this browser was given when its owner proved themselves in it. */
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

/** Takes as long as the longest of its kind, so that the time tells nothing about who is known here (quality A-12). */
export async function withMinimumTime<Result>(
  { minAnswerMs }: IdentityContext,
  work: () => Promise<Result>,
): Promise<Result> {
  const floor = new Promise<void>((resolve) => setTimeout(resolve, minAnswerMs));
  try {
    return await work();
  } finally {
    await floor;
  }
}
