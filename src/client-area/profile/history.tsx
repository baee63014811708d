import type { LoanSummary } from '#api/endpoints/loans/list-loans.ts';
import { amountText, solesText } from '#client-area/loan-parts/money-text.ts';
import { PaymentsMade } from '#client-area/loan-parts/payments-made.tsx';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { formatDate } from '#i18n/format-date.ts';
import { Note } from '#ui/note/note.tsx';
import { Coded } from '../texts/coded.tsx';
import { useStore } from '../use-store.ts';
import type { LoanHistoryStore } from './profile.store.ts';
import type { ProfileTextKey } from './texts.ts';

interface Props extends Pick<ScreenProps<ProfileTextKey>, 'say'> {
  readonly history: LoanHistoryStore;
}

/**
 * Payments and earlier loans, folded while a loan runs. With basic assurance: a note that they exist, and how to see
 * them.
 */
export function LoanHistoryView({ history, isRunning, say }: Props & { readonly isRunning: boolean }) {
  const state = useStore(history.$state);
  const { loans, detail } = state.kind === 'ready' ? state.value : { loans: [], detail: undefined };
  const isLocked = state.kind === 'refused' && state.answer.status === 428;
  const isOne = isRunning && loans.length === 1;
  if (!isLocked && (loans.length === 0 || (isOne && !detail?.payments.length))) return null;
  return (
    <details className="fold his" open={!isRunning}>
      <summary>{say('profile_history')}</summary>
      {isLocked && <Locked history={history} say={say} />}
      {detail && <PaymentsMade loanNumber={detail.number} payments={detail.payments} say={say} />}
      {loans.length > 0 && !isOne && <Loans loans={loans} say={say} />}
    </details>
  );
}

/** The debts of other loans: one that a payment taken back has opened again, or that was written off. */
export function OtherDebts({ history, running, say }: Props & { readonly running: string | undefined }) {
  const state = useStore(history.$state);
  // Without a running loan the page itself says what is owed on one that was written off.
  if (state.kind !== 'ready' || running === undefined) return null;
  return state.value.loans
    .filter(({ number, totalOutstanding }) => number !== running && totalOutstanding > 0)
    .map(({ number, status, totalOutstanding }) => (
      <section key={number} className="card apart">
        <div>
          <h2 className="h3">{say('profile_other_loan', { loan: number })}</h2>
          <p>
            {say(`loan_status_${status}`)}. {say('profile_total_of', { amount: solesText(totalOutstanding) })}
          </p>
        </div>
        <a className="btn line" href={screenHref('profile-components-payment-repay-loan', { loan: number })}>
          {say('profile_pay')}
        </a>
      </section>
    ));
}

function Locked({ history, say }: Props) {
  return (
    <Note icon="lock" title={say('profile_history_locked')}>
      <p>{say('profile_history_locked_text')}</p>
      <button type="button" className="btn line sm" onClick={history.ask}>
        {say('profile_history_unlock')}
      </button>
    </Note>
  );
}

function Loans({ loans, say }: Pick<Props, 'say'> & { readonly loans: readonly LoanSummary[] }) {
  return (
    <table className="rows schedule">
      <thead>
        <tr>
          <th scope="col">{say('profile_history_code')}</th>
          <th scope="col" className="wide-only">
            {say('profile_history_asked')}
          </th>
          <th scope="col" className="n">
            {say('profile_history_amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {loans.map(({ number, originatedOn, status, paidOn, principal }) => (
          <tr key={number}>
            <th scope="row">
              <a href={screenHref('modals-payment-schedule', { loan: number })}>
                <Coded text={number} />
              </a>
              <small>
                {say(`loan_status_${status}`)}
                {paidOn && ` ${formatDate(paidOn)}`}
              </small>
            </th>
            <td className="l wide-only">{formatDate(originatedOn)}</td>
            <td data-name={say('profile_history_amount')}>{amountText(principal)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
