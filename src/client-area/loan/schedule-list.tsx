import { type ReactNode, useId } from 'react';
import { formatAmount } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { percent, threadFill } from '#ui/chart/threads.tsx';
import type { ScreenProps } from '../screen.ts';
import { ScheduleLegend } from './schedule-legend.tsx';
import { isPaid, type LoanRow, partsOf } from './schedule-rows.ts';
import type { ScheduleTextKey } from './schedule-texts.ts';

type Key = ScheduleTextKey | DueTextKey;
type DueTextKey =
  | 'loan_row_paid'
  | 'schedule_row_next'
  | 'schedule_row_number'
  | 'schedule_row_part'
  | 'schedule_row_payment';

interface Props extends Pick<ScreenProps<Key>, 'say'> {
  readonly rows: readonly LoanRow[];
}

/** The schedule as table and picture in one: each due date with its state, its own bar, and what is left of it. */
export function ScheduleList({ rows, say }: Props) {
  const id = useId();
  const largest = Math.max(1, ...rows.map(({ totalCents }) => totalCents));
  return (
    <>
      <ScheduleLegend id={id} rows={rows} say={say} />
      <DueRows
        rows={rows}
        name="schedule_row_number"
        bar={(row) => <Bar id={id} row={row} largest={largest} />}
        say={say}
      />
    </>
  );
}

type DueRow = Pick<LoanRow, 'number' | 'dueDate' | 'totalCents' | 'unpaidCents'>;

interface DueRowsProps<Row> extends Pick<ScreenProps<DueTextKey>, 'say'> {
  readonly rows: readonly Row[];
  /** What one of them is called. */
  readonly name: 'schedule_row_number' | 'schedule_row_payment';
  readonly bar?: (row: Row) => ReactNode;
}

/** Each due date with its state, and what is left of it. */
export function DueRows<Row extends DueRow>({ rows, name, bar, say }: DueRowsProps<Row>) {
  const next = rows.find((row) => !isPaid(row));
  const stateOf = (row: Row): string => {
    if (isPaid(row)) return say('loan_row_paid');
    if (row.unpaidCents < row.totalCents) return say('schedule_row_part');
    return row === next ? say('schedule_row_next') : say(name, { number: row.number });
  };
  return (
    <ol className="due-rows">
      {rows.map((row) => (
        <li key={row.number} className={row === next ? 'next' : isPaid(row) ? 'done' : undefined}>
          <svg className="dia" viewBox="-12 -12 24 24" aria-hidden="true">
            <path d="M0 -10L10 0L0 10L-10 0z" />
            {isPaid(row) && <path className="tick" d="M-4.5 0l3 3.5L4.5 -3" />}
          </svg>
          <p>
            <b>{formatDate(row.dueDate)}</b>
            <small>{stateOf(row)}</small>
          </p>
          {bar?.(row)}
          <p className="strong">{formatAmount(isPaid(row) ? row.totalCents : row.unpaidCents)}</p>
        </li>
      ))}
    </ol>
  );
}

/** The parts of a row to one scale; what is paid is plain, and payments cover costs first, so it fills from the end. */
function Bar({ id, row, largest }: { readonly id: string; readonly row: LoanRow; readonly largest: number }) {
  let x = 0;
  const paid = isPaid(row);
  const paidShare = (row.totalCents - row.unpaidCents) / largest;
  return (
    <svg className="bar" width="100%" height="14" aria-hidden="true">
      {partsOf([row]).map(({ thread, of }) => {
        const width = row[of] / largest;
        x += width;
        return (
          <rect
            key={thread}
            fill={threadFill(id, paid ? 'rest' : thread)}
            x={percent(x - width)}
            width={percent(width)}
            height="14"
          />
        );
      })}
      {!paid && paidShare > 0 && (
        <rect
          fill={threadFill(id, 'rest')}
          x={percent(row.unpaidCents / largest)}
          width={percent(paidShare)}
          height="14"
        />
      )}
    </svg>
  );
}
