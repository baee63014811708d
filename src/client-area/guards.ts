import { SCREENS, type ScreenName } from '#api/screens.ts';
import { sitePath } from '#api/site-path.ts';
import { localeOfPath, localePath } from '#i18n/locale.ts';
import { environment } from '#stores/environment.ts';
import { $accessToken } from '#stores/session.ts';
import { type GuardResult, PASS, type Visit } from './session/guard-result.ts';

type Guard = (visit: Visit) => GuardResult | Promise<GuardResult>;

/** The guards of product-spec §6 by their names there. */
const GUARDS: ReadonlyMap<string, Guard> = new Map(
  Object.entries<Guard>({
    authenticated,
    visitor,
    'profile-state': profileState,
    // A build uses one pinned version of the content (design §5), so there is nothing to set.
    setCacheVersion: () => PASS,
  }),
);

/** Screens that do not serve a client with a session. */
const FOR_VISITORS: readonly ScreenName[] = ['sign-in', 'sign-up', 'application-existing-client'];

/** Lists the names of a screen's guards. */
export function guardsOf(name: ScreenName): readonly string[] {
  return [...SCREENS[name].guards, ...(FOR_VISITORS.includes(name) ? ['visitor'] : []), 'setCacheVersion'];
}

/** Runs the guards in order; the first that does not pass decides. */
export async function runGuards(names: readonly string[], visit: Visit): Promise<GuardResult> {
  let result = PASS;
  for (const name of names) {
    const guard = GUARDS.get(name);
    if (!guard) return { kind: 'error', status: 500, message: 'Unknown middleware' };
    const next = await guard(visit);
    if (next.kind !== 'pass') result = next;
    if (next.kind !== 'pass' && next.kind !== 'pass-unknown') return next;
  }
  return result;
}

/** Passes with a token; without one it leads home, with the way back after sign-in in the address. */
function authenticated(): GuardResult {
  if ($accessToken.get()) return PASS;
  const { pathname, search } = environment().location();
  const home = localePath(localeOfPath(pathname), '');
  return { kind: 'leave', href: `${home}?${new URLSearchParams({ returnTo: pathname + search })}` };
}

/** Sends a client with a session to the page the link asked for, or to their next screen. */
function visitor({ query }: Visit): GuardResult {
  if (!$accessToken.get()) return PASS;
  const back = returnPath(query);
  return back ? { kind: 'leave', href: back } : { kind: 'redirect', to: { name: 'application' } };
}

/** Loads the code that only clients need, so that visitors do not download it. */
export const loadSignedIn = () => import('./session/signed-in.ts');

async function profileState(visit: Visit): Promise<GuardResult> {
  const { guardByProfileState } = await loadSignedIn();
  return guardByProfileState(visit);
}

/** Reads the path to return to after sign-in: only one of our own, else undefined. */
export function returnPath(query: Readonly<Record<string, string>>): string | undefined {
  return sitePath(query['returnTo'] ?? '');
}
