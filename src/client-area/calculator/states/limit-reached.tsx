import { payoutDelayText } from '#client-area/loan-parts/payout-delay.ts';
import { dateFact, MyLoanLink, owedFact, PayLink } from '../loan-facts.tsx';
import { Notice } from '../notice.tsx';
import type { StateProps } from '../state-props.ts';

/** One loan at a time. Before its payout nothing is owed, so nothing can be paid. */
export function LimitReachedState({ situation: { loan }, isStale, locale, say }: StateProps) {
  const owed = loan && loan.status !== 'ORIGINATED' ? loan : undefined;
  const waits = payoutDelayText(loan, locale, say);
  const facts = owed && [
    owedFact(owed, 'client_calc_plan_next', say),
    ...dateFact(owed.nextPaymentDate, 'client_calc_due_on', say),
  ];
  return (
    <Notice
      tag={say('client_calc_tag_limit')}
      icon="info"
      title={say('client_calc_limit_title')}
      text={say(loan && !owed ? 'client_calc_limit_signed' : 'client_calc_limit_text')}
      facts={facts ?? []}
      actions={
        <>
          {owed && !isStale && <PayLink loan={owed} say={say} />}
          <MyLoanLink say={say} />
        </>
      }
    >
      {waits && <p>{waits}</p>}
    </Notice>
  );
}
