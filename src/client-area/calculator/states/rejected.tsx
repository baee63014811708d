import { screenHref } from '#client-area/router.ts';
import { formatDate } from '#i18n/format.ts';
import { Notice } from '../notice.tsx';
import type { StateProps } from '../state-props.ts';

/** The last application was not approved: why, until when, and the right to a second look. */
export function RejectedState({ situation, say }: StateProps) {
  const until = situation.application?.canReapplyAt;
  return (
    <Notice
      tag={say('client_calc_tag_rejected')}
      icon="info"
      title={say('client_calc_rejected_title')}
      text={say('client_calc_rejected_text')}
      actions={
        <a className="btn line" href={screenHref('application-rejected')}>
          {say('client_calc_rejected_go')}
        </a>
      }
    >
      {until && <p>{say('client_calc_rejected_until', { date: formatDate(until) })}</p>}
    </Notice>
  );
}
