import { useEffect, useRef, useState } from 'react';
import { screenHref } from '#client-area/router.ts';
import { formatDate } from '#i18n/format-date.ts';
import { limaToday } from '#stores/lima-today.ts';
import { Notice } from '../notice.tsx';
import type { StateProps } from '../state-props.ts';
import { NewClientState } from './new-client.tsx';

/** A rejected application: why, until when, the right to a second look, and then another application. */
export function RejectedState(props: StateProps) {
  const { situation, say } = props;
  const [isAgain, setAgain] = useState(false);
  const until = situation.application?.canReapplyAt;
  const mayApply = until !== undefined && until !== null && until <= limaToday();
  if (isAgain) return <Again {...props} />;
  return (
    <Notice
      tag={say('client_calc_tag_rejected')}
      icon="info"
      title={say('client_calc_rejected_title')}
      text={say('client_calc_rejected_text')}
      actions={
        <>
          {mayApply && (
            <button type="button" className="btn" onClick={() => setAgain(true)}>
              {say('client_calc_rejected_again')}
            </button>
          )}
          <a className="btn line" href={screenHref('application-rejected')}>
            {say('client_calc_rejected_go')}
          </a>
        </>
      }
    >
      {until && !mayApply && <p>{say('client_calc_rejected_until', { date: formatDate(until) })}</p>}
    </Notice>
  );
}

/** Shows the calculator in place of the notice. The focused button disappears, so the focus is moved. */
function Again(props: StateProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1}>
      <NewClientState {...props} />
    </div>
  );
}
