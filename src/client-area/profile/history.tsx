import type { LoanSummary } from '#api/endpoints/loans/list-loans.ts';
import { LoadedView } from '#client-area/data/loaded.tsx';
import { amountText } from '#client-area/loan/money-text.ts';
import { PaymentsMade } from '#client-area/loan/payments-made.tsx';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { formatDate } from '#i18n/format-date.ts';
import { Note } from '#ui/note/note.tsx';
import type { LoanHistoryStore } from './profile.store.ts';
import type { ProfileTextKey } from './texts.ts';

interface Props extends Pick<ScreenProps<ProfileTextKey>, 'say'> {
  readonly history: LoanHistoryStore;
}

/** All loans. With basic assurance: that there are more, and how to see them. */
export function LoanHistoryView({ history, say }: Props) {
  return (
    <div className="his stack card">
      <LoadedView
        store={history}
        look="lines"
        say={say}
        refused={({ status }) => status === 428 && <Locked history={history} say={say} />}
      >
        {({ loans, detail }) =>
          loans.length === 0 ? null : (
            <>
              {detail && <PaymentsMade loanNumber={detail.number} payments={detail.payments} say={say} />}
              <Loans loans={loans} say={say} />
            </>
          )
        }
      </LoadedView>
      <p className="floor">
        <a className="tapl" href={screenHref('profile-documents')}>
          {say('place_documents')}
        </a>
      </p>
    </div>
  );
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
    <section className="stack" aria-labelledby="profile-history">
      <h2 className="h3" id="profile-history">
        {say('profile_history')}
      </h2>
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
                <a href={screenHref('modals-payment-schedule', { loan: number })}>{number}</a>
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
    </section>
  );
}
