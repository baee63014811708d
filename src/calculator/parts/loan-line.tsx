import { formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { daysBetween } from '#loan/calendar.ts';
import type { Offer } from '#loan/offer.ts';
import { percent } from '#ui/chart/threads.tsx';
import type { Say } from '../texts.ts';

/** The end points are drawn inside the line, so points between them keep clear of both. */
const between = (share: number) => 0.04 + 0.92 * share;

const AXIS = '2.9em';

/** A line from the payout to the last due date, with every instalment. */
export function LoanLine({ offer, say }: { readonly offer: Offer; readonly say: Say }) {
  const { valueDate, dueDate, schedule = [] } = offer;
  const days = daysBetween(valueDate, dueDate);
  const amount = formatSoles(offer.principalCents);
  const total = formatSoles(offer.totalCents);
  const [start, end] = [formatDate(valueDate), formatDate(dueDate)];
  return (
    <svg
      className="chart"
      width="100%"
      height="6.7em"
      role="img"
      aria-label={say('calc_line_picture', { amount, start, total, end })}
    >
      <line className="axis" x1="0" x2="100%" y1={AXIS} y2={AXIS} />
      {schedule.slice(0, -1).map((row) => (
        <svg
          key={row.number}
          x={percent(between(daysBetween(valueDate, row.dueDate) / days))}
          y={AXIS}
          overflow="visible"
          aria-hidden="true"
        >
          <path className="due" d="M0 -5L5 0L0 5L-5 0z" />
        </svg>
      ))}
      <svg x="11" y={AXIS} overflow="visible" aria-hidden="true">
        <path className="given" d="M0 -11L11 0L0 11L-11 0z" />
      </svg>
      <svg x="100%" y={AXIS} overflow="visible" aria-hidden="true">
        <path className="due" d="M-11 -11L0 0L-11 11L-22 0z" />
      </svg>
      <text y="1.1em">{say('calc_receive')}</text>
      <text className="e" x="100%" y="1.1em">
        {say('calc_pay_back')}
      </text>
      <text className="b" y="5.1em">
        {amount}
      </text>
      <text className="b e" x="100%" y="5.1em">
        {total}
      </text>
      <text y="6.4em">{start}</text>
      <text className="e" x="100%" y="6.4em">
        {end}
      </text>
      <text className="m" x="50%" y="2.2em">
        {schedule[0] ? say('calc_months', { count: schedule.length }) : say('calc_days', { count: days })}
      </text>
    </svg>
  );
}
