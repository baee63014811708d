import { isApplicationScreen } from '#api/screens.ts';
import { ExplainedSum } from '#client-area/explain/explained-sum.tsx';
import { outstandingTerms } from '#client-area/explain/loan-terms.ts';
import { openScreen, screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { fromSoles } from '#loan/money.ts';
import { $profileState } from '#stores/profile-state.ts';
import { EmptyState } from '#ui/empty-state/empty-state.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { useStore } from '../use-store.ts';
import type { LoanHistoryStore } from './profile.store.ts';
import type { ProfileTextKey } from './texts.ts';

interface Props extends Pick<ScreenProps<ProfileTextKey>, 'say'> {
  readonly history: LoanHistoryStore;
}

/** The screen without a running loan: earlier loans, an open application, and the way to a loan. */
export function NoLoan({ history, say }: Props) {
  const state = useStore(history.$state);
  const next = useStore($profileState)?.nextScreen;
  const loans = state.kind === 'ready' ? state.value.loans : [];
  const writtenOff = loans.find(({ status, totalOutstanding }) => status === 'WRITTEN_OFF' && totalOutstanding > 0);
  if (writtenOff) {
    const { number, totalOutstanding } = writtenOff;
    // Only the newest loan has details.
    const detail = state.kind === 'ready' && state.value.detail?.number === number ? state.value.detail : undefined;
    return (
      <section className="card edge stack">
        <div className="weave" aria-hidden="true" />
        <h2 className="h3">{say('profile_written_off')}</h2>
        <p>
          <ExplainedSum
            terms={detail ? outstandingTerms(detail) : []}
            totalCents={fromSoles(totalOutstanding)}
            size="xl"
            say={say}
          />
        </p>
        <p>{say('profile_written_off_text')}</p>
        <a className="btn" href={screenHref('profile-components-payment-repay-loan', { loan: number })}>
          {say('profile_written_off_pay')}
        </a>
      </section>
    );
  }
  if (next && isApplicationScreen(next.name)) {
    return (
      <EmptyState title={say('profile_application')}>
        <p>{say('profile_application_text')}</p>
        <p>
          <button type="button" className="btn" onClick={() => openScreen(next)}>
            {say('profile_application_go')}
          </button>
        </p>
      </EmptyState>
    );
  }
  if (state.kind === 'loading') return <Skeleton label={say('client_loading')} look="cards" />;
  // Without the history it is unknown whether there was a loan, so the text says nothing about it.
  const isKnown = state.kind === 'ready';
  const isPaid = loans.some(({ status }) => status === 'PAID');
  const title = isPaid ? 'profile_nothing_owed' : isKnown ? 'profile_no_loan' : 'profile_none_running';
  return (
    <EmptyState title={say(title)}>
      <p>{say(`${title}_text`)}</p>
      <p>
        <a className="btn" href={screenHref('calculator')}>
          {say('profile_calculate')}
        </a>
      </p>
    </EmptyState>
  );
}
