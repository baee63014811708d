import { useEffect, useState } from 'react';
import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '#client-area/use-store.ts';
import { $isOnline } from '#stores/online.ts';
import { Note } from '#ui/note/note.tsx';
import { CancelApplication } from '../any-step/cancel-application.tsx';
import type { WaitingTextKey } from './texts.ts';
import { WaitView } from './wait-view.tsx';
import { createWaiting, type Waiting } from './waiting.store.ts';

/**
 * A pending decision: what happens and how the client hears of it. Without a progress bar, because the duration is
 * unknown.
 */
export function Screen(props: ScreenProps<WaitingTextKey>) {
  const { say } = props;
  const [store] = useState(createWaiting);
  useEffect(() => store.watch(), [store]);
  const waiting = useStore(store.$waiting);
  const isOnline = useStore($isOnline);
  return (
    <WaitView
      title={say('waiting_title')}
      lead={<p className="lead">{say('waiting_lead')}</p>}
      now={() => ({ title: say('waiting_now'), note: say('waiting_close') })}
      foot={<CancelApplication {...props} label={say('giving_up_open')} />}
      say={say}
    >
      <div role="status" className="stack">
        {isOnline ? <Long waiting={waiting} onAgain={store.lookAgain} say={say} /> : <p>{say('waiting_offline')}</p>}
      </div>
    </WaitView>
  );
}

interface LongProps extends Pick<ScreenProps<WaitingTextKey>, 'say'> {
  readonly waiting: Waiting;
  readonly onAgain: () => void;
}

/** Shown after three minutes, because the client need not stay. */
function Long({ waiting, onAgain, say }: LongProps) {
  if (waiting === 'watching') return null;
  const isAsking = waiting === 'asking';
  return (
    <Note look="warn" title={say('waiting_long')}>
      <p>{say('waiting_long_text')}</p>
      {waiting === 'still' && <p>{say('waiting_still')}</p>}
      {waiting === 'failed' && <p>{say('client_failed_text')}</p>}
      <button
        type="button"
        className="btn line sm"
        aria-disabled={isAsking || undefined}
        onClick={() => !isAsking && onAgain()}
      >
        {say(isAsking ? 'form_busy' : 'waiting_again')}
      </button>
    </Note>
  );
}
