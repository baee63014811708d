import { atom } from 'nanostores';
import { openScreen } from '#client-area/router.ts';
import type { Selection } from '#loan/selection.ts';
import { type InquiryAnswer, sendInquiry } from '#stores/inquiry.ts';
import { refreshProfileState } from '#stores/profile-state.ts';

export type Applying = { readonly kind: 'ready' | 'sending' } | { readonly kind: 'failed'; readonly code: string };

const KNOWN = ['application_exists', 'active_loan', 'reapply_later', 'parameter_missing'];

/** A repeat client applies from the calculator itself (product-spec §4): one press, then the server's next screen. */
export function createApplying(onAdjusted: (toAmount: number) => void) {
  const $state = atom<Applying>({ kind: 'ready' });
  let sent: { readonly selection: Selection; readonly key: string } | undefined;

  const apply = async (selection: Selection) => {
    if ($state.get().kind === 'sending') return;
    // The same choice again is the same application, whatever became of the answer; another choice is another.
    if (sent?.selection !== selection) sent = { selection, key: crypto.randomUUID() };
    $state.set({ kind: 'sending' });
    const answer = await sendInquiry(selection, sent.key);
    if (answer.kind === 'aborted') return $state.set({ kind: 'ready' });
    if (answer.kind !== 'ok') return $state.set({ kind: 'failed', code: await codeOf(answer) });
    const [adjusted] = answer.value.adjusted;
    if (adjusted) onAdjusted(adjusted.to);
    openScreen(answer.value.nextScreen);
  };
  return { $state, apply };
}

/** The word for a refusal; one that says when to come back brings the day along. */
async function codeOf(answer: InquiryAnswer & { readonly kind: 'refused' | 'unreachable' }): Promise<string> {
  if (answer.kind === 'unreachable') return 'offline';
  const code = answer.status < 500 ? (answer.error?.code ?? 'failed') : 'failed';
  if (code === 'reapply_later') await refreshProfileState();
  return KNOWN.includes(code) ? code : 'failed';
}
