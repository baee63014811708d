import { LOCALES, type Locale, localePath } from '#i18n/locale.ts';
import type { Clock } from '#server/kit/clock.ts';
import type { Database } from '#server/kit/db.ts';
import type { Log } from '#server/kit/log.ts';
import type { RateLimit, RateLimiter } from '#server/kit/rate-limit.ts';
import type { Tables } from '#server/kit/tables.ts';
import type { Vault } from '#server/kit/vault.ts';
import type { Provider } from '#server/lending/documents/document-head.ts';
import type { PageSource } from '#server/lending/pages/page-source.ts';

/** The context of the complaints book. */
export interface ComplaintsContext {
  readonly db: Database<Tables>;
  readonly clock: Clock;
  readonly log: Log;
  /** Encrypts the texts of consumers. */
  readonly vault: Vault;
  readonly provider: Provider;
  /** Base URL of the site, without a trailing slash; links in e-mails begin with it. */
  readonly siteUrl: string;
  /** The recipient of staff alerts; without one they are only in the list and the log. */
  readonly alertsTo?: string | undefined;
  /** Of look-ups, in this process; what is posted is counted in the database. */
  readonly limiter: RateLimiter;
  readonly trustedProxies: number;
  /** The built pages that answers are written into. */
  readonly pages: PageSource;
  /** Minimum duration of an answer that must not reveal which numbers exist. */
  readonly minAnswerMs: number;
}

/** Complaints taken from one address: five an hour, never by document, because one person may complain often. */
export const FILING_LIMIT: RateLimit = { perMinute: 5 / 60, burst: 5 };
/** Forms posted from one address, right or wrong: somebody who corrects a form five times is not refused. */
export const POSTING_LIMIT: RateLimit = { perMinute: 2, burst: 30 };
/** Look-ups from one address. A key has 100 random bits; this only keeps noise away from the database. */
export const TRACKING_LIMIT: RateLimit = { perMinute: 60, burst: 30 };

/** The calls of the book, in one place so that links and routes cannot disagree. */
export const COMPLAINTS_PATH = '/api/v1/public/complaints';

/** The page of the sheet whose cookie the browser has; its papers lie below. */
export function sheetPath(locale: Locale): `/${string}/` {
  return localePath(locale, 'libro-de-reclamaciones/hoja') as `/${string}/`;
}

/** Path that the form posts to: its answer with errors must lie under the site too. */
export function newSheetPath(locale: Locale): string {
  return `${sheetPath(locale)}nueva`;
}

/** All addresses of that page: everything else under the site is files. */
export const SHEET_PATHS: readonly string[] = LOCALES.map((locale) => `${sheetPath(locale)}*`);

/** For e-mails and for the client's own list: sets the cookie and leads on to the page. */
export function sheetLink(locale: Locale, code: string, trackingKey: string): string {
  return `${sheetPath(locale)}${code}/${trackingKey}`;
}
