import { useState } from 'react';
import type { ContactKind } from '#api/contact-change.ts';
import { limaInstant } from '#client-area/loan/date-text.ts';
import { notify } from '#client-area/notice.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '#client-area/use-store.ts';
import { Note } from '#ui/note/note.tsx';
import type { PendingChangeTextKey } from './pending-change-texts.ts';
import { createCancelChange } from './settings.store.ts';

interface Props extends Pick<ScreenProps<PendingChangeTextKey>, 'say' | 'locale'> {
  readonly kind: ContactKind;
  readonly change: { readonly masked: string; readonly confirmed: boolean; readonly countsAt: string };
  readonly reload: () => Promise<void>;
}

/** A change that does not count yet: when it does, who was told, and the way back. */
export function PendingChangeNote({ kind, change, reload, say, locale }: Props) {
  const { masked, confirmed, countsAt } = change;
  const [cancelling] = useState(() =>
    createCancelChange(kind, () => {
      notify(say('pending_cancelled'));
      reload();
    }),
  );
  const state = useStore(cancelling.$state);
  const when = limaInstant(countsAt, locale);
  return (
    <Note look="warn">
      <p>{say(confirmed ? 'pending_counts' : 'pending_unconfirmed', { value: masked, when })}</p>
      <p>{say('pending_told')}</p>
      <p role="alert">{state === 'failed' && say('errors.form.failed')}</p>
      <p>
        <button
          type="button"
          className="btn line sm"
          aria-disabled={state === 'busy' || undefined}
          onClick={cancelling.run}
        >
          {say(state === 'busy' ? 'form_busy' : 'pending_cancel')}
        </button>
      </p>
    </Note>
  );
}
