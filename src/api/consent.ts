/** A visitor's cookie consent (domain 2.19) to analytics, the two containers; the server has the record. */
export const CONSENT_COOKIE = '__Host-consent';
/** After half a year visitors are asked again. */
export const CONSENT_DAYS = 180;
/** Incremented when the purpose or the containers change: older answers are then invalid, and the banner asks again. */
export const CONSENT_VERSION = 1;

export type AnalyticsConsent = 'granted' | 'refused' | 'unasked';

/** The value of the cookie: `1.granted`. */
export function consentValue(granted: boolean): string {
  return `${CONSENT_VERSION}.${granted ? 'granted' : 'refused'}`;
}

/** This browser's answer, from its cookie; a value of another version or an invalid one counts as none. */
export function consentIn(cookie: string | undefined): AnalyticsConsent {
  if (cookie === consentValue(true)) return 'granted';
  return cookie === consentValue(false) ? 'refused' : 'unasked';
}

/** Channels of advertising, each with its own consent (domain 2.19, Ley 32323). */
export const MARKETING_CHANNELS = ['sms', 'email', 'call', 'whatsapp'] as const;
export type MarketingChannel = (typeof MARKETING_CHANNELS)[number];

/** The purpose name of advertising by one channel: `MARKETING_SMS`. */
export function marketingPurpose(channel: MarketingChannel): string {
  return `MARKETING_${channel.toUpperCase()}`;
}
