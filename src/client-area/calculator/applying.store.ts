import { atom } from 'nanostores';
import { openScreen, screenHref } from '#client-area/router.ts';
import type { Selection } from '#loan/selection.ts';
import type { InquiryAnswer } from '#stores/inquiry.ts';
import { refreshProfileState } from '#stores/profile-state.ts';
import { $accessToken } from '#stores/session.ts';
import { signInFirst } from '../session/sign-in-first.ts';
import { applyFor } from './apply-for.ts';

type Applying = { readonly kind: 'ready' | 'sending' } | { readonly kind: 'failed'; readonly code: string };

const KNOWN = ['application_exists', 'active_loan', 'reapply_later', 'parameter_missing', 'rate_above_cap'];

/**
 * Creates the application of a repeat client, who applies directly from the calculator (product-spec §4); the server
 * then names the next screen.
 */
export function createApplying(onAdjusted: (toAmount: number) => void) {
  const $state = atom<Applying>({ kind: 'ready' });
  let sent: { readonly selection: Selection; readonly key: string } | undefined;

  const apply = async (selection: Selection) => {
    if ($state.get().kind === 'sending') return;
    // The session may have ended while the page was open.
    const signIn = signInFirst(selection);
    if (!$accessToken.get()) return openScreen(signIn);
    // The same selection keeps its idempotency key, because a retry after a lost response must not apply twice.
    if (sent?.selection !== selection) sent = { selection, key: crypto.randomUUID() };
    $state.set({ kind: 'sending' });
    const answer = await applyFor(selection, sent.key, screenHref(signIn.name, signIn.query));
    if (answer.kind === 'aborted') return $state.set({ kind: 'ready' });
    if (answer.kind !== 'ok') return $state.set({ kind: 'failed', code: await codeOf(answer) });
    const [adjusted] = answer.value.adjusted;
    if (adjusted) onAdjusted(adjusted.to);
    openScreen(answer.value.nextScreen);
  };
  return { $state, apply };
}

/** Reads the error code of a refusal; the ones with a date for reapplying bring that date. */
async function codeOf(answer: InquiryAnswer & { readonly kind: 'refused' | 'unreachable' }): Promise<string> {
  if (answer.kind === 'unreachable') return 'offline';
  const code = answer.status < 500 ? (answer.error?.code ?? 'failed') : 'failed';
  if (code === 'reapply_later') await refreshProfileState();
  return KNOWN.includes(code) ? code : 'failed';
}
