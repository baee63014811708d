import { SCREENS, type ScreenName } from '#api/screens.ts';
import { localeOfPath, localePath } from '#i18n/locale.ts';
import { environment } from '#stores/environment.ts';
import { $profileState, refreshProfileState } from '#stores/profile-state.ts';
import { leaveSession } from '#stores/protected-call.ts';
import { $accessToken } from '#stores/session.ts';
import type { ScreenAddress } from './router.ts';

/** What a guard says about a screen that somebody wants to see. */
export type Verdict =
  | { readonly kind: 'pass' }
  /** The client's state is not known, and the screen shows what it has. */
  | { readonly kind: 'pass-unknown' }
  | { readonly kind: 'redirect'; readonly to: ScreenAddress }
  /** A page outside the client area. */
  | { readonly kind: 'leave'; readonly href: string }
  /** The session has ended and the browser is on its way home. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'error'; readonly status: number; readonly message: string };

/** A screen that is being opened; `later` is told what turned out after it was let through. */
export interface Visit {
  readonly name: ScreenName;
  readonly later: (verdict: Verdict) => void;
}

type Guard = (visit: Visit) => Verdict | Promise<Verdict>;

const PASS: Verdict = { kind: 'pass' };

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

/**
 * The screen has to be among those that are open to the client; else the next one is shown. What was last known lets a
 * screen appear at once while the call confirms it; only a refusal waits for the answer.
 */
async function profileState({ name, later }: Visit): Promise<Verdict> {
  const isKnownOpen = isOpen(name);
  const answer = revalidate(name);
  if (!isKnownOpen) return answer;
  answer.then(later);
  return PASS;
}

async function revalidate(name: ScreenName): Promise<Verdict> {
  const answer = await refreshProfileState();
  if (answer.kind === 'ok') return verdictOn(name);
  if (answer.kind === 'aborted') return { kind: 'gone' };
  if (answer.kind === 'refused' && answer.status === 403) {
    leaveSession();
    return { kind: 'gone' };
  }
  environment().log('the profile state is not known', answer);
  return { kind: 'pass-unknown' };
}

function verdictOn(name: ScreenName): Verdict {
  const state = $profileState.get();
  // A next screen that is this one would lead here for ever.
  if (!state || isOpen(name) || state.nextScreen.name === name) return PASS;
  return { kind: 'redirect', to: state.nextScreen };
}

/** Whether the last known state has the screen among those that are open to the client. */
function isOpen(name: ScreenName): boolean {
  const open: readonly string[] = $profileState.get()?.allowedScreens ?? [];
  return open.includes(name);
}

/** Where a link leads back to after signing in: only to a path of our own, else undefined. */
export function returnPath(query: Readonly<Record<string, string>>): string | undefined {
  const path = query['returnTo'];
  return path && /^\/(?![/\\])/.test(path) ? path : undefined;
}
