import type { ScreenName } from '#api/screens.ts';
import { environment } from '#stores/environment.ts';
import { $profileState, refreshProfileState } from '#stores/profile-state.ts';
import { leaveSession, reloads } from '#stores/protected-call.ts';
import { type GuardResult, PASS, type Visit } from './guard-result.ts';

/**
 * Passes if the screen is among those open to the client, else redirects to the next screen (product-spec §6). The last
 * known state lets a screen appear at once while the request confirms it; only a refusal waits for the response.
 */
export async function guardByProfileState({ name, later }: Visit): Promise<GuardResult> {
  const isKnownOpen = isOpen(name);
  const answer = revalidate(name);
  if (!isKnownOpen) return answer;
  answer.then(later);
  return PASS;
}

async function revalidate(name: ScreenName): Promise<GuardResult> {
  const answer = await refreshProfileState();
  // While the product is closed this address answers with the maintenance page.
  if (answer.kind === 'ok' && answer.value.maintenance && reloads()) return { kind: 'gone' };
  if (answer.kind === 'ok') return guardResultOf(name);
  if (answer.kind === 'aborted') return { kind: 'gone' };
  if (answer.kind === 'refused' && answer.status === 403) {
    leaveSession();
    return { kind: 'gone' };
  }
  environment().log('profile state unknown', answer);
  // The frame says that the network is missing.
  if (answer.kind === 'unreachable') return PASS;
  return isUnreadable(answer) && reloads() ? { kind: 'gone' } : { kind: 'pass-unknown' };
}

/** Tells whether the response names a screen of a newer release, which this page does not know. */
function isUnreadable(answer: { readonly kind: string; readonly status?: number }): boolean {
  return answer.kind === 'refused' && answer.status === 502;
}

function guardResultOf(name: ScreenName): GuardResult {
  const state = $profileState.get();
  // A redirect to this same screen would be an endless loop.
  if (!state || isOpen(name) || state.nextScreen.name === name) return PASS;
  return { kind: 'redirect', to: state.nextScreen };
}

/** Tells whether the last known state has the screen among those that are open to the client. */
function isOpen(name: ScreenName): boolean {
  const open: readonly string[] = $profileState.get()?.allowedScreens ?? [];
  return open.includes(name);
}
