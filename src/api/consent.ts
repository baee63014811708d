/**
 * The cookie consent of a visitor (domain 2.19). One optional purpose: analytics, the two tag-manager containers. The
 * ledger is the server's; the cookie is only what this browser remembers of it.
 */
export const CONSENT_COOKIE = 'consent';
/** After half a year a visitor is asked again. */
export const CONSENT_DAYS = 180;
/** Grows when the purpose or the containers change: an older answer is then no answer, and the banner asks again. */
export const CONSENT_VERSION = 1;

export type AnalyticsConsent = 'granted' | 'refused' | 'unasked';

/** What the cookie holds: `1.granted`. */
export function consentValue(granted: boolean): string {
  return `${CONSENT_VERSION}.${granted ? 'granted' : 'refused'}`;
}

/** What this browser was answered, from its cookies; a value of another version or of anybody else counts as none. */
export function consentIn(cookies: string): AnalyticsConsent {
  const values = cookies.split('; ');
  if (values.includes(`${CONSENT_COOKIE}=${consentValue(true)}`)) return 'granted';
  return values.includes(`${CONSENT_COOKIE}=${consentValue(false)}`) ? 'refused' : 'unasked';
}

/** Ways a client may or may not be advertised to, each decided by itself (domain 2.19, Ley 32323). */
export const MARKETING_CHANNELS = ['sms', 'email', 'call', 'whatsapp'] as const;
export type MarketingChannel = (typeof MARKETING_CHANNELS)[number];

/** What the ledger calls advertising by one channel: `MARKETING_SMS`. */
export function marketingPurpose(channel: MarketingChannel): string {
  return `MARKETING_${channel.toUpperCase()}`;
}
