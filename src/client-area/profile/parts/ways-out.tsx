import type { OpeningWayBody, WaysOutBody } from '#api/endpoints/arrangements/get-ways-out.ts';
import { solesText } from '#client-area/loan-parts/money-text.ts';
import { FLEX, MY_PLAN, type Place, PlaceList } from '#client-area/loan-parts/place-list.tsx';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { formatDate } from '#i18n/format-date.ts';
import { EmptyState } from '#ui/empty-state/empty-state.tsx';
import { TitledSection } from '#ui/titled-section/titled-section.tsx';
import { WayList } from './way-list.tsx';
import type { WaysOutTextKey } from './way-texts.ts';

type Say = ScreenProps<WaysOutTextKey>['say'];

/** All that this loan can do on the day when its client cannot pay; a person comes last. */
export function WaysOut({ out, say }: { readonly out: WaysOutBody; readonly say: Say }) {
  const { today, nextDate, ways, opening } = out;
  return (
    <div className="cols main">
      <div className="stack">
        <p className="lead">{leadOf(out, say)}</p>
        <TitledSection id="ways-today" look="card stack-s" title={say('ways_today')}>
          {ways.length > 1 && <p className="small mute">{say('late_ways_order')}</p>}
          {ways.length > 0 && <WayList ways={ways} from={nextDate > today ? nextDate : today} say={say} />}
          <PlaceList places={placesToday(out)} hasPerson={opening.length === 0} say={say} />
        </TitledSection>
      </div>
      {opening.length > 0 && (
        <div>
          <TitledSection id="ways-later" look="card flat stack-s grow" title={say('ways_later')}>
            <ul className="stack-s">
              {opening.map((way) => (
                <Opening key={way.kind} way={way} say={say} />
              ))}
            </ul>
            <PlaceList places={[]} say={say} />
          </TitledSection>
        </div>
      )}
    </div>
  );
}

function leadOf({ status, today, nextDate }: WaysOutBody, say: Say): string {
  if (status === 'PAYMENT_PLAN' || status === 'FLEX') return say('ways_lead_agreed');
  return say(nextDate < today ? 'ways_lead_late' : 'ways_lead_early', { date: formatDate(nextDate) });
}

/** Beside what can be agreed on: a part of it today, and the arrangement that runs. */
function placesToday({ status, leastPart }: WaysOutBody): readonly Place[] {
  const part: Place = {
    screen: 'profile-components-payment-repay-loan',
    query: { purpose: 'PARTIAL' },
    icon: 'cash',
    name: 'place_part',
    text: leastPart === null ? 'place_pay_text' : 'place_part_text',
    values: { amount: solesText(leastPart ?? 0) },
  };
  const [plan, flex] = [status === 'PAYMENT_PLAN', status === 'FLEX'];
  return [part, ...(plan ? [MY_PLAN] : []), ...(flex ? [FLEX] : [])];
}

function Opening({ way: { kind, from, payments, amount }, say }: { readonly way: OpeningWayBody; readonly say: Say }) {
  const values = { date: formatDate(from), count: payments, amount: solesText(amount) };
  return (
    <li>
      <b>{say(`ways_later_${kind}`, values)}</b>
      <br />
      {say(`ways_later_${kind}_note`, values)}
    </li>
  );
}

export function NothingToPay({ say }: { readonly say: Say }) {
  return (
    <EmptyState title={say('ways_nothing')}>
      <p>
        <a className="btn line" href={screenHref('profile')}>
          {say('plan_to_loan')}
        </a>
      </p>
    </EmptyState>
  );
}
