import { getTopUp } from '#api/endpoints/arrangements/get-top-up.ts';
import { createLoadedFrom } from '#client-area/data/loaded.store.ts';
import { useLoaded } from '#client-area/data/loaded.tsx';
import { ExplainedSum } from '#client-area/explain/explained-sum.tsx';
import { termsOnWire, topUpTerms } from '#client-area/explain/loan-terms.ts';
import { payoutDelayText } from '#client-area/loan-parts/payout-delay.ts';
import { useStore } from '#client-area/use-store.ts';
import { formatSoles } from '#i18n/format.ts';
import { fromSoles } from '#loan/money.ts';
import { request } from '#stores/protected-call.ts';
import { MyLoanLink } from '../loan-facts.tsx';
import { Notice } from '../notice.tsx';
import type { StateProps } from '../state-props.ts';

/** A top-up that the bank has been told to pay out. */
export function TopUpPendingState({ situation: { loan }, locale, say }: StateProps) {
  const store = useLoaded(() =>
    // Quiet, because opening a page must not ask for a proof. Without one there are fewer figures.
    createLoadedFrom((reading) => request(getTopUp, {}, { ...reading, quiet: true })),
  );
  const seen = useStore(store.$state);
  const offer = seen.kind === 'ready' ? seen.value.topUp?.offer : undefined;
  const facts = offer
    ? [
        {
          name: say('topup_total'),
          value: <ExplainedSum terms={topUpTerms(offer)} totalCents={fromSoles(offer.topUpTotal)} say={say} />,
        },
        {
          name: say('client_calc_additional_after'),
          value: (
            <ExplainedSum terms={termsOnWire(offer.loanTerms)} totalCents={fromSoles(offer.loanTotalAfter)} say={say} />
          ),
        },
      ]
    : [];
  const amount = loan?.topUpOffer?.principalRequested || loan?.principalDisbursing || 0;
  const waits = payoutDelayText(loan, locale, say);
  return (
    <Notice
      tag={say('client_calc_tag_topup')}
      icon="clock"
      look="soon"
      title={say(loan?.payoutReviewed ? 'loan_payout_reviewed_title' : 'client_calc_topup_title')}
      text={say('client_calc_topup_text', { amount: formatSoles(fromSoles(amount)) })}
      facts={facts}
      actions={<MyLoanLink say={say} isMain />}
    >
      {waits && <p>{waits}</p>}
    </Notice>
  );
}
