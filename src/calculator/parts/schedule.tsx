import { formatAmount, formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import type { Installment } from '#loan/schedule.ts';
import { percent, Swatch, type Thread, threadFill } from '#ui/chart/threads.tsx';
import type { Say } from '../texts.ts';
import { PARTS } from './cost-bar.tsx';

interface Props {
  readonly id: string;
  readonly schedule: readonly Installment[];
  readonly say: Say;
}

const BAR_PX = 96;

/** The instalments as stacked bars, and in a collapsible table. */
export function Schedule({ id, schedule, say }: Props) {
  const first = schedule[0] as Installment;
  const last = schedule.at(-1) as Installment;
  const sentence = say('calc_schedule_picture', {
    count: schedule.length,
    date: formatDate(first.dueDate),
    amount: formatSoles(first.totalCents),
    principal: formatAmount(first.principalCents),
    interest: formatAmount(first.interestCents),
    fees: formatAmount(first.feesCents),
    vat: formatAmount(first.vatCents),
    last: formatDate(last.dueDate),
    lastAmount: formatSoles(last.totalCents),
    lastInterest: formatAmount(last.interestCents),
  });
  return (
    <div className="schedule">
      <svg className="chart labelled" width="100%" height={BAR_PX} role="img" aria-label={sentence}>
        {schedule.map((row) => (
          <Bar key={row.number} id={id} row={row} count={schedule.length} tallestCents={first.totalCents} />
        ))}
        <text y="-.5em">{formatSoles(first.totalCents)}</text>
        <text className="e" x="100%" y="-.5em">
          {formatSoles(last.totalCents)}
        </text>
        <text y={BAR_PX} dy="1.2em">
          {formatDate(first.dueDate)}
        </text>
        <text className="e" x="100%" y={BAR_PX} dy="1.2em">
          {formatDate(last.dueDate)}
        </text>
      </svg>
      <p className="legend" aria-hidden="true">
        {PARTS.map((part) => (
          <span key={part}>
            <Swatch id={id} thread={part} />
            {say(`calc_part_${part}`)}
          </span>
        ))}
      </p>
      <details>
        <summary>{say('calc_schedule', { count: schedule.length })}</summary>
        <table className="rows small">
          <thead>
            <tr>
              {(['number', 'date', 'total', 'balance'] as const).map((column) => (
                <th key={column} scope="col">
                  {say(`calc_schedule_${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {schedule.map((row) => (
              <tr key={row.number}>
                <th scope="row">{row.number}</th>
                <td>{formatDate(row.dueDate)}</td>
                <td>{formatAmount(row.totalCents)}</td>
                <td>{formatAmount(row.closingCents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  );
}

interface BarProps {
  readonly id: string;
  readonly row: Installment;
  readonly count: number;
  readonly tallestCents: number;
}

/** One bar: principal at the bottom, then interest, fees and IGV, to scale from zero. */
function Bar({ id, row, count, tallestCents }: BarProps) {
  const parts: [Thread, number][] = [
    ['capital', row.principalCents],
    ['interest', row.interestCents],
    ['fees', row.feesCents],
    ['vat', row.vatCents],
  ];
  // Edges on whole pixels: sharp, and without gaps between parts.
  const edge = (cents: number) => BAR_PX - Math.round((cents / tallestCents) * BAR_PX);
  let belowCents = 0;
  return (
    <svg x={percent((row.number - 1) / count)} width={percent(0.84 / count)} aria-hidden="true">
      {parts.map(([thread, amountCents]) => {
        const bottom = edge(belowCents);
        belowCents += amountCents;
        const y = edge(belowCents);
        return <rect key={thread} fill={threadFill(id, thread)} width="100%" y={y} height={bottom - y} />;
      })}
    </svg>
  );
}
