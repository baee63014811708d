import { formatAmount } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import type { ScreenProps } from '../screen.ts';
import { isPaid, type LoanRow } from './schedule-rows.ts';

type DueTextKey =
  | 'loan_row_paid'
  | 'schedule_row_late'
  | 'schedule_row_late_day'
  | 'schedule_row_next'
  | 'schedule_row_number'
  | 'schedule_row_part'
  | 'schedule_row_payment';

type DueRow = Pick<LoanRow, 'number' | 'dueDate' | 'totalCents' | 'unpaidCents' | 'daysLate'>;

interface DueRowsProps<Row> extends Pick<ScreenProps<DueTextKey>, 'say'> {
  readonly rows: readonly Row[];
  /** The name of a row. */
  readonly name: 'schedule_row_number' | 'schedule_row_payment';
}

/** The rows that a phone shows, from the next payment on: the others are in the table. */
const NEAR_ROWS = 4;

/** Each due date with its state, and what is left of it. */
export function DueRows<Row extends DueRow>({ rows, name, say }: DueRowsProps<Row>) {
  const next = rows.find((row) => !isPaid(row));
  const near = Math.min(next ? rows.indexOf(next) : rows.length, Math.max(rows.length - NEAR_ROWS, 0));
  const stateOf = (row: Row): string => {
    if (isPaid(row)) return say('loan_row_paid');
    const { daysLate: count } = row;
    if (count > 0) return count === 1 ? say('schedule_row_late_day') : say('schedule_row_late', { count });
    if (row.unpaidCents < row.totalCents) return say('schedule_row_part');
    return row === next ? say('schedule_row_next') : say(name, { number: row.number });
  };
  const lookOf = (row: Row, at: number): string =>
    [
      isPaid(row) ? 'done' : row.daysLate > 0 ? 'late' : row === next ? 'next' : '',
      at < near || at >= near + NEAR_ROWS ? 'far' : '',
    ].join(' ');
  return (
    <ol className="due-rows">
      {rows.map((row, at) => (
        <li key={row.number} className={lookOf(row, at)}>
          <svg className="dia" viewBox="-12 -12 24 24" aria-hidden="true">
            <path d="M0 -10L10 0L0 10L-10 0z" />
            {isPaid(row) && <path className="tick" d="M-4.5 0l3 3.5L4.5 -3" />}
          </svg>
          <p>
            <b>{formatDate(row.dueDate)}</b>
            <small>{stateOf(row)}</small>
          </p>
          <p className="strong">{formatAmount(isPaid(row) ? row.totalCents : row.unpaidCents)}</p>
        </li>
      ))}
    </ol>
  );
}
