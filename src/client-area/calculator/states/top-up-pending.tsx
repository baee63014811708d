import { payoutWaitsText } from '#client-area/loan/payout-waits.ts';
import { formatSoles } from '#i18n/format.ts';
import { fromSoles } from '#loan/money.ts';
import { MyLoanLink } from '../loan-facts.tsx';
import { Notice } from '../notice.tsx';
import type { StateProps } from '../state-props.ts';

/** The bank has been told to pay the top-up out. */
export function TopUpPendingState({ situation: { loan }, locale, say }: StateProps) {
  const amount = loan?.topUpOffer?.principalRequested || loan?.principalDisbursing || 0;
  const waits = payoutWaitsText(loan, locale, say);
  return (
    <Notice
      tag={say('client_calc_tag_topup')}
      icon="clock"
      look="soon"
      title={say('client_calc_topup_title')}
      text={say('client_calc_topup_text', { amount: formatSoles(fromSoles(amount)) })}
      actions={<MyLoanLink say={say} isMain />}
    >
      {waits && <p>{waits}</p>}
    </Notice>
  );
}
