import { formatAmount } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { ExplainedSum } from '../explain/explained-sum.tsx';
import type { ScreenProps } from '../screen.ts';
import { isPaid, type LoanRow, partsOf, sumOf, termsOfRow } from './schedule-rows.ts';
import type { ScheduleTextKey } from './schedule-texts.ts';

interface Props extends Pick<ScreenProps<ScheduleTextKey>, 'say'> {
  readonly rows: readonly LoanRow[];
}

/** Every number of a schedule, with the sums; on a phone the parts of a row open beside its total. */
export function ScheduleTable({ rows, say }: Props) {
  const parts = partsOf(rows);
  return (
    <table className="rows schedule">
      <caption className="sr">{say('loan_schedule_caption')}</caption>
      <thead>
        <tr>
          <th scope="col">{say('loan_column_number')}</th>
          <th scope="col">{say('loan_column_due')}</th>
          {parts.map(({ name }) => (
            <th key={name} scope="col" className="n wide-only">
              {say(name)}
            </th>
          ))}
          <th scope="col" className="n">
            {say('loan_column_total')}
          </th>
          <th scope="col" className="n">
            {say('loan_column_unpaid')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.number}>
            <th scope="row">{row.number}</th>
            <td className="l" data-name={say('loan_column_due')}>
              {formatDate(row.dueDate)}
            </td>
            {parts.map(({ name, of }) => (
              <td key={name} className="wide-only">
                {formatAmount(row[of])}
              </td>
            ))}
            <td data-name={say('loan_column_total')}>
              <ExplainedSum terms={termsOfRow(row)} totalCents={row.totalCents} isBare say={say} />
            </td>
            <td data-name={say('loan_column_unpaid')}>
              {isPaid(row) ? say('loan_row_paid') : formatAmount(row.unpaidCents)}
            </td>
          </tr>
        ))}
        <tr className="total">
          <th scope="row" colSpan={2}>
            {say('loan_column_sum')}
          </th>
          {parts.map(({ name, of }) => (
            <td key={name} className="wide-only">
              {formatAmount(sumOf(rows, of))}
            </td>
          ))}
          <td data-name={say('loan_column_total')}>{formatAmount(sumOf(rows, 'totalCents'))}</td>
          <td data-name={say('loan_column_unpaid')}>{formatAmount(sumOf(rows, 'unpaidCents'))}</td>
        </tr>
      </tbody>
    </table>
  );
}
