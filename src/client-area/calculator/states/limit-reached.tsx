import { dateFact, MyLoanLink, owedFact, PayLink } from '../loan-facts.tsx';
import { Notice } from '../notice.tsx';
import type { StateProps } from '../state-props.ts';

/** One loan at a time: this one first. */
export function LimitReachedState({ situation: { loan }, isStale, say }: StateProps) {
  return (
    <Notice
      tag={say('client_calc_tag_limit')}
      icon="info"
      title={say('client_calc_limit_title')}
      text={say('client_calc_limit_text')}
      facts={
        loan
          ? [
              owedFact(loan, 'client_calc_owed_today', say),
              ...dateFact(loan.nextPaymentDate, 'client_calc_due_on', say),
            ]
          : []
      }
      actions={
        <>
          {loan && !isStale && <PayLink loan={loan} say={say} />}
          <MyLoanLink say={say} />
        </>
      }
    />
  );
}
