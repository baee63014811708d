import { ExplainedSum } from '#client-area/explain/explained-sum.tsx';
import type { ScreenProps } from '#client-area/screen.ts';
import { formatAmount, formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { sum } from '#loan/money.ts';
import { Timeline, type TimelineItem } from '#ui/timeline/timeline.tsx';
import { isPaid, type PlanRow } from './plan-figures.ts';
import type { PlanTextKey } from './plan-texts.ts';

interface Props extends Pick<ScreenProps<PlanTextKey>, 'say'> {
  readonly rows: readonly PlanRow[];
}

/** With more marks than this their labels would overlap on a phone. */
const MAX_MARKS = 4;

/** The payments of a plan: a timeline, and a table with what is left after each. */
export function PlanPayments({ rows, say }: Props) {
  return (
    <div className="stack">
      {rows.length <= MAX_MARKS && <Timeline items={marksOf(rows)} label={sentenceOf(rows, say)} />}
      <PlanTable rows={rows} say={say} />
    </div>
  );
}

export function PlanTable({ rows, say }: Props) {
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

function marksOf(rows: readonly PlanRow[]): TimelineItem[] {
  const next = rows.findIndex((row) => !isPaid(row));
  return rows.map((row, index) => ({
    when: formatDate(row.dueDate).slice(0, 5),
    what: formatAmount(row.totalCents),
    state: isPaid(row) ? 'done' : index === next ? 'next' : 'later',
  }));
}

function sentenceOf(rows: readonly PlanRow[], say: Props['say']): string {
  const payments = rows.map((row) => {
    const paid = isPaid(row) ? ` (${say('plan_paid_mark')})` : '';
    return `${formatSoles(row.totalCents)}, ${formatDate(row.dueDate)}${paid}`;
  });
  return say('plan_picture', { count: rows.length, payments: payments.join('; ') });
}
