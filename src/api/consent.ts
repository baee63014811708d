/**
 * A visitor's cookie consent (domain 2.19). It has one optional purpose: analytics, the two tag-manager containers. The
 * server keeps the record; the cookie is this browser's copy.
 */
export const CONSENT_COOKIE = '__Host-consent';
/** Days after which visitors are asked again: half a year. */
export const CONSENT_DAYS = 180;
/** Incremented when the purpose or the containers change: older answers are then invalid, and the banner asks again. */
export const CONSENT_VERSION = 1;

export type AnalyticsConsent = 'granted' | 'refused' | 'unasked';

/** Builds the value of the cookie: `1.granted`. */
export function consentValue(granted: boolean): string {
  return `${CONSENT_VERSION}.${granted ? 'granted' : 'refused'}`;
}

/** Reads this browser's answer from its cookie; a value of another version or an invalid one does not count. */
export function consentIn(cookie: string | undefined): AnalyticsConsent {
  if (cookie === consentValue(true)) return 'granted';
  return cookie === consentValue(false) ? 'refused' : 'unasked';
}

/** Channels of advertising, each with its own consent (domain 2.19, Ley 32323). */
export const MARKETING_CHANNELS = ['sms', 'email', 'call', 'whatsapp'] as const;
export type MarketingChannel = (typeof MARKETING_CHANNELS)[number];

/** Builds the purpose name of advertising by one channel: `MARKETING_SMS`. */
export function marketingPurpose(channel: MarketingChannel): string {
  return `MARKETING_${channel.toUpperCase()}`;
}
