import type { LoanBody } from '#api/loan-body.ts';
import { solesText } from '#client-area/loan-parts/money-text.ts';
import { payoutDelayText } from '#client-area/loan-parts/payout-delay.ts';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { MoneyArrives } from '#ui/illustration/money-arrives.tsx';
import { Money } from '#ui/money/money.tsx';
import { Note } from '#ui/note/note.tsx';
import type { ProfileTextKey } from './texts.ts';

interface Props extends Pick<ScreenProps<ProfileTextKey>, 'say' | 'locale'> {
  readonly loan: LoanBody;
}

function titleOf({ payoutReviewed, status }: LoanBody, waits: boolean) {
  if (payoutReviewed) return 'loan_payout_reviewed_title';
  if (waits) return 'profile_payout_waits';
  return status === 'DISBURSMENT_FAILED' ? 'profile_bank_refused' : 'profile_on_its_way';
}

/** A loan before its payout: nothing is owed yet. */
export function PayoutPending({ loan, locale, say }: Props) {
  const isRefused = loan.status === 'DISBURSMENT_FAILED';
  const waits = payoutDelayText(loan, locale, say);
  return (
    <section className="card edge stack">
      <div className="weave" aria-hidden="true" />
      {!isRefused && <MoneyArrives />}
      <h2 className="h3">{say(titleOf(loan, waits !== undefined))}</h2>
      {loan.principalDisbursing > 0 && (
        <p>
          <Money amount={solesText(loan.principalDisbursing)} size="xl" />
        </p>
      )}
      {waits ? (
        <Note look="warn">
          <p>{waits}</p>
        </Note>
      ) : isRefused ? (
        <Note look="bad">
          <p>{say('profile_bank_refused_text')}</p>
          <a className="btn" href={screenHref('application-information-missing', { item: 'bankAccount' })}>
            {say('profile_other_account')}
          </a>
        </Note>
      ) : (
        <p>{say('profile_on_its_way_text', { status: say(`loan_status_${loan.status}`) })}</p>
      )}
    </section>
  );
}
