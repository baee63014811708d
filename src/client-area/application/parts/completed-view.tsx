import { useStore } from '@nanostores/react';
import { getApplication } from '#api/endpoints/applications/get-application.ts';
import { createLoadedBeside } from '#client-area/data/loaded.store.ts';
import { useLoaded } from '#client-area/data/loaded.tsx';
import { payoutDelayText } from '#client-area/loan/payout-delay.ts';
import { useActiveLoan } from '#client-area/loan/use-active-loan.ts';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { formatSoles } from '#i18n/format.ts';
import type { ClientScreen } from '#loan/client-screens.ts';
import { fromSoles } from '#loan/money.ts';
import { $profileState } from '#stores/profile-state.ts';
import { type KeyValue, KeyValues } from '#ui/figures/key-values.tsx';
import { AnyIcon } from '#ui/icon/any-icon.tsx';
import type { AnyIconName } from '#ui/icon/more-icons.ts';
import { Mark } from '#ui/illustration/mark.tsx';
import type { CompletedTextKey } from './completed-texts.ts';
import { SeenButton } from './seen-button.tsx';

interface Props extends ScreenProps<CompletedTextKey> {
  readonly screen: Extract<ClientScreen, 'application-completed' | 'application-completed-returning'>;
  readonly title: string;
  /** One more line in the list of next steps. */
  readonly more?: string;
}

/** The loan is signed: the payout is sent or waits for the account, the next steps, and where the documents are. */
export function CompletedView({ screen, title, more, locale, say }: Props) {
  const application = useLoaded(() => createLoadedBeside(getApplication, {}));
  const state = useStore(application.$state);
  const running = useActiveLoan();
  const waits = payoutDelayText(running, locale, say);
  const loan = useStore($profileState)?.loan;
  const amount = state.kind === 'ready' ? formatSoles(fromSoles(state.value.selection.amount)) : undefined;
  const facts: KeyValue[] = [
    ...(loan ? [{ name: say('completed_loan'), value: loan.number }] : []),
    ...(state.kind === 'ready' ? [{ name: say('outcome_reference'), value: state.value.reference }] : []),
  ];
  const points: [AnyIconName, string][] = [
    ['phone', say('completed_next_money')],
    ['document', say('completed_next_papers')],
    ['calendar', say('completed_next_reminder')],
    ...(more ? [['plus', more] satisfies [AnyIconName, string]] : []),
  ];
  return (
    <div className="wrap narrow form-page stack-l outcome">
      <Mark />
      <div className="stack">
        {running === undefined ? (
          <h1>{say('completed_signed_title')}</h1>
        ) : (
          <h1>
            {running?.payoutReviewed ? say('loan_payout_reviewed_title') : waits ? say('completed_waits_title') : title}
          </h1>
        )}
        {/* The text does not say that the money was sent before that is known. */}
        <p className="lead" role="status">
          {running === undefined
            ? say('completed_signed_lead')
            : (waits ?? (amount ? say('completed_lead', { amount }) : say('completed_lead_plain')))}
        </p>
      </div>
      <section className="card flat stack">
        <h2 className="h3">{say('completed_next')}</h2>
        <ul className="points">
          {points.map(([icon, text]) => (
            <li key={text}>
              <AnyIcon name={icon} />
              {text}
            </li>
          ))}
        </ul>
      </section>
      {facts.length > 0 && <KeyValues items={facts} />}
      <div className="row">
        <SeenButton screen={screen} label={say('outcome_my_loan')} otherwise="profile" say={say} />
        <a className="btn quiet" href={screenHref('profile-documents')}>
          {say('completed_documents')}
        </a>
      </div>
    </div>
  );
}
