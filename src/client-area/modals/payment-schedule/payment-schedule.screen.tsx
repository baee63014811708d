import { LoadedView, useLoaded } from '#client-area/data/loaded.tsx';
import { BackLink } from '#client-area/frame/back-link.tsx';
import { KeepDates } from '#client-area/loan-parts/keep-dates.tsx';
import { loanInQuery } from '#client-area/loan-parts/loan-in-query.ts';
import { PaymentsMade } from '#client-area/loan-parts/payments-made.tsx';
import { loanRows } from '#client-area/loan-parts/schedule-rows.ts';
import { ScheduleTable } from '#client-area/loan-parts/schedule-table.tsx';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { Coded } from '#client-area/texts/coded.tsx';
import { EmptyState } from '#ui/empty-state/empty-state.tsx';
import { createSchedule, type ScheduledLoan } from './payment-schedule.store.ts';
import type { PaymentScheduleTextKey } from './texts.ts';

type Props = ScreenProps<PaymentScheduleTextKey>;

/** Every instalment of a loan with all its parts, in a table that adds up. */
export function Screen({ say, locale, query }: Props) {
  const store = useLoaded(() => createSchedule(loanInQuery(query)));
  return (
    <div className="wrap page stack-l">
      <div className="stack-s">
        <BackLink href={screenHref('profile')}>{say('pay_my_loans')}</BackLink>
        <h1>{say('schedule_title')}</h1>
      </div>
      <LoadedView store={store} say={say} refused={({ status }) => status === 404 && <None say={say} />}>
        {(loan, isStale) =>
          loan && loan.schedule.length > 0 ? (
            <Schedule loan={loan} isStale={isStale} locale={locale} say={say} />
          ) : (
            <None isVoided={loan?.status === 'VOIDED'} say={say} />
          )
        }
      </LoadedView>
    </div>
  );
}

interface ScheduleProps extends Pick<Props, 'say' | 'locale'> {
  readonly loan: ScheduledLoan;
  readonly isStale: boolean;
}

function Schedule({ loan, isStale, locale, say }: ScheduleProps) {
  const rows = loanRows(loan.schedule);
  return (
    <div className="stack-l">
      <p className="lead">
        <Coded text={say(isStale ? 'schedule_lead_seen' : 'schedule_lead', { loan: loan.number })} />
      </p>
      <ScheduleTable rows={rows} say={say} />
      <KeepDates loanNumber={loan.number} rows={rows} locale={locale} say={say} />
      <PaymentsMade loanNumber={loan.number} payments={loan.payments ?? []} say={say} />
      <p>
        <a className="tapl" href={screenHref('profile-documents')}>
          {say('schedule_paper')}
        </a>
      </p>
    </div>
  );
}

/** The message for a loan without a schedule: one that was cancelled before its payout never gets one. */
function None({ isVoided = false, say }: Pick<Props, 'say'> & { readonly isVoided?: boolean }) {
  return (
    <EmptyState title={say(isVoided ? 'schedule_voided' : 'schedule_none')}>
      <p>{say(isVoided ? 'schedule_voided_text' : 'schedule_none_text')}</p>
    </EmptyState>
  );
}
