import { type ReactNode, useId } from 'react';
import { ExplainedSum } from '#client-area/explain/explained-sum.tsx';
import type { ScreenProps } from '#client-area/screen.ts';
import { formatAmount } from '#i18n/format.ts';
import { TitledSection } from '#ui/titled-section/titled-section.tsx';
import { type CostFigures, type CostRow, costTerms } from './figures.ts';
import { Before } from './lead-card.tsx';
import type { CostTextKey } from './offer-texts.ts';

interface Props extends Pick<ScreenProps<CostTextKey>, 'say'> {
  readonly figures: CostFigures;
  /** The term; omitted where the dates say it. */
  readonly term?: { readonly days: number } | { readonly months: number } | undefined;
  /** Actions below the figures. */
  readonly children?: ReactNode;
}

/** The cost of the loan: the sum in words, and every row. */
export function CostCard({ figures, term, children, say }: Props) {
  const id = useId();
  const { costCents } = figures;
  return (
    <TitledSection id={`${id}title`} look="card flat stack grow" title={say('offer_cost')}>
      {costCents === 0 ? (
        <p>{say('offer_free')}</p>
      ) : (
        <p>
          <ExplainedSum terms={costTerms(figures, 'cost')} totalCents={costCents} size="l" say={say} />{' '}
          {term && <span className="mute small">{duration(term, say)}</span>}
        </p>
      )}
      <Rows figures={figures} say={say} />
      {children}
    </TitledSection>
  );
}

function duration(term: NonNullable<Props['term']>, say: Props['say']): string {
  if ('days' in term) return say('offer_cost_days', { count: term.days });
  return say('offer_cost_months', { count: term.months });
}

function Rows({ figures, say }: Pick<Props, 'figures' | 'say'>) {
  const { principalCents, totalCents, totalVatCents, costs } = figures;
  return (
    <table className="rows small">
      <caption className="sr">{say('offer_cost')}</caption>
      <tbody>
        <tr>
          <th scope="row">{say('offer_row_principal')}</th>
          <td>{formatAmount(principalCents)}</td>
        </tr>
        {costs.map((row) => (
          <tr key={row.name}>
            <th scope="row">{say(nameKey(row))}</th>
            <td>
              {row.beforeCents !== undefined && (
                <Before word={say('offer_row_before')} value={formatAmount(row.beforeCents)} />
              )}
              {formatAmount(row.amountCents)}
            </td>
          </tr>
        ))}
        <tr>
          <th scope="row">{say('offer_row_vat')}</th>
          <td>{formatAmount(totalVatCents)}</td>
        </tr>
        <tr className="total">
          <th scope="row">{say('offer_row_total')}</th>
          <td>
            <ExplainedSum terms={costTerms(figures, 'total')} totalCents={totalCents} say={say} />
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function nameKey({ name }: CostRow) {
  return name === 'interestFee' ? 'offer_row_interest' : (`calc_results_${name}` as const);
}
