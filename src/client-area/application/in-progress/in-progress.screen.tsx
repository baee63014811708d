import { useState } from 'react';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '#client-area/use-store.ts';
import { formatDate } from '#i18n/format-date.ts';
import { $profileState } from '#stores/profile-state.ts';
import { PersonLooks } from '#ui/illustration/person-looks.tsx';
import { Note } from '#ui/note/note.tsx';
import { CancelApplication } from '../any-step/cancel-application.tsx';
import { WaitView } from '../waiting/wait-view.tsx';
import { createInProgress } from './in-progress.store.ts';
import type { InProgressTextKey } from './texts.ts';

type Props = ScreenProps<InProgressTextKey>;

/** A review by a person: the promised time, what is checked, and how the client hears the result (domain 2.3.4). */
export function Screen(props: Props) {
  const { say } = props;
  const [store] = useState(createInProgress);
  const asking = useStore(store.$asking);
  const application = useStore($profileState)?.application;
  const isAsking = asking === 'asking';
  const by = application?.answerBy && formatDate(application.answerBy);
  return (
    <WaitView
      title={say('in_progress_title')}
      lead={
        <>
          {by && <p className="lead">{say('in_progress_lead', { date: by })}</p>}
          {application?.answerIsLate && <p className="lead">{say('in_progress_late')}</p>}
          <p>{say('in_progress_nothing')}</p>
        </>
      }
      now={(passed) => ({
        title: say('in_progress_now'),
        note: CHECKS.filter(({ kind }) => !passed.some((check) => check.kind === kind))
          .map(({ key }) => say(key))
          .join(' · '),
        when: by && say('in_progress_by', { date: by }),
      })}
      drawing={<PersonLooks />}
      foot={<CancelApplication {...props} label={say('giving_up_open')} />}
      say={say}
    >
      {application?.stage === 'INFO_MISSING' && (
        <Note look="warn">
          <a href={screenHref('application-information-missing')}>{say('in_progress_missing')}</a>
        </Note>
      )}
      <div className="row floor">
        <button type="button" className="btn line" aria-disabled={isAsking || undefined} onClick={store.lookAgain}>
          {say(isAsking ? 'form_busy' : 'in_progress_again')}
        </button>
        <p className="small" role="status">
          {asking === 'still' && say('in_progress_still')}
          {asking === 'failed' && say('client_failed_text')}
        </p>
      </div>
    </WaitView>
  );
}

/** The checks by people, in order. One that a provider has confirmed is not made again. */
const CHECKS = [
  { key: 'in_progress_identity', kind: 'identity' },
  { key: 'in_progress_income', kind: undefined },
  { key: 'in_progress_account', kind: 'account-holder' },
] as const;
