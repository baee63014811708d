import { getTopUp } from '#api/endpoints/arrangements/get-top-up.ts';
import { createLoadedBeside } from '#client-area/data/loaded.store.ts';
import { useLoaded } from '#client-area/data/loaded.tsx';
import { LoadedBeside } from '#client-area/data/loaded-beside.tsx';
import { ExplainedSum } from '#client-area/explain/explained-sum.tsx';
import { topUpTerms } from '#client-area/explain/loan-terms.ts';
import { LoanTotalAfter } from '#client-area/explain/loan-total-after.tsx';
import { OutcomeHead } from '#client-area/loan-parts/outcome-head.tsx';
import { payoutDelayText } from '#client-area/loan-parts/payout-delay.ts';
import { useActiveLoan } from '#client-area/loan-parts/use-active-loan.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '#client-area/use-store.ts';
import { formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { fromSoles } from '#loan/money.ts';
import { type KeyValue, KeyValues } from '#ui/figures/key-values.tsx';
import { AnyIcon } from '#ui/icon/any-icon.tsx';
import { TitledSection } from '#ui/titled-section/titled-section.tsx';
import { SeenButton } from '../any-step/seen-button.tsx';
import type { TopupCompletedTextKey } from './texts.ts';

/** A signed top-up: its payout is being sent. */
export function Screen({ locale, say }: ScreenProps<TopupCompletedTextKey>) {
  const store = useLoaded(() => createLoadedBeside(getTopUp, {}));
  const state = useStore(store.$state);
  // Once the bank has confirmed the payout, the top-up is part of the loan.
  const offer = state.kind === 'ready' ? state.value.topUp?.offer : undefined;
  const running = useActiveLoan();
  const waits = payoutDelayText(running, locale, say);
  const facts: KeyValue[] = offer
    ? [
        { name: say('topup_receive'), value: formatSoles(fromSoles(offer.principalRequested)) },
        {
          name: say('topup_total'),
          value: <ExplainedSum terms={topUpTerms(offer)} totalCents={fromSoles(offer.topUpTotal)} say={say} />,
        },
        { name: say('topup_due'), value: formatDate(offer.dueDate) },
        { name: say('topup_loan_total'), value: <LoanTotalAfter offer={offer} say={say} /> },
      ]
    : [];
  const seen = (
    <p className="floor">
      <SeenButton screen="application-topup-completed" label={say('outcome_my_loan')} otherwise="profile" say={say} />
    </p>
  );
  // One card alone, once the money is there: it stands in the middle, as the offer did.
  const isPartOfLoan = state.kind === 'ready' && !offer;
  return (
    <div className={`wrap page stack-l${isPartOfLoan ? ' narrow' : ''}`}>
      <OutcomeHead tag={say('completed_signed_title')} title={say(titleOf(running, waits !== undefined))}>
        {/* The text does not say that the money was sent before that is known. */}
        <p className="lead" role="status">
          {running === undefined ? say('topup_signed_lead') : (waits ?? say('topup_done_lead'))}
        </p>
      </OutcomeHead>
      <LoadedBeside state={state} say={say}>
        <div className="cols main even second">
          {facts.length > 0 && (
            <div className="stack">
              <TitledSection id="topup-money" look="card edge stack grow" title={say('receiving_title')} isWoven>
                <KeyValues items={facts} />
                {seen}
              </TitledSection>
            </div>
          )}
          <aside className="stack">
            <TitledSection id="topup-next" look="card flat stack grow" title={say('completed_next')}>
              <ul className="points">
                <li>
                  <AnyIcon name="phone" />
                  {say('completed_next_money')}
                </li>
                <li>
                  <AnyIcon name="document" />
                  {say('completed_next_papers')}
                </li>
              </ul>
              {facts.length === 0 && seen}
            </TitledSection>
          </aside>
        </div>
      </LoadedBeside>
    </div>
  );
}

function titleOf(running: ReturnType<typeof useActiveLoan>, waits: boolean) {
  if (running === undefined) return 'completed_signed_title';
  if (running?.payoutReviewed) return 'loan_payout_reviewed_title';
  return waits ? 'topup_waits_title' : 'topup_done_title';
}
