import { formatAmount } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import type { Installment } from '#loan/schedule.ts';
import type { Say } from '../texts.ts';

/** The instalments in a collapsible table. */
export function Schedule({ schedule, say }: { readonly schedule: readonly Installment[]; readonly say: Say }) {
  return (
    <details className="schedule">
      <summary>{say('calc_schedule', { count: schedule.length })}</summary>
      <table className="rows small">
        <thead>
          <tr>
            {(['number', 'date', 'total', 'balance'] as const).map((column) => (
              <th key={column} scope="col" className={column === 'date' ? 'repay-date' : undefined}>
                {say(`calc_schedule_${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {schedule.map((row) => (
            <tr key={row.number}>
              <th scope="row">{row.number}</th>
              <td className="repay-date">{formatDate(row.dueDate)}</td>
              <td>{formatAmount(row.totalCents)}</td>
              <td>{formatAmount(row.closingCents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
