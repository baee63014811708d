import { type ReactNode, useId } from 'react';
import { CostBar } from '#calculator/parts/cost-bar.tsx';
import type { ScreenProps } from '#client-area/screen.ts';
import { formatAmount, formatSoles } from '#i18n/format.ts';
import type { Selection } from '#loan/selection.ts';
import { Swatch, Threads } from '#ui/chart/threads.tsx';
import { Money } from '#ui/money/money.tsx';
import type { CostRow, Figures } from './figures.ts';
import { Before } from './lead-card.tsx';
import type { FigureTextKey } from './offer-texts.ts';

interface Props extends Pick<ScreenProps<FigureTextKey>, 'say'> {
  readonly figures: Figures;
  readonly selection: Pick<Selection, 'productType' | 'term'>;
  /** What can be done about it. */
  readonly children?: ReactNode;
}

/** What the loan costs: the sum in words, the picture, and every row of it. */
export function CostCard({ figures, selection, children, say }: Props) {
  const id = useId();
  const { principalCents, costCents } = figures;
  const values = { amount: formatSoles(principalCents), count: selection.term };
  return (
    <section className="card flat stack" aria-labelledby={`${id}title`}>
      <h2 className="h3" id={`${id}title`}>
        {say('offer_cost')}
      </h2>
      {costCents === 0 ? (
        <p>{say('offer_free')}</p>
      ) : (
        <p>
          <Money amount={formatSoles(costCents)} size="l" />{' '}
          <span className="mute small">
            {say(selection.productType === 'SINGLE_PAY' ? 'offer_cost_days' : 'offer_cost_months', values)}
          </span>
        </p>
      )}
      <Threads id={id} />
      <CostBar id={id} offer={figures} say={say} />
      <Rows id={id} figures={figures} say={say} />
      {children}
    </section>
  );
}

function Rows({ id, figures, say }: Pick<Props, 'figures' | 'say'> & { readonly id: string }) {
  const { principalCents, totalCents, totalVatCents, costs } = figures;
  return (
    <table className="rows">
      <caption className="sr">{say('offer_cost')}</caption>
      <tbody>
        <tr>
          <th scope="row">
            <Swatch id={id} thread="capital" />
            {say('offer_row_principal')}
          </th>
          <td>{formatAmount(principalCents)}</td>
        </tr>
        {costs.map((row) => (
          <tr key={row.name}>
            <th scope="row">
              <Swatch id={id} thread={row.name === 'interestFee' ? 'interest' : 'fees'} />
              {say(nameKey(row))}
            </th>
            <td>
              {row.beforeCents !== undefined && (
                <Before word={say('offer_row_before')} value={formatAmount(row.beforeCents)} />
              )}
              {formatAmount(row.amountCents)}
            </td>
          </tr>
        ))}
        <tr>
          <th scope="row">
            <Swatch id={id} thread="vat" />
            {say('offer_row_vat')}
          </th>
          <td>{formatAmount(totalVatCents)}</td>
        </tr>
        <tr className="total">
          <th scope="row">{say('offer_row_total')}</th>
          <td>{formatSoles(totalCents)}</td>
        </tr>
      </tbody>
    </table>
  );
}

function nameKey({ name }: CostRow) {
  return name === 'interestFee' ? 'offer_row_interest' : (`offer_row_${name}` as const);
}
