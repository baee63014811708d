import { SCREENS, type ScreenName } from '#api/screens.ts';
import { localeOfPath, localePath } from '#i18n/locale.ts';
import { environment } from '#stores/environment.ts';
import { $accessToken } from '#stores/session.ts';
import { PASS, type Verdict, type Visit } from './verdict.ts';

type Guard = (visit: Visit) => Verdict | Promise<Verdict>;

/** The guards of product-spec §6 by their names there. */
const GUARDS: Readonly<Record<string, Guard>> = {
  authenticated,
  'profile-state': profileState,
  // Pages are built from one version of the content, pinned for the whole build (design §5): nothing is left to set.
  setCacheVersion: () => PASS,
};

/** The guards that stand before a screen. */
export function guardsOf(name: ScreenName): readonly string[] {
  return [...SCREENS[name].guards, 'setCacheVersion'];
}

/** Asks the guards one after the other; the first that does not let through decides. */
export async function runGuards(names: readonly string[], visit: Visit): Promise<Verdict> {
  let verdict = PASS;
  for (const name of names) {
    const guard = Object.hasOwn(GUARDS, name) ? GUARDS[name] : undefined;
    if (!guard) return { kind: 'error', status: 500, message: 'Unknown middleware' };
    const next = await guard(visit);
    if (next.kind !== 'pass') verdict = next;
    if (next.kind !== 'pass' && next.kind !== 'pass-unknown') return next;
  }
  return verdict;
}

/** Without a token there is nothing to see here: home, which carries the way back to sign-in. */
function authenticated(): Verdict {
  if ($accessToken.get()) return PASS;
  const { pathname, search } = environment().location();
  const home = localePath(localeOfPath(pathname), '');
  return { kind: 'leave', href: `${home}?${new URLSearchParams({ returnTo: pathname + search })}` };
}

/** Only clients have a state: what asks for it comes when there is one to ask for. */
async function profileState(visit: Visit): Promise<Verdict> {
  const { guardByProfileState } = await import('./profile-state-guard.ts');
  return guardByProfileState(visit);
}

/** Where a link leads back to after signing in: only to a path of our own, else undefined. */
export function returnPath(query: Readonly<Record<string, string>>): string | undefined {
  const path = query['returnTo'];
  return path && /^\/(?![/\\])/.test(path) ? path : undefined;
}
