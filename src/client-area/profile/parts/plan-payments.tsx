import { ExplainedSum } from '#client-area/explain/explained-sum.tsx';
import type { ScreenProps } from '#client-area/screen.ts';
import { formatAmount, formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { sum } from '#loan/money.ts';
import { isPaid, type PlanRow } from './plan-figures.ts';
import type { PlanTextKey } from './plan-texts.ts';

interface Props extends Pick<ScreenProps<PlanTextKey>, 'say'> {
  readonly rows: readonly PlanRow[];
}

/** The payments of a plan, with what is left after each. */
export function PlanPayments({ rows, say }: Props) {
  const total = sum(...rows.map(({ totalCents }) => totalCents));
  return (
    <table className="rows plan-rows">
      <caption className="sr">{say('plan_table')}</caption>
      <thead>
        <tr>
          <th scope="col">{say('plan_column_number')}</th>
          <th scope="col">{say('plan_column_date')}</th>
          <th scope="col">{say('plan_column_amount')}</th>
          <th scope="col">{say('plan_column_left')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.number}>
            <th scope="row">
              {row.number}
              {isPaid(row) && <span className="good"> ✓ {say('plan_paid_mark')}</span>}
            </th>
            <td data-name={say('plan_column_date')}>{formatDate(row.dueDate)}</td>
            <td data-name={say('plan_column_amount')}>
              <ExplainedSum terms={row.terms ?? []} totalCents={row.totalCents} isBare say={say} />
            </td>
            <td data-name={say('plan_column_left')}>{formatAmount(row.leftCents)}</td>
          </tr>
        ))}
        <tr className="total">
          <th scope="row" colSpan={2}>
            {say('plan_column_sum')}
          </th>
          <td>{formatSoles(total)}</td>
          <td />
        </tr>
      </tbody>
    </table>
  );
}
