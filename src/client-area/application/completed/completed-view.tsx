import type { ClientScreen } from '#api/client-screens.ts';
import { getApplication } from '#api/endpoints/applications/get-application.ts';
import type { PayoutBody } from '#api/payout-body.ts';
import { createLoadedBeside } from '#client-area/data/loaded.store.ts';
import { useLoaded } from '#client-area/data/loaded.tsx';
import { LoadedBeside } from '#client-area/data/loaded-beside.tsx';
import { KeepDates } from '#client-area/loan-parts/keep-dates.tsx';
import { limaMoment } from '#client-area/loan-parts/lima-moment.ts';
import { OutcomeHead } from '#client-area/loan-parts/outcome-head.tsx';
import { payoutDelayText } from '#client-area/loan-parts/payout-delay.ts';
import { loanRows } from '#client-area/loan-parts/schedule-rows.ts';
import { useActiveLoan } from '#client-area/loan-parts/use-active-loan.ts';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '#client-area/use-store.ts';
import { formatSoles } from '#i18n/format.ts';
import { fromSoles } from '#loan/money.ts';
import { $profile } from '#stores/profile.ts';
import { $profileState } from '#stores/profile-state.ts';
import { type KeyValue, KeyValues } from '#ui/figures/key-values.tsx';
import { AnyIcon } from '#ui/icon/any-icon.tsx';
import type { AnyIconName } from '#ui/icon/more-icons.ts';
import { MoneyArrives } from '#ui/illustration/money-arrives.tsx';
import { TitledSection } from '#ui/titled-section/titled-section.tsx';
import { SeenButton } from '../any-step/seen-button.tsx';
import { ReceivingAccount } from '../offer/receiving-account.tsx';
import { momentText } from '../waiting/wait-view.tsx';
import { Way, type WayStep } from '../waiting/way.tsx';
import type { CompletedTextKey } from './completed-texts.ts';

interface Props extends ScreenProps<CompletedTextKey> {
  readonly screen: Extract<ClientScreen, 'application-completed' | 'application-completed-returning'>;
}

/** A signed loan: where its money is, with times, what comes next, and where the documents are. */
export function CompletedView({ screen, locale, say }: Props) {
  const name = useStore($profile)?.firstName;
  const title = name ? say('completed_title_name', { name }) : say('completed_title');
  const application = useLoaded(() => createLoadedBeside(getApplication, {}));
  const state = useStore(application.$state);
  const signed = state.kind === 'ready' ? state.value : undefined;
  const { payout, account } = signed ?? {};
  const isPaid = Boolean(payout?.paidAt);
  const running = useActiveLoan(isPaid);
  const waits = payoutDelayText(running, locale, say);
  const loan = useStore($profileState)?.loan;
  const points: [AnyIconName, string][] = [
    ...(isPaid ? [] : [['phone', say('completed_next_money')] satisfies [AnyIconName, string]]),
    ['document', say('completed_next_papers')],
    ['calendar', say('completed_next_reminder')],
  ];
  const facts: KeyValue[] = [
    ...(loan ? [{ name: say('completed_loan'), value: loan.number }] : []),
    ...(signed ? [{ name: say('outcome_reference'), value: signed.reference }] : []),
  ];
  return (
    <div className="wrap page stack-l">
      <OutcomeHead tag={say('completed_signed_title')} title={headingOf({ running, isPaid, waits, title }, say)}>
        {/* The text does not say that the money was sent before that is known. */}
        <p className="lead" role="status">
          {leadOf({ running, payout, waits }, say)}
        </p>
      </OutcomeHead>
      <LoadedBeside state={state} say={say}>
        <div className="cols main even">
          <div className="stack">
            <TitledSection id="payout-way" look="card edge stack grow" title={say('receiving_title')} isWoven>
              <MoneyArrives />
              {account && <ReceivingAccount account={account} say={say} />}
              {payout && <Way steps={payoutSteps(payout, waits, say)} say={say} />}
              <div className="row floor">
                <SeenButton screen={screen} label={say('outcome_my_loan')} otherwise="profile" say={say} />
                {payout && !isPaid && (
                  <button type="button" className="btn quiet" onClick={application.load}>
                    {say('payout_look')}
                  </button>
                )}
              </div>
            </TitledSection>
          </div>
          <aside className="stack">
            <TitledSection id="payout-next" look="card flat stack grow" title={say('completed_next')}>
              <ul className="points">
                {points.map(([icon, text]) => (
                  <li key={text}>
                    <AnyIcon name={icon} />
                    {text}
                  </li>
                ))}
              </ul>
              {running && isPaid && (
                <KeepDates loanNumber={running.number} rows={loanRows(running.schedule)} locale={locale} say={say} />
              )}
              {facts.length > 0 && <KeyValues items={facts} />}
              <p className="floor">
                <a className="tapl" href={screenHref('profile-documents')}>
                  {say('completed_documents')}
                </a>
              </p>
            </TitledSection>
          </aside>
        </div>
      </LoadedBeside>
    </div>
  );
}

type Say = Props['say'];
type Running = ReturnType<typeof useActiveLoan>;

function headingOf(
  { running, isPaid, waits, title }: { running: Running; isPaid: boolean; waits: string | undefined; title: string },
  say: Say,
): string {
  if (running === undefined) return say('completed_signed_title');
  if (running?.payoutReviewed) return say('loan_payout_reviewed_title');
  if (waits) return say('completed_waits_title');
  return isPaid ? say('completed_paid_title') : title;
}

function leadOf(
  { running, payout, waits }: { running: Running; payout: PayoutBody | null | undefined; waits: string | undefined },
  say: Say,
): string {
  if (running === undefined) return say('completed_signed_lead');
  if (waits) return waits;
  if (payout?.paidAt) return say('completed_paid_lead');
  if (!payout) return say('completed_signed_lead');
  const amount = formatSoles(fromSoles(payout.amount));
  return say(payout.sentAt ? 'completed_lead' : 'completed_sending_lead', { amount });
}

/** Lists the steps of a payout. A step that has happened has its time; none is ticked before. */
export function payoutSteps({ signedAt, sentAt, paidAt }: PayoutBody, waits: string | undefined, say: Say): WayStep[] {
  const sent: WayStep = sentAt
    ? { title: say('payout_sent'), when: momentText(limaMoment(sentAt)), state: 'done' }
    : { title: say('payout_sending'), note: waits, state: 'now' };
  const arrived: WayStep = paidAt
    ? { title: say('payout_arrived'), when: momentText(limaMoment(paidAt)), state: 'done' }
    : {
        title: say('payout_arrives'),
        note: waits ? undefined : say('payout_normally'),
        state: sentAt ? 'now' : 'later',
      };
  return [{ title: say('payout_signed'), when: momentText(limaMoment(signedAt)), state: 'done' }, sent, arrived];
}
