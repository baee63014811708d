import { splitLanguage } from '#api/languages.ts';

/**
 * The landing hosts (domain 2.24, design §8) serve the same site, but home and the calculators are the landing page,
 * and a calculator elsewhere shows no repayment date. Pages are static files that do not know their host, so pages with
 * a calculator load this script before it.
 */
export const LANDING_SCRIPT_PATH = '/landing-host.js';
export const LANDING_SCRIPT = "document.documentElement.dataset.host='landing'";

/** Tells whether a request's `Host` is in the list; a port counts only if the list names one. */
export function isLandingHost(host: string | undefined, landingHosts: readonly string[]): boolean {
  const full = host?.toLowerCase() ?? '';
  return landingHosts.includes(full) || landingHosts.includes(full.replace(/:\d+$/, ''));
}

/** Home, without a session or with one; the calculators, which without a session the host decides (product-spec §4). */
const SHOWN_TO_ALL = /^\/$/;
const SHOWN_TO_VISITORS = /^\/(?:(?:calculator|calculators|calculatoripl)\/)?$/;

/** Maps a path to what a landing host shows: `/` → `/landing/`, `/en/calculators/` → `/en/landing/`; others stay. */
export function landingPath(path: string, hasToken: boolean): string {
  const [language, page] = splitLanguage(path);
  const isReplaced = (hasToken ? SHOWN_TO_ALL : SHOWN_TO_VISITORS).test(page);
  return isReplaced ? `${language ? `/${language}` : ''}/landing/` : path;
}
