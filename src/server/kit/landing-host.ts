/**
 * The landing hosts (domain 2.24, design §8): the same site, but `/` is the landing page, and results show no
 * repayment date. Pages are static files that do not know their host, so calculator pages load this script first.
 */
export const LANDING_SCRIPT_PATH = '/landing-host.js';
export const LANDING_SCRIPT = "document.documentElement.dataset.host='landing'";

/** Whether a request's `Host` is in the list; a port counts only if the list names one. */
export function isLandingHost(host: string | undefined, landingHosts: readonly string[]): boolean {
  const full = host?.toLowerCase() ?? '';
  return landingHosts.includes(full) || landingHosts.includes(full.replace(/:\d+$/, ''));
}

/** The path of a landing host's home: `/` → `/landing/`, `/en/` → `/en/landing/`; other paths stay. */
export function landingPath(path: string): string {
  return path === '/' || path === '/en/' ? `${path}landing/` : path;
}
