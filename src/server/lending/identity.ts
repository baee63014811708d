import type { Context } from 'hono';
import type { Locale } from '#i18n/locale.ts';
import { callerOf } from '#server/kit/caller.ts';
import { cookieOf } from './cookies.ts';
import { preferredLocale } from './read-complaint-form.ts';
import type { Services } from './services.ts';
import { DEVICE_COOKIE } from './session-cookies.ts';

/** What everything about people and their sessions shares. */
export type IdentityContext = Pick<
  Services,
  | 'db'
  | 'vault'
  | 'clock'
  | 'trustedProxies'
  | 'siteUrl'
  | 'brandName'
  | 'codeChannels'
  | 'quietAnswerMs'
  | 'staffNetworks'
>;

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
export async function quietly<Result>(
  { quietAnswerMs }: IdentityContext,
  work: () => Promise<Result>,
): Promise<Result> {
  const floor = new Promise<void>((resolve) => setTimeout(resolve, quietAnswerMs));
  try {
    return await work();
  } finally {
    await floor;
  }
}
