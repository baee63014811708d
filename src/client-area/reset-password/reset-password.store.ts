import { atom } from 'nanostores';
import { resetPassword } from '#api/endpoints/people/reset-password.ts';
import { sendResetCode } from '#api/endpoints/people/send-reset-code.ts';
import type { ChallengeBody } from '#api/session-answer.ts';
import { request } from '#stores/protected-call.ts';
import { createForm, given } from '../form/form.store.ts';

export type ResetStep =
  /** `isOver`: the code before is no longer valid. */
  | { readonly kind: 'send'; readonly isOver?: boolean }
  | { readonly kind: 'sending' | 'done' }
  /** No code was sent; beyond a limit, the next one is possible after so many seconds. */
  | { readonly kind: 'failed'; readonly status: number; readonly retryAfterSec?: number }
  | { readonly kind: 'choose'; readonly challenge: ChallengeBody }
  /** The link was used or is too old. */
  | { readonly kind: 'expired' };

/** A new password by the link of an e-mail and a code; one store for each visit. */
export function createReset(token: string) {
  const $step = atom<ResetStep>({ kind: token ? 'send' : 'expired' });

  const send = async () => {
    if ($step.get().kind === 'sending') return;
    $step.set({ kind: 'sending' });
    const answer = await request(sendResetCode, { body: { token } });
    if (answer.kind === 'ok') $step.set({ kind: 'choose', challenge: answer.value.challenge });
    else if (answer.kind !== 'refused') $step.set({ kind: 'failed', status: 0 });
    else if (answer.status === 410) $step.set({ kind: 'expired' });
    else {
      const { status, retryAfterSec } = answer;
      $step.set({ kind: 'failed', status, ...(retryAfterSec && { retryAfterSec }) });
    }
  };

  const form = ({ id: challengeId }: ChallengeBody) =>
    createForm({
      endpoint: resetPassword,
      initial: { code: '', password: '' },
      toBody: (values) => ({ token, challengeId, ...given(values) }),
      onDone: () => $step.set({ kind: 'done' }),
      onRefused: ({ status, error }) => {
        if (status !== 410) return false;
        $step.set(error?.code === 'challenge_over' ? { kind: 'send', isOver: true } : { kind: 'expired' });
        return true;
      },
    });
  return { $step, send, form };
}

export type ResetStore = ReturnType<typeof createReset>;
