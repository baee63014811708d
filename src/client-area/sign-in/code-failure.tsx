import type { ReactNode } from 'react';
import type { FormFailure } from '../form/form.store.ts';
import { generalText } from '../form/form.tsx';
import { Contacts } from '../frame/contacts.tsx';
import type { ScreenProps } from '../screen.ts';

/**
 * Words a failed code: the limit of codes says when it ends, and that people answer meanwhile; a used-up code says so.
 */
export function codeFailure(failure: FormFailure, say: ScreenProps['say']): ReactNode {
  const { status, code } = failure;
  if (code === 'challenge_over' || code === 'registration_over') return say('code_over');
  if (status !== 429) return undefined;
  return (
    <>
      {generalText(failure, say)} {say('code_other_way')} <Contacts />
    </>
  );
}
