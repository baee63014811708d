import { useId } from 'react';
import { formatAmount, formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { percent, threadFill } from '#ui/chart/threads.tsx';
import type { ScreenProps } from '../screen.ts';
import { ScheduleLegend } from './schedule-legend.tsx';
import { isPaid, type LoanRow, partsOf, sumOf } from './schedule-rows.ts';
import type { ScheduleTextKey } from './schedule-texts.ts';

interface Props extends Pick<ScreenProps<ScheduleTextKey>, 'say'> {
  readonly rows: readonly LoanRow[];
}

const BARS_PX = 166;
/** With more bars than this their labels would overlap on a phone. */
const MAX_DATED = 6;
const MAX_PRICED = 4;

/** One bar per due date; the paid part is plain, a fully paid bar is ticked. */
export function SchedulePicture({ rows, say }: Props) {
  const id = useId();
  const tallest = Math.max(1, ...rows.map(({ totalCents }) => totalCents));
  const next = rows.findIndex((row) => !isPaid(row));
  return (
    <>
      <ScheduleLegend id={id} rows={rows} say={say} />
      <svg className="chart labelled" width="100%" height={BARS_PX} role="img" aria-label={sentence(rows, say)}>
        {rows.map((row, index) => {
          const isMarked = index === next || index === rows.length - 1;
          const labels = {
            hasDate: rows.length <= MAX_DATED || isMarked || index === 0,
            hasPrice: rows.length <= MAX_PRICED || isMarked,
          };
          const place = { index, count: rows.length, tallest };
          return <Bar key={row.number} id={id} row={row} {...place} isNext={index === next} {...labels} />;
        })}
        <line className="axis" x1="0" x2="100%" y1={BARS_PX} y2={BARS_PX} />
      </svg>
    </>
  );
}

function sentence(rows: readonly LoanRow[], say: Props['say']): string {
  const open = rows.filter((row) => !isPaid(row));
  const list = open.map(({ dueDate, unpaidCents }) => `${formatSoles(unpaidCents)} (${formatDate(dueDate)})`);
  const paid = rows.length - open.length;
  const total = formatSoles(sumOf(open, 'unpaidCents'));
  const left = say('loan_schedule_picture', { count: open.length, total, list: list.join(', ') });
  return paid > 0 ? `${say('loan_schedule_picture_paid', { count: paid })} ${left}` : left;
}

interface BarProps {
  readonly id: string;
  readonly row: LoanRow;
  readonly index: number;
  readonly count: number;
  readonly tallest: number;
  readonly isNext: boolean;
  readonly hasDate: boolean;
  readonly hasPrice: boolean;
}

function Bar({ id, row, index, count, tallest, isNext, hasDate, hasPrice }: BarProps) {
  const middle = percent((index + 0.5) / count);
  const paid = isPaid(row);
  const openTop = BARS_PX - (row.unpaidCents / tallest) * BARS_PX;
  let y = BARS_PX;
  return (
    <>
      {partsOf([row]).map(({ thread, of }) => {
        const height = (row[of] / tallest) * BARS_PX;
        y -= height;
        return (
          <rect
            key={thread}
            fill={threadFill(id, paid ? 'rest' : thread)}
            x={percent((index + 0.1) / count)}
            y={y.toFixed(1)}
            width={percent(0.8 / count)}
            height={Math.max(0, height - 1).toFixed(1)}
          />
        );
      })}
      {!paid && openTop - y >= 1 && (
        // Payments cover costs before principal, so the bar fills from the top.
        <rect
          fill={threadFill(id, 'rest')}
          x={percent((index + 0.1) / count)}
          y={y.toFixed(1)}
          width={percent(0.8 / count)}
          height={(openTop - y).toFixed(1)}
        />
      )}
      {paid && (
        <text className="m b" x={middle} y={BARS_PX} dy="-.8em">
          ✓
        </text>
      )}
      {hasPrice && !paid && (
        <text className="m b" x={middle} y={openTop.toFixed(1)} dy="-.5em">
          {formatAmount(row.unpaidCents)}
        </text>
      )}
      {hasDate && (
        <text className={isNext ? 'm b' : 'm'} x={middle} y={BARS_PX} dy="1.4em">
          {formatDate(row.dueDate).slice(0, 5)}
        </text>
      )}
    </>
  );
}
