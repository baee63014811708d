import { useId } from 'react';
import type { LoanDetail } from '#api/endpoints/arrangements/get-loan.ts';
import { formatDate } from '#i18n/format-date.ts';
import { fromSoles } from '#loan/money.ts';
import { TitledSection } from '#ui/titled-section/titled-section.tsx';
import { ExplainedSum } from '../explain/explained-sum.tsx';
import { termsOnWire } from '../explain/loan-terms.ts';
import type { ScreenProps } from '../screen.ts';
import { Coded } from '../texts/coded.tsx';
import type { PaymentsMadeTextKey } from './payments-made-texts.ts';

interface Props extends Pick<ScreenProps<PaymentsMadeTextKey>, 'say'> {
  readonly loanNumber: string;
  readonly payments: LoanDetail['payments'];
}

/** The payments of a loan, newest first; each amount opens its allocation. */
export function PaymentsMade({ loanNumber, payments, say }: Props) {
  const id = useId();
  if (payments.length === 0) return null;
  return (
    <TitledSection id={id} look="stack" title={<Coded text={say('payments_made', { number: loanNumber })} />}>
      <table className="rows schedule">
        <thead>
          <tr>
            <th scope="col">{say('payments_made_on')}</th>
            <th scope="col" className="n">
              {say('explain_amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {payments.map(({ id: key, date, amount, terms }) => (
            <tr key={key}>
              <th scope="row">{formatDate(date)}</th>
              <td>
                <ExplainedSum terms={termsOnWire(terms)} totalCents={fromSoles(amount)} isBare say={say} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TitledSection>
  );
}
