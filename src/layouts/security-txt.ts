const DAY_MS = 86_400_000;
/** Days for which the file is valid. RFC 9116 asks for less than a year; pages are made again each business date. */
const DAYS_GOOD = 180;

/** Builds `security.txt` (RFC 9116): the address for people who have found a vulnerability. */
export function securityTxt({ email, businessDate, site }: Record<'email' | 'businessDate' | 'site', string>): string {
  const expires = new Date(Date.parse(businessDate) + DAYS_GOOD * DAY_MS).toISOString();
  const canonical = new URL('/.well-known/security.txt', site).href;
  return `Contact: mailto:${email}\nExpires: ${expires}\nPreferred-Languages: es, en\nCanonical: ${canonical}\n`;
}
