import { screenHref } from '#client-area/router.ts';
import { formatSoles } from '#i18n/format.ts';
import { fromSoles } from '#loan/money.ts';
import { dateFact, owedFact, PayLink } from '../loan-facts.tsx';
import { Notice } from '../notice.tsx';
import type { StateProps } from '../state-props.ts';

/** A late loan: what is owed today, how it has grown, and every way out. */
export function DueState({ situation: { loan }, isStale, say }: StateProps) {
  if (!loan) return null;
  return (
    <Notice
      tag={
        loan.daysPastDue === 1
          ? say('client_calc_tag_due_one')
          : say('client_calc_tag_due', { count: loan.daysPastDue })
      }
      icon="alert"
      look="bad"
      title={say('client_calc_due_title')}
      text={say('client_calc_due_text')}
      facts={[
        owedFact(loan, 'client_calc_owed_today', say),
        ...dateFact(loan.nextPaymentDate, 'client_calc_was_due', say),
        { name: say('client_calc_late_cost'), value: formatSoles(fromSoles(loan.moratoryDue)) },
      ]}
      actions={
        <>
          {!isStale && <PayLink loan={loan} say={say} hasAmount />}
          <a className="btn quiet" href={screenHref('profile-what-if', { loan: loan.number })}>
            {say('client_calc_due_options')}
          </a>
        </>
      }
    />
  );
}
