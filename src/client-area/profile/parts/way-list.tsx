import type { ScreenName } from '#api/screens.ts';
import type { WayBody } from '#api/way-body.ts';
import { solesText } from '#client-area/loan-parts/money-text.ts';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { formatDate } from '#i18n/format-date.ts';
import { type CalendarDate, daysBetween } from '#loan/calendar.ts';
import { AnyIcon } from '#ui/icon/any-icon.tsx';
import type { WayTextKey } from './way-texts.ts';

type Say = ScreenProps<WayTextKey>['say'];

interface Props {
  readonly ways: readonly WayBody[];
  /** The day that a moved date counts from: the due date, or today once that has passed. */
  readonly from: string;
  readonly say: Say;
}

const REPAY: ScreenName = 'profile-components-payment-repay-loan';

/** Ways for a client who cannot pay on the date, as the server has ordered them: the first payment, thirty days, the total. */
export function WayList({ ways, from, say }: Props) {
  return (
    <ol className="late-ways">
      {ways.map((way) => (
        <li key={way.kind}>
          <a href={hrefOf(way)}>
            <span>
              <b>{nameOf(way, from, say)}</b>
              <small>{noteOf(way, say)}</small>
            </span>
            <dl>
              <Figure name={say(way.now > 0 ? 'late_way_now' : 'late_way_first')} value={solesText(firstOf(way))} />
              {/* As the first payment alone it would read as a second one. */}
              {way.soon !== firstOf(way) && <Figure name={say('late_way_soon')} value={solesText(way.soon)} />}
              <Figure name={say('late_way_total')} value={solesText(way.total)} />
            </dl>
            <AnyIcon name="arrow-right" />
          </a>
        </li>
      ))}
    </ol>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function hrefOf({ kind, later }: WayBody): string {
  switch (kind) {
    case 'plan':
      return screenHref('profile-cards-payment-plan', { payments: String(later.length) });
    case 'extension':
      return screenHref('profile-components-payment-extend-loan');
    case 'flex':
      return screenHref('profile-cards-flex-pay');
    case 'overdue':
      return screenHref(REPAY, { purpose: 'DUE' });
    case 'payoff':
      return screenHref(REPAY, { purpose: 'PAYOFF' });
  }
}

/** The first payment of a way: today's, or the next one where nothing is paid today. */
function firstOf({ now, later: [first] }: WayBody): number {
  return now > 0 ? now : (first?.amount ?? 0);
}

function nameOf({ kind, now, later, date }: WayBody, from: string, say: Say): string {
  const count = kind === 'plan' ? later.length : daysBetween(from as CalendarDate, date as CalendarDate);
  return say(`late_way_${kind}`, { count, amount: solesText(now) });
}

function noteOf({ kind, later: [first], date }: WayBody, say: Say): string {
  const begin = formatDate(first?.date ?? date);
  return say(`late_way_${kind}_note`, { amount: solesText(first?.amount ?? 0), begin, date: formatDate(date) });
}
