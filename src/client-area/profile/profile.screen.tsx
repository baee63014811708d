import { useState } from 'react';
import type { LoanDetail } from '#api/endpoints/arrangements/get-loan.ts';
import { LoadedView, useLoaded } from '#client-area/data/loaded.tsx';
import { DOCUMENTS, NOTIFICATIONS, PlaceList, rowsOf, SETTINGS } from '#client-area/loan-parts/place-list.tsx';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { $hasNetwork } from '#stores/online.ts';
import { $profile } from '#stores/profile.ts';
import { useStore } from '../use-store.ts';
import { CreditNote, EarlierCredit } from './credit-note.tsx';
import { DueCard } from './due-card.tsx';
import { LoanHistoryView, OtherDebts } from './history.tsx';
import { Limits, Ways } from './late-ways.tsx';
import { LaterPromise } from './later-promise.tsx';
import { LoanLine } from './loan-line.tsx';
import { MarketingPrompt } from './marketing-prompt.tsx';
import { News } from './news.tsx';
import { NoLoan } from './no-loan.tsx';
import { PasskeyOffer } from './passkey-offer.tsx';
import { PaymentPending, PaymentWaiting } from './payment-pending.tsx';
import { PayoutPending } from './payout-pending.tsx';
import { createLoanHistory, createMyLoan, type LoanHistoryStore, type MyLoan } from './profile.store.ts';
import { ScheduleCard } from './schedule-card.tsx';
import type { ProfileTextKey } from './texts.ts';

type Props = ScreenProps<ProfileTextKey>;

/**
 * My loan on one screen: the debt or the ways out of being late, one button, the schedule; in the rail of a desk what comes
 * next and what else can be done.
 */
export function Screen(props: Props) {
  const { say } = props;
  const name = useStore($profile)?.firstName;
  const mine = useLoaded(createMyLoan);
  const [history] = useState(createLoanHistory);
  return (
    <div className="wrap page stack">
      <h1 className="h2">{name ? say('profile_hello', { name }) : say('profile_title')}</h1>
      <LoadedView store={mine} say={say}>
        {(value, isStale) => (
          <MyLoanView {...props} mine={value} isStale={isStale} reload={mine.load} history={history} />
        )}
      </LoadedView>
    </div>
  );
}

interface MyLoanProps extends Props {
  readonly mine: MyLoan;
  readonly isStale: boolean;
  readonly reload: () => void;
  readonly history: LoanHistoryStore;
}

function MyLoanView({ mine, isStale, reload, history, ...props }: MyLoanProps) {
  const { say } = props;
  const { loan, quote, late } = mine;
  const seen = useStore(history.$state);
  const detail = seen.kind === 'ready' && seen.value.detail?.number === loan?.number ? seen.value.detail : undefined;
  const isRunning = loan !== null && quote !== undefined;
  const hasRows = isRunning && (loan.schedule.length > 1 || loan.plan !== null);
  return (
    <div className="cols main loan">
      <div className="stack due">
        <Owed
          {...props}
          mine={mine}
          isStale={isStale}
          reload={reload}
          history={history}
          creditTerms={detail?.creditTerms}
        />
        {isRunning && late && !isStale && <Ways late={late} today={quote.date} say={say} />}
        {isRunning && late && !isStale && <LaterPromise {...props} />}
        {!late && <UnconfirmedEmail say={say} />}
        {hasRows && <ScheduleCard loan={loan} say={say} />}
      </div>
      <div className="stack rail">
        {isRunning && !isStale && (
          <LoanLine loan={loan} today={quote.date} isBeside={hasRows} locale={props.locale} say={say} />
        )}
        <section className="card act" aria-label={say('profile_can_do')}>
          <PlaceList
            places={isStale ? [DOCUMENTS] : loan ? rowsOf(mine) : [DOCUMENTS, NOTIFICATIONS, SETTINGS]}
            hasPerson={isStale || late !== undefined}
            say={say}
          />
        </section>
        {late && <Limits say={say} />}
      </div>
      <div className="stack">
        <div className="row">
          <News isLate={late !== undefined} say={say} />
          <PasskeyOffer isQuiet={late !== undefined} say={say} />
        </div>
        <LoanHistoryView history={history} isRunning={isRunning} say={say} />
        <MarketingPrompt say={say} />
      </div>
    </div>
  );
}

function UnconfirmedEmail({ say }: Pick<Props, 'say'>) {
  const email = useStore($profile)?.email;
  if (!email || email.verified || email.pending) return null;
  return (
    <p className="small">
      {say('profile_email')}{' '}
      <a className="tapl" href={screenHref('profile-settings')}>
        {say('profile_email_go')}
      </a>
    </p>
  );
}

/** The sums owed or on their way, and the client's credit. */
function Owed({
  mine: { loan, quote, onItsWay, waiting, hasPaid, late },
  isStale,
  reload,
  history,
  creditTerms,
  locale,
  say,
}: MyLoanProps & { readonly creditTerms: LoanDetail['creditTerms'] | undefined }) {
  const hasNetwork = useStore($hasNetwork);
  return (
    <>
      {waiting && (isStale || !hasNetwork) && <PaymentWaiting payment={waiting} say={say} />}
      {onItsWay && <PaymentPending payment={onItsWay} say={say} />}
      {loan && quote ? (
        <DueCard
          loan={loan}
          quote={quote}
          onItsWay={onItsWay}
          hasPaid={hasPaid}
          late={late}
          isStale={isStale}
          reload={reload}
          locale={locale}
          say={say}
        />
      ) : loan ? (
        <PayoutPending loan={loan} locale={locale} say={say} />
      ) : (
        <NoLoan history={history} say={say} />
      )}
      {loan && loan.unappliedCredit > 0 && <CreditNote loan={loan} terms={creditTerms} say={say} />}
      <OtherDebts history={history} running={loan?.number} say={say} />
      <EarlierCredit history={history} running={loan?.number} say={say} />
    </>
  );
}
