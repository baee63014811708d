import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { LoanDetail } from '#api/endpoints/arrangements/get-loan.ts';
import type { LoanBody } from '#api/loan-body.ts';
import type { ScreenName } from '#api/screens.ts';
import { LoadedView, useLoaded } from '#client-area/data/loaded.tsx';
import { BalancePicture } from '#client-area/loan/balance-picture.tsx';
import { DOCUMENTS, NOTIFICATIONS, PlaceList, placesOf, SETTINGS, WHAT_IF } from '#client-area/loan/place-list.tsx';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { $profile } from '#stores/profile.ts';
import { Note } from '#ui/note/note.tsx';
import { CreditNote, EarlierCredit } from './credit-note.tsx';
import { DueCard } from './due-card.tsx';
import { LoanHistoryView } from './history.tsx';
import { LevelCard } from './level-card.tsx';
import { MarketingPrompt } from './marketing-prompt.tsx';
import { News } from './news.tsx';
import { NoLoan } from './no-loan.tsx';
import { PaymentPending } from './payment-pending.tsx';
import { PayoutPending } from './payout-pending.tsx';
import { createLoanHistory, createMyLoan, type LoanHistoryStore, type MyLoan } from './profile.store.ts';
import { DueParts, ScheduleCard } from './schedule-card.tsx';
import type { ProfileTextKey } from './texts.ts';
import { WaysOut } from './ways-out.tsx';

type Props = ScreenProps<ProfileTextKey>;

/** My loans: what is owed, when, and how to pay; the schedule, the balance, and earlier loans. */
export function Screen(props: Props) {
  const { say } = props;
  const profile = useStore($profile);
  const name = profile?.firstName;
  const email = profile?.email;
  const mine = useLoaded(createMyLoan);
  const [history] = useState(createLoanHistory);
  return (
    <div className="wrap page stack-l">
      <h1>{name ? say('profile_hello', { name }) : say('profile_title')}</h1>
      {email && !email.verified && !email.pending && (
        <Note look="warn">
          <p>
            {say('settings_email_pending', { email: email.value })}{' '}
            <a href={screenHref('profile-settings')}>{say('settings_email_again')}</a>
          </p>
        </Note>
      )}
      <LoadedView store={mine} say={say}>
        {(value, isStale) => <MyLoanView {...props} mine={value} isStale={isStale} history={history} />}
      </LoadedView>
    </div>
  );
}

interface MyLoanProps extends Props {
  readonly mine: MyLoan;
  readonly isStale: boolean;
  readonly history: LoanHistoryStore;
}

function MyLoanView({ mine, isStale, history, ...props }: MyLoanProps) {
  const { say } = props;
  const { loan, quote, late } = mine;
  const seen = useStore(history.$state);
  const detail = seen.kind === 'ready' && seen.value.detail?.number === loan?.number ? seen.value.detail : undefined;
  const isRunning = loan !== null && quote !== undefined;
  const points = isRunning && detail ? detail.balance : [];
  const hasPicture = points.length > BARE_POINTS;
  // Beside a long schedule there is room for the level.
  const isLong = isRunning && loan.schedule.length > 1;
  return (
    <>
      <div className="cols main even">
        <div className="stack due">
          <Owed {...props} mine={mine} isStale={isStale} history={history} creditTerms={detail?.creditTerms} />
          {isRunning &&
            (late ? <WaysOut late={late} today={quote.date} say={say} /> : <ScheduleCard loan={loan} say={say} />)}
        </div>
        <div className="stack">
          {loan && late && <DueParts loan={loan} say={say} />}
          <Actions loan={loan} isRunning={isRunning} isLate={late !== undefined} say={say} />
          <News say={say} />
          {isLong && <LevelCard say={say} />}
        </div>
      </div>
      <div className="cols main even second">
        {isLong && late && <ScheduleCard loan={loan} say={say} />}
        {hasPicture && (
          <section className="card stack grow" aria-labelledby="profile-balance">
            <h2 className="h3" id="profile-balance">
              {say('profile_balance')}
            </h2>
            <BalancePicture points={points} say={say} />
          </section>
        )}
        {!isLong && <LevelCard say={say} />}
        <LoanHistoryView history={history} say={say} />
        <MarketingPrompt say={say} />
      </div>
    </>
  );
}

/** What is owed or on its way, and what is owed to the client. */
function Owed({
  mine: { loan, quote, onItsWay, late },
  isStale,
  history,
  creditTerms,
  locale,
  say,
}: MyLoanProps & { readonly creditTerms: LoanDetail['creditTerms'] | undefined }) {
  return (
    <>
      {onItsWay && <PaymentPending payment={onItsWay} say={say} />}
      {loan && quote ? (
        <DueCard
          loan={loan}
          quote={quote}
          onItsWay={onItsWay}
          late={late}
          isStale={isStale}
          locale={locale}
          say={say}
        />
      ) : loan ? (
        <PayoutPending loan={loan} locale={locale} say={say} />
      ) : (
        <NoLoan history={history} say={say} />
      )}
      {loan && loan.unappliedCredit > 0 && <CreditNote loan={loan} terms={creditTerms} say={say} />}
      <EarlierCredit history={history} running={loan?.number} say={say} />
    </>
  );
}

interface ActionsProps extends Pick<Props, 'say'> {
  readonly loan: LoanBody | null;
  readonly isRunning: boolean;
  /** The ways out have a card of their own. */
  readonly isLate: boolean;
}

function Actions({ loan, isRunning, isLate, say }: ActionsProps) {
  return (
    <section className="card stack-s act grow" aria-labelledby="profile-can-do">
      <h2 className="h3" id="profile-can-do">
        {say(isLate ? 'profile_other' : 'profile_can_do')}
      </h2>
      <PlaceList places={isLate ? [WHAT_IF, DOCUMENTS] : actionsOf(loan)} say={say} />
      {isRunning && (
        <p className="floor">
          <a className="tapl small" href={screenHref('profile-components-navigation')}>
            {say('profile_all_places')}
          </a>
        </p>
      )}
    </section>
  );
}

/** Start and end alone make no picture. */
const BARE_POINTS = 2;

/** At most three links, before the contact: what this loan asks for first, without what has a card of its own. */
function actionsOf(loan: LoanBody | null) {
  if (!loan) return [DOCUMENTS, NOTIFICATIONS, SETTINGS];
  const places = placesOf(loan).filter(({ screen }) => !HAVE_CARDS.includes(screen));
  const all = [...places, DOCUMENTS];
  // The card above has the button.
  return (all.length > MOST_ACTIONS ? all.filter(({ screen }) => screen !== PAY_SCREEN) : all).slice(0, MOST_ACTIONS);
}

const MOST_ACTIONS = 3;
const PAY_SCREEN: ScreenName = 'profile-components-payment-repay-loan';
const HAVE_CARDS: readonly ScreenName[] = ['profile-cards-trust-level', 'modals-payment-schedule'];
