import type { LoanDetail } from '#api/endpoints/arrangements/get-loan.ts';
import { formatDate } from '#i18n/format-date.ts';
import { type CalendarDate, daysBetween } from '#loan/calendar.ts';
import { percent } from '#ui/chart/threads.tsx';
import type { ScreenProps } from '../screen.ts';
import { solesText } from './money-text.ts';

type Point = LoanDetail['balance'][number];

interface Props extends Pick<ScreenProps<'loan_balance_today' | 'loan_balance_picture'>, 'say'> {
  /** In order of dates; the last one that is not planned is today. */
  readonly points: readonly Point[];
}

const HEIGHT_PX = 126;

/** The outstanding principal over time, as steps. */
export function BalancePicture({ points, say }: Props) {
  const [first, last] = [points[0], points.at(-1)];
  const today = points.findLast(({ planned }) => !planned);
  if (!first || !last || !today || first.date === last.date) return null;
  const days = daysBetween(first.date as CalendarDate, last.date as CalendarDate);
  const highest = Math.max(...points.map(({ principalOutstanding }) => principalOutstanding), 0.01);
  const x = ({ date }: Point) => (daysBetween(first.date as CalendarDate, date as CalendarDate) / days) * 100;
  const y = ({ principalOutstanding }: Point) => 100 - (principalOutstanding / highest) * 100;
  const steps = points.slice(1).map((point) => `H${x(point).toFixed(2)}V${y(point).toFixed(2)}`);
  const line = `M0 ${y(first).toFixed(2)}${steps.join('')}`;
  const list = points.map((point) => `${solesText(point.principalOutstanding)} (${formatDate(point.date)})`);
  const at = percent(x(today) / 100);
  return (
    <svg
      className="chart labelled"
      width="100%"
      height={HEIGHT_PX}
      role="img"
      aria-label={say('loan_balance_picture', { list: list.join(', ') })}
    >
      <svg width="100%" height={HEIGHT_PX} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path className="area" d={`${line}V100H0z`} />
        <path className="curve" vectorEffect="non-scaling-stroke" d={line} />
      </svg>
      <line className="axis" x1="0" x2="100%" y1={HEIGHT_PX} y2={HEIGHT_PX} />
      <line className="today" x1={at} x2={at} y1="0" y2={HEIGHT_PX} />
      <text className="b e" x="100%" y="-.5em">
        {say('loan_balance_today', { amount: solesText(today.principalOutstanding) })}
      </text>
      <text y={HEIGHT_PX} dy="1.4em">
        {formatDate(first.date).slice(0, 5)}
      </text>
      <text className="e" x="100%" y={HEIGHT_PX} dy="1.4em">
        {formatDate(last.date)}
      </text>
    </svg>
  );
}
