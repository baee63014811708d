/**
 * The landing hosts (domain 2.24, design §8): the same site, but `/` is the landing page, and results show no repayment
 * date. Pages are files and do not know their host, so calculator pages ask this script first.
 */
export const LANDING_SCRIPT_PATH = '/landing-host.js';
export const LANDING_SCRIPT = "document.documentElement.dataset.host='landing'";

/** Whether a request's `Host` is exactly one of the list; a port counts only when the list names one. */
export function isLandingHost(host: string | undefined, landingHosts: readonly string[]): boolean {
  const full = host?.toLowerCase() ?? '';
  return landingHosts.includes(full) || landingHosts.includes(full.replace(/:\d+$/, ''));
}

/** Where a landing host's home lives: `/` → `/landing/`, `/en/` → `/en/landing/`; other paths stay. */
export function landingPath(path: string): string {
  return path === '/' || path === '/en/' ? `${path}landing/` : path;
}
