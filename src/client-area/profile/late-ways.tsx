import type { LateLoanBody, LateWayBody } from '#api/endpoints/arrangements/get-late-loan.ts';
import type { ScreenName } from '#api/screens.ts';
import { solesText } from '#client-area/loan-parts/money-text.ts';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { formatDate } from '#i18n/format-date.ts';
import { type CalendarDate, daysBetween } from '#loan/calendar.ts';
import { AnyIcon } from '#ui/icon/any-icon.tsx';
import { Points } from './parts/points.tsx';
import type { ProfileTextKey } from './texts.ts';

type Say = ScreenProps<ProfileTextKey>['say'];

interface Props {
  readonly late: LateLoanBody;
  /** The lender's today. */
  readonly today: string;
  readonly say: Say;
}

const REPAY: ScreenName = 'profile-components-payment-repay-loan';

/** Every way, cheapest first: the payment today, the total, and the last date. */
export function Ways({ late: { ways }, today, say }: Props) {
  const waived = ways.find(({ kind }) => kind === 'plan')?.waived ?? 0;
  return (
    <section className="card stack-s" aria-labelledby="profile-ways">
      <h2 className="h3" id="profile-ways">
        {say('late_ways')}
      </h2>
      <p className="small mute">{say('late_ways_order')}</p>
      <ol className="late-ways">
        {ways.map((way) => (
          <li key={way.kind}>
            <a href={hrefOf(way)}>
              <span>
                <b>{nameOf(way, today, say)}</b>
                <small>{noteOf(way, say)}</small>
              </span>
              <dl>
                <Figure name={say('late_way_now')} value={solesText(way.now)} />
                <Figure name={say('late_way_total')} value={solesText(way.total)} />
                <Figure name={say('late_way_end')} value={formatDate(way.date)} />
              </dl>
              <AnyIcon name="arrow-right" />
            </a>
          </li>
        ))}
      </ol>
      <p className="small mute">
        {say('late_part')} <a href={screenHref(REPAY)}>{say('late_part_go')}</a>
        {waived > 0 && ` ${say('late_waived', { amount: solesText(waived) })}`}
      </p>
    </section>
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

function hrefOf({ kind, later }: LateWayBody): string {
  switch (kind) {
    case 'plan':
      return screenHref('profile-cards-payment-plan', { payments: String(later.length) });
    case 'extension':
      return screenHref('profile-components-payment-extend-loan');
    case 'flex':
      return screenHref('profile-cards-flex-pay');
    case 'overdue':
    case 'payoff':
      return screenHref(REPAY);
  }
}

function nameOf({ kind, later, date }: LateWayBody, today: string, say: Say): string {
  const count = kind === 'plan' ? later.length : daysBetween(today as CalendarDate, date as CalendarDate);
  return say(`late_way_${kind}`, { count });
}

function noteOf({ kind, later: [first], date }: LateWayBody, say: Say): string {
  const amount = solesText(first?.amount ?? 0);
  return say(`late_way_${kind}_note`, { amount, date: formatDate(kind === 'plan' && first ? first.date : date) });
}

/** The acts that the lender forbids itself towards clients who are late. */
export function Limits({ say }: { readonly say: Say }) {
  return (
    <section className="card flat stack-s" aria-labelledby="profile-limits">
      <h2 className="h3" id="profile-limits">
        {say('late_limits')}
      </h2>
      <Points icon="close" items={[say('late_limit_hours'), say('late_limit_others'), say('late_limit_fine')]} />
    </section>
  );
}
