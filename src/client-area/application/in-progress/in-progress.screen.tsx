import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { formatDate } from '#i18n/format-date.ts';
import { $profileState } from '#stores/profile-state.ts';
import { KeyValues } from '#ui/figures/key-values.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { Mark } from '#ui/illustration/mark.tsx';
import { Note } from '#ui/note/note.tsx';
import { CancelApplication } from '../parts/cancel-application.tsx';
import { createInProgress } from './in-progress.store.ts';
import type { InProgressTextKey } from './texts.ts';

type Props = ScreenProps<InProgressTextKey>;

/**
 * A person reviews the application: the promised time, what is checked, and how the client hears the result (domain
 * 2.3.4).
 */
export function Screen(props: Props) {
  const { say } = props;
  const [store] = useState(createInProgress);
  const asking = useStore(store.$asking);
  const application = useStore($profileState)?.application;
  const isAsking = asking === 'asking';
  return (
    <div className="wrap narrow form-page stack-l outcome">
      <Mark />
      <div className="stack">
        <h1>{say('in_progress_title')}</h1>
        {application?.answerBy && (
          <p className="lead">{say('in_progress_lead', { date: formatDate(application.answerBy) })}</p>
        )}
        {application?.answerIsLate && <p className="lead">{say('in_progress_late')}</p>}
        <p>{say('in_progress_nothing')}</p>
      </div>
      {application?.stage === 'INFO_MISSING' && (
        <Note look="warn">
          <a href={screenHref('application-information-missing')}>{say('in_progress_missing')}</a>
        </Note>
      )}
      <section className="card flat stack">
        <h2 className="h3">{say('in_progress_what')}</h2>
        <ul className="points">
          {CHECKS.map((key) => (
            <li key={key}>
              <Icon name="clock" />
              {say(key)}
            </li>
          ))}
        </ul>
      </section>
      <section className="stack-s">
        <h2 className="h3">{say('in_progress_how')}</h2>
        <p>{say('in_progress_how_text')}</p>
      </section>
      {application && <KeyValues items={[{ name: say('outcome_reference'), value: application.reference }]} />}
      <div className="row">
        <button type="button" className="btn line" aria-disabled={isAsking || undefined} onClick={store.lookAgain}>
          {say(isAsking ? 'form_busy' : 'in_progress_again')}
        </button>
        <p className="small" role="status">
          {asking === 'still' && say('in_progress_still')}
        </p>
      </div>
      <div>
        <CancelApplication {...props} label={say('giving_up_open')} />
      </div>
    </div>
  );
}

const CHECKS = ['in_progress_identity', 'in_progress_income', 'in_progress_account'] as const;
