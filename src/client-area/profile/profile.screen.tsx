import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { LoadedView, useLoaded } from '#client-area/data/loaded.tsx';
import { DOCUMENTS, NOTIFICATIONS, PlaceList, placesOf, SETTINGS } from '#client-area/loan/place-list.tsx';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { $profile } from '#stores/profile.ts';
import { Note } from '#ui/note/note.tsx';
import { CreditNote, EarlierCredit } from './credit-note.tsx';
import { DueCard } from './due-card.tsx';
import { LoanHistoryView } from './history.tsx';
import { MarketingPrompt } from './marketing-prompt.tsx';
import { News } from './news.tsx';
import { NoLoan } from './no-loan.tsx';
import { PaymentPending } from './payment-pending.tsx';
import { PayoutPending } from './payout-pending.tsx';
import { createLoanHistory, createMyLoan, type LoanHistoryStore, type MyLoan } from './profile.store.ts';
import { ScheduleCard } from './schedule-card.tsx';
import type { ProfileTextKey } from './texts.ts';

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
  const { say, locale } = props;
  const { loan, quote, onItsWay } = mine;
  const seen = useStore(history.$state);
  const detail = seen.kind === 'ready' && seen.value.detail?.number === loan?.number ? seen.value.detail : undefined;
  const isRunning = loan !== null && quote !== undefined;
  return (
    <div className="cols main prof">
      <div className="due stack">
        {onItsWay && <PaymentPending payment={onItsWay} say={say} />}
        {isRunning ? (
          <DueCard loan={loan} quote={quote} onItsWay={onItsWay} isStale={isStale} locale={locale} say={say} />
        ) : loan ? (
          <PayoutPending loan={loan} locale={locale} say={say} />
        ) : (
          <NoLoan history={history} say={say} />
        )}
        {loan && loan.unappliedCredit > 0 && <CreditNote loan={loan} terms={detail?.creditTerms} say={say} />}
        <EarlierCredit history={history} running={loan?.number} say={say} />
        <News say={say} />
      </div>
      <section className="card stack-s act" aria-labelledby="profile-can-do">
        <h2 className="h3" id="profile-can-do">
          {say('profile_can_do')}
        </h2>
        <PlaceList places={[...placesOf(loan), DOCUMENTS, NOTIFICATIONS, SETTINGS]} say={say} />
      </section>
      {isRunning && <ScheduleCard loan={loan} history={history} say={say} />}
      <LoanHistoryView history={history} say={say} />
      <MarketingPrompt say={say} />
    </div>
  );
}
