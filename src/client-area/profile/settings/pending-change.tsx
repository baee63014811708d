import { useState } from 'react';
import type { ContactKind, PendingChange } from '#api/contact-change.ts';
import { notify } from '#client-area/frame/notice.ts';
import { limaInstant } from '#client-area/loan-parts/date-text.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { Note } from '#ui/note/note.tsx';
import { NoteAct } from './note-act.tsx';
import type { PendingChangeTextKey } from './pending-change-texts.ts';
import { createCancelChange } from './settings.store.ts';

interface Props extends Pick<ScreenProps<PendingChangeTextKey>, 'say' | 'locale'> {
  readonly kind: ContactKind;
  readonly change: PendingChange;
  readonly reload: () => Promise<void>;
}

/** A change that does not count yet: when it will, who was told, and the way to take it back. */
export function PendingChangeNote({ kind, change, reload, say, locale }: Props) {
  const { masked, confirmed, countsAt, cancellable } = change;
  const [cancelling] = useState(() =>
    createCancelChange(kind, () => {
      notify(say('pending_cancelled'));
      reload();
    }),
  );
  const when = limaInstant(countsAt, locale);
  return (
    <Note look="warn">
      <p>{say(confirmed ? 'pending_counts' : 'pending_unconfirmed', { value: masked, when })}</p>
      <p>{say('pending_told')}</p>
      {cancellable && <NoteAct act={cancelling} label={say('pending_cancel')} say={say} />}
    </Note>
  );
}
