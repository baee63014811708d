import { atom } from 'nanostores';
import { resetPassword } from '#api/endpoints/people/reset-password.ts';
import { createForm, given } from '../form/form.store.ts';

/** `expired`: the link was used or is too old. */
export type ResetStep = 'choose' | 'done' | 'expired';

/** A new password by the link of an e-mail; one store for each visit. */
export function createReset(token: string) {
  const $step = atom<ResetStep>(token ? 'choose' : 'expired');
  const form = () =>
    createForm({
      endpoint: resetPassword,
      initial: { password: '' },
      toBody: (values) => ({ token, ...given(values) }),
      onDone: () => $step.set('done'),
      onRefused: ({ status }) => {
        if (status !== 410) return false;
        $step.set('expired');
        return true;
      },
    });
  return { $step, form };
}

export type ResetStore = ReturnType<typeof createReset>;
