import type { ScreenName } from '#api/screens.ts';
import { environment } from '#stores/environment.ts';
import { $profileState, refreshProfileState } from '#stores/profile-state.ts';
import { leaveSession } from '#stores/protected-call.ts';
import { PASS, type Verdict, type Visit } from './verdict.ts';

/**
 * The screen has to be among those that are open to the client; else the next one is shown (product-spec §6). What was
 * last known lets a screen appear at once while the call confirms it; only a refusal waits for the answer.
 */
export async function guardByProfileState({ name, later }: Visit): Promise<Verdict> {
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
  return isUnreadable(answer) && reloads() ? { kind: 'gone' } : { kind: 'pass-unknown' };
}

/** It may name a screen of a newer release, which this page, open since before, has never heard of. */
function isUnreadable(answer: { readonly kind: string; readonly status?: number }): boolean {
  return answer.kind === 'refused' && answer.status === 502;
}

/** As with a part of the page that is gone: its frame reloads once in a session (product-spec §8). */
function reloads(): boolean {
  return !dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
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
