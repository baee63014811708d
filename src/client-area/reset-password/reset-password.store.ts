import { atom } from 'nanostores';
import { resetPassword } from '#api/endpoints/people/reset-password.ts';
import { sendResetCode } from '#api/endpoints/people/send-reset-code.ts';
import type { ChallengeBody } from '#api/session-answer.ts';
import { request } from '#stores/protected-call.ts';
import { createForm, type FormFailure, given } from '../form/form.store.ts';
import { againOf } from '../sign-in/again.ts';
import { forgetStep, keepStep, keptStep } from '../steps/kept-step.ts';

export type ResetStep =
  /** `isOver`: the code before is no longer valid. */
  | { readonly kind: 'send'; readonly isOver?: boolean }
  | { readonly kind: 'sending' | 'done' }
  /** A code could not be sent; beyond a limit, until the limit ends. */
  | { readonly kind: 'failed'; readonly failure: FormFailure }
  | { readonly kind: 'choose'; readonly challenge: ChallengeBody }
  /** The link was used or is too old. */
  | { readonly kind: 'expired' };

/** The longest life of a link (`RESET_MS` of the server). */
const LINK_MS = 30 * 60_000;

/**
 * Creates the store of a new password, by the link of an e-mail and a code; one for each visit.
 * @param opened the secret of the link, when the page was opened by one; a reload has what this tab kept of it
 */
export function createReset(opened: string | undefined) {
  const token = openedOrKept(opened);
  const $step = atom<ResetStep>(token ? (keptStep('reset-code') ?? { kind: 'send' }) : { kind: 'expired' });
  const go = (step: ResetStep) => {
    if (step.kind === 'choose') keepStep('reset-code', step, step.challenge.expiresInSec * 1000);
    else forgetStep('reset-code');
    if (step.kind === 'done' || step.kind === 'expired') forgetStep('reset-link');
    $step.set(step);
  };

  const send = async () => {
    if ($step.get().kind === 'sending') return;
    go({ kind: 'sending' });
    const answer = await request(sendResetCode, { body: { token } }, { saysFailure: true });
    if (answer.kind === 'ok') return go({ kind: 'choose', challenge: answer.value.challenge });
    const failure = againOf(answer);
    if (typeof failure === 'string') return go({ kind: 'send' });
    go(failure.status === 410 ? { kind: 'expired' } : { kind: 'failed', failure });
  };

  const form = ({ id: challengeId }: ChallengeBody) =>
    createForm({
      endpoint: resetPassword,
      initial: { code: '', password: '' },
      toBody: (values) => ({ token, challengeId, ...given(values) }),
      onDone: () => go({ kind: 'done' }),
      onRefused: ({ status, error }) => {
        if (status !== 410) return false;
        go(error?.code === 'challenge_over' ? { kind: 'send', isOver: true } : { kind: 'expired' });
        return true;
      },
    });
  return { $step, send, form };
}

function openedOrKept(opened: string | undefined): string {
  const kept = keptStep<{ readonly token: string }>('reset-link')?.token;
  if (!opened || opened === kept) return kept ?? '';
  // Another link was opened, so the code of the one before is not its own.
  forgetStep('reset-code');
  keepStep('reset-link', { token: opened }, LINK_MS);
  return opened;
}

export type ResetStore = ReturnType<typeof createReset>;
