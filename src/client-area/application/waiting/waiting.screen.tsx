import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { ScreenProps } from '#client-area/screen.ts';
import { $isOnline } from '#stores/online.ts';
import { $profileState } from '#stores/profile-state.ts';
import { KeyValues } from '#ui/figures/key-values.tsx';
import { Mark } from '#ui/illustration/mark.tsx';
import { Note } from '#ui/note/note.tsx';
import { CancelApplication } from '../parts/cancel-application.tsx';
import type { WaitingTextKey } from './texts.ts';
import { createWaiting, type Waiting } from './waiting.store.ts';

/** The decision is pending: what happens and how the client hears of it. No progress bar: the duration is unknown. */
export function Screen(props: ScreenProps<WaitingTextKey>) {
  const { say } = props;
  const [store] = useState(createWaiting);
  useEffect(() => store.watch(), [store]);
  const waiting = useStore(store.$waiting);
  const reference = useStore($profileState)?.application?.reference;
  const isOnline = useStore($isOnline);
  return (
    <div className="wrap narrow form-page stack-l outcome">
      <Mark />
      <div className="stack">
        <h1>{say('waiting_title')}</h1>
        <p className="lead">{say('waiting_lead')}</p>
        <p>{say('waiting_close')}</p>
      </div>
      <div role="status" className="stack">
        {isOnline ? <Long waiting={waiting} onAgain={store.lookAgain} say={say} /> : <p>{say('waiting_offline')}</p>}
      </div>
      {reference && <KeyValues items={[{ name: say('outcome_reference'), value: reference }]} />}
      <div>
        <CancelApplication {...props} label={say('giving_up_open')} />
      </div>
    </div>
  );
}

interface LongProps extends Pick<ScreenProps<WaitingTextKey>, 'say'> {
  readonly waiting: Waiting;
  readonly onAgain: () => void;
}

/** Shown after three minutes: the client need not stay. */
function Long({ waiting, onAgain, say }: LongProps) {
  if (waiting === 'watching') return null;
  const isAsking = waiting === 'asking';
  return (
    <Note look="warn" title={say('waiting_long')}>
      <p>{say('waiting_long_text')}</p>
      {waiting === 'still' && <p>{say('waiting_still')}</p>}
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
