import { screenHref } from '#client-area/router.ts';
import { formatDate } from '#i18n/format-date.ts';
import { nextFact, outstandingFact, payHref } from '../loan-facts.tsx';
import { Notice } from '../notice.tsx';
import type { StateProps } from '../state-props.ts';

/** A running flex pay: what is left, the next minimum, the last day, and a way to pay. */
export function FlexNoticeState({ situation: { loan }, isStale, say }: StateProps) {
  if (!loan) return null;
  const { flex } = loan;
  const facts = flex
    ? [
        outstandingFact(loan, say),
        ...nextFact(loan, 'client_calc_flex_minimum', flex.nextMinimum, say),
        { name: say('client_calc_flex_final'), value: formatDate(flex.finalDate) },
      ]
    : [];
  return (
    <Notice
      tag={say('client_calc_tag_flex')}
      icon="calendar"
      look="soon"
      title={say('client_calc_flex_title')}
      text={say('client_calc_flex_text')}
      facts={facts}
      actions={
        <>
          {!isStale && (
            <a className="btn" href={payHref(loan)}>
              {say('client_calc_flex_pay')}
            </a>
          )}
          <a className="btn quiet" href={screenHref('profile-cards-flex-pay')}>
            {say('client_calc_my_loan')}
          </a>
        </>
      }
    />
  );
}
