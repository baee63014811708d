import { useId } from 'react';
import type { ScenarioBody, WhatIfBody } from '#api/endpoints/loans/get-what-if.ts';
import { LoadedView, useLoaded } from '#client-area/data/loaded.tsx';
import { ExplainedSum } from '#client-area/explain/explained-sum.tsx';
import { termsOnWire } from '#client-area/explain/loan-terms.ts';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '#client-area/use-store.ts';
import { formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { subtractTerms } from '#loan/explanation.ts';
import { fromSoles } from '#loan/money.ts';
import { EmptyStateLink } from '#ui/empty-state/empty-state.tsx';
import { TextField } from '#ui/field/text-field.tsx';
import { Note } from '#ui/note/note.tsx';
import { TitledSection } from '#ui/titled-section/titled-section.tsx';
import { DOCUMENTS, LOANS, NOTIFICATIONS, PlaceList } from '../place-list.tsx';
import { createWhatIf, type WhatIfStore } from './what-if.store.ts';
import type { WhatIfTextKey } from './what-if-texts.ts';

type Say = ScreenProps<WhatIfTextKey>['say'];
interface Props {
  readonly say: Say;
  /** The loan's number. */
  readonly number: string;
}

/** The scenarios of a loan side by side, in soles, each with its consequence; the client can try other figures. */
export function WhatIf({ say, number }: Props) {
  const store = useLoaded(() => createWhatIf(number));
  return (
    <div className="stack-l">
      <LoadedView store={store} say={say}>
        {(found, isStale) => <Compared say={say} number={number} found={found} isStale={isStale} store={store} />}
      </LoadedView>
    </div>
  );
}

/** The message without a loan to pay: what is here otherwise, what a loan costs, and where else to go. */
export function NothingToCompare({ say }: Pick<Props, 'say'>) {
  return (
    <div className="cols main even">
      <div>
        <EmptyStateLink
          title={say('what_if_nothing')}
          text={say('what_if_nothing_text')}
          href={screenHref('calculator')}
          label={say('profile_calculate')}
        />
      </div>
      <aside>
        <TitledSection id="what-if-other" look="card grow" title={say('profile_other')}>
          <PlaceList places={[LOANS, DOCUMENTS, NOTIFICATIONS]} say={say} />
        </TitledSection>
      </aside>
    </div>
  );
}

interface ComparedProps extends Props {
  readonly found: WhatIfBody;
  readonly isStale: boolean;
  readonly store: WhatIfStore;
}

function Compared({ say, number, found, isStale, store }: ComparedProps) {
  const { scenarios } = found;
  const today = scenarios.find(({ kind }) => kind === 'today');
  if (!today) return <NothingToCompare say={say} />;
  const saves = -today.difference;
  const acts = !isStale && (
    <>
      {scenarios.some(({ kind }) => kind === 'extend') && (
        <p>
          <a className="back tapl" href={screenHref('profile-components-payment-extend-loan', { loan: number })}>
            {say('what_if_extend_go')}
          </a>
        </p>
      )}
      <div className="pay-bar">
        <a className="btn" href={screenHref('profile-components-payment-repay-loan', { loan: number })}>
          {say('what_if_pay')}
        </a>
      </div>
    </>
  );
  return (
    <>
      {saves > 0 && <p className="strong good">{say('what_if_best', { amount: soles(saves) })}</p>}
      {scenarios.length === 1 && (
        <Note>
          <p>{say('what_if_stopped')}</p>
        </Note>
      )}
      <Ways found={found} say={say} />
      {acts}
      {scenarios.length > 1 && <Choice found={found} store={store} say={say} />}
    </>
  );
}

function soles(amount: number): string {
  return formatSoles(fromSoles(amount));
}

/** Names a scenario: `Pay 10 days late`; for a late loan the days count from today. */
function nameOf({ kind, days, now }: ScenarioBody, { daysPastDue }: WhatIfBody, say: Say): string {
  if (kind === 'late' && daysPastDue > 0) {
    return say('what_if_later', { days: days ?? 0, late: daysPastDue + (days ?? 0) });
  }
  return say(`what_if_${kind}`, { days: days ?? 0, amount: soles(now) });
}

/** One row per scenario; each total opens its explanation. */
function Ways({ found, say }: { readonly found: WhatIfBody; readonly say: Say }) {
  return (
    <table className="rows ways">
      <caption className="sr">{say('what_if_lead')}</caption>
      <thead>
        <tr>
          {(['way', 'total', 'difference', 'now', 'until'] as const).map((column) => (
            <th key={column} scope="col">
              {say(`what_if_${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {found.scenarios.map((scenario) => (
          <tr key={`${scenario.kind}${scenario.days}`}>
            <th scope="row">
              {nameOf(scenario, found, say)}
              {scenario.kind === 'late' && <p className="xs mute">{say('what_if_late_note')}</p>}
            </th>
            <td data-name={say('what_if_total')}>
              <ExplainedSum terms={termsOnWire(scenario.terms)} totalCents={fromSoles(scenario.total)} say={say} />
            </td>
            <td data-name={say('what_if_difference')}>
              <Difference scenario={scenario} found={found} say={say} />
            </td>
            <td data-name={say('what_if_now')}>
              <ExplainedSum terms={termsOnWire(scenario.nowTerms)} totalCents={fromSoles(scenario.now)} say={say} />
            </td>
            <td data-name={say('what_if_until')}>
              <time dateTime={scenario.date}>{formatDate(scenario.date)}</time>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DifferenceProps extends Pick<Props, 'say'> {
  readonly scenario: ScenarioBody;
  readonly found: WhatIfBody;
}

/** The difference to the scenario it is compared with, and which part causes it. */
function Difference({ scenario, found: { comparedTo, scenarios }, say }: DifferenceProps) {
  const { kind, difference } = scenario;
  if (kind === comparedTo) return <>{say('what_if_base')}</>;
  if (difference === 0) return <>{say('what_if_same')}</>;
  const base = scenarios.find((other) => other.kind === comparedTo);
  const [here, there] = [termsOnWire(scenario.terms), termsOnWire(base?.terms ?? [])];
  const isLess = difference < 0;
  const amount = Math.abs(difference);
  return (
    <ExplainedSum
      terms={isLess ? subtractTerms(there, here) : subtractTerms(here, there)}
      totalCents={fromSoles(amount)}
      isSaved={isLess}
      say={say}
    >
      {say(isLess ? 'what_if_less' : 'what_if_more', { amount: soles(amount) })}
    </ExplainedSum>
  );
}

/** As many choices as fit in one row. */
const LATE_DAYS = [1, 5, 10, 15, 20, 30] as const;

/**
 * The choice of other days and another amount; the server calculates, because the browser must not estimate anything.
 */
function Choice({ found, store, say }: { readonly found: WhatIfBody; readonly store: WhatIfStore; readonly say: Say }) {
  const id = useId();
  const choice = useStore(store.$choice);
  const comparing = useStore(store.$comparing);
  const bounds = found.prepay;
  const limits = bounds ? say('what_if_prepay_bounds', { min: soles(bounds.min), max: soles(bounds.max) }) : '';
  const daysName = say(found.daysPastDue > 0 ? 'what_if_later_days' : 'what_if_late_days');
  return (
    <details className="card flat fold">
      <summary>
        <span>
          <b className="h h3" id={id}>
            {say('what_if_change')}
          </b>
          <small>{[daysName, bounds && say('what_if_prepay_amount')].filter(Boolean).join(' · ')}</small>
        </span>
      </summary>
      <form
        className="stack-s"
        aria-labelledby={id}
        onSubmit={(event) => {
          event.preventDefault();
          store.compare();
          // As in every form, the focus goes to what is wrong.
          if (store.$choice.get().wrong) event.currentTarget.querySelector<HTMLInputElement>('[name=prepay]')?.focus();
        }}
      >
        <fieldset>
          <legend className="lbl">{daysName}</legend>
          <div className="terms months">
            {LATE_DAYS.map((days) => (
              <label key={days}>
                <input
                  type="radio"
                  name={`${id}days`}
                  checked={choice.lateDays === days}
                  onChange={() => store.change({ lateDays: days })}
                />
                {days}
              </label>
            ))}
          </div>
        </fieldset>
        {bounds && (
          <TextField
            id={`${id}prepay`}
            name="prepay"
            label={say('what_if_prepay_amount')}
            help={limits}
            error={choice.wrong && (choice.wrong === 'bounds' ? limits : say('calc_amount_unreadable'))}
            errorWord={say('client_error')}
            inputMode="decimal"
            autoComplete="off"
            prefix="S/"
            width="m"
            value={choice.prepay}
            onChange={(prepay) => store.change({ prepay })}
          />
        )}
        <button type="submit" className="btn line" aria-disabled={comparing === 'busy' || undefined}>
          {say(comparing === 'busy' ? 'what_if_loading' : 'what_if_ask')}
        </button>
        <p role="status" className="small mute">
          {comparing === 'done' && say('what_if_compared')}
          {comparing === 'failed' && say('what_if_not_compared')}
        </p>
      </form>
    </details>
  );
}
