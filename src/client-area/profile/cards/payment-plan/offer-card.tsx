import type { PlanOfferBody } from '#api/payment-plan-body.ts';
import { LoadedView, useLoaded } from '#client-area/data/loaded.tsx';
import { ExplainedSum } from '#client-area/explain/explained-sum.tsx';
import { planTerms, termsOnWire } from '#client-area/explain/loan-terms.ts';
import { offerRows, type PlanRow } from '#client-area/profile/parts/plan-figures.ts';
import { PlanPayments } from '#client-area/profile/parts/plan-payments.tsx';
import type { ScreenProps } from '#client-area/screen.ts';
import { formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { fromSoles } from '#loan/money.ts';
import { KeyValues } from '#ui/figures/key-values.tsx';
import { TitledSection } from '#ui/titled-section/titled-section.tsx';
import { createPayoffToday } from './payment-plan.store.ts';
import type { PaymentPlanTextKey } from './texts.ts';

interface Props extends ScreenProps<PaymentPlanTextKey> {
  readonly offer: PlanOfferBody;
  readonly loanNumber: string;
}

/** The offered plan: total, every payment, and the comparison with paying everything today. */
export function OfferCard({ offer, loanNumber, say }: Props) {
  const payoff = useLoaded(() => createPayoffToday(loanNumber));
  const rows = offerRows(offer);
  const waived = fromSoles(offer.waived.moratory);
  const totalCents = fromSoles(offer.total);
  return (
    <TitledSection id="plan-offer" look="card flat stack" title={say('plan_offer')}>
      <div aria-live="polite">
        <p className="small mute">{say('plan_offer_total')}</p>
        <p>
          <ExplainedSum terms={planTerms(offer)} totalCents={totalCents} size="xl" say={say} />
        </p>
        <p>{equalText(rows, say)}</p>
      </div>
      <PlanPayments rows={rows} say={say} />
      <LoadedView store={payoff} look="lines" say={say}>
        {(quote) => (
          <KeyValues
            items={[
              {
                name: say('plan_compare_today'),
                value: <ExplainedSum terms={termsOnWire(quote.terms)} totalCents={fromSoles(quote.total)} say={say} />,
              },
              { name: say('plan_compare_plan'), value: formatSoles(totalCents) },
            ]}
          />
        )}
      </LoadedView>
      <p className="small">{say('plan_frozen')}</p>
      {waived > 0 && <p className="small">{say('plan_waived', { amount: formatSoles(waived) })}</p>}
      <p className="small mute">{say('plan_until', { date: formatDate(offer.validUntil) })}</p>
    </TitledSection>
  );
}

/** "3 payments of S/ 195,10"; the last one absorbs the rounding. */
function equalText(rows: readonly PlanRow[], say: Props['say']): string {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return '';
  const each = say('plan_each', { count: rows.length, amount: formatSoles(first.totalCents) });
  if (first.totalCents === last.totalCents) return each;
  return `${each} ${say('plan_last', { amount: formatSoles(last.totalCents) })}`;
}
