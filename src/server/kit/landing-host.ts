/** The landing hosts (domain 2.24, design §8), loaded before a calculator: static pages do not know their host. */
export const LANDING_SCRIPT_PATH = '/landing-host.js';
export const LANDING_SCRIPT = "document.documentElement.dataset.host='landing'";

/** Whether a request's `Host` is in the list; a port counts only if the list names one. */
export function isLandingHost(host: string | undefined, landingHosts: readonly string[]): boolean {
  const full = host?.toLowerCase() ?? '';
  return landingHosts.includes(full) || landingHosts.includes(full.replace(/:\d+$/, ''));
}

/** Home, without a session or with one; the calculators, which without a session the host decides (product-spec §4). */
const HOME = /^\/(en\/)?(?:index\.html)?$/;
const CALCULATORS = /^\/(en\/)?(?:calculator|calculators|calculatoripl)\/(?:index\.html)?$/;

/** What a landing host shows: `/` → `/landing/`, `/en/calculators/` → `/en/landing/`; other paths stay. */
export function landingPath(path: string, hasToken: boolean): string {
  const found = HOME.exec(path) ?? (hasToken ? null : CALCULATORS.exec(path));
  return found ? `/${found[1] ?? ''}landing/` : path;
}
