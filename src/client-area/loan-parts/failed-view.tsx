import type { PaymentBody } from '#api/payment.ts';
import { KeyValues } from '#ui/figures/key-values.tsx';
import { AnyIcon } from '#ui/icon/any-icon.tsx';
import { Note } from '#ui/note/note.tsx';
import { screenHref } from '../router.ts';
import type { ScreenProps } from '../screen.ts';
import { solesText } from './money-text.ts';
import type { FailedTextKey } from './outcome-texts.ts';

interface Props extends Pick<ScreenProps<FailedTextKey>, 'say'> {
  readonly payment: PaymentBody;
}

const TITLED = ['FAILED', 'EXPIRED', 'CANCELLED', 'REFUND_PENDING', 'REFUNDED', 'REVERSED'] as const;
type Titled = (typeof TITLED)[number];

/** A payment that failed or was returned: why, whether money was taken, and what to do. */
export function FailedView({ payment, say }: Props) {
  const { status, amount, loanNumber, purpose } = payment;
  const titled = TITLED.find((each) => each === status) ?? 'FAILED';
  const tried = { loan: loanNumber, purpose, amount: amount.toFixed(2) };
  const again =
    purpose === 'EXTENSION'
      ? screenHref('profile-components-payment-extend-loan', { loan: loanNumber })
      : screenHref('profile-components-payment-repay-loan', tried);
  // The card was declined: a code needs none, and the payment screen has it chosen.
  const isDeclined = status === 'FAILED' && payment.method === 'NIUBIZ' && purpose !== 'EXTENSION';
  return (
    <div className="stack-l">
      <div className="stack">
        <p className="seal bad">
          <AnyIcon name={titled === 'REFUNDED' || titled === 'REFUND_PENDING' ? 'refresh' : 'alert'} />
        </p>
        <h1>{say(`failed_title_${titled}`)}</h1>
        <p className="lead">{textOf(payment, titled, say)}</p>
      </div>
      <Charged payment={payment} say={say} />
      <KeyValues
        items={[
          { name: say('failed_amount'), value: solesText(amount) },
          { name: say('failed_loan'), value: loanNumber },
        ]}
      />
      <div className="row">
        <a className="btn" href={again}>
          {say('failed_again')}
        </a>
        {isDeclined && (
          <a
            className="btn line"
            href={screenHref('profile-components-payment-repay-loan', { ...tried, method: 'PAGOEFECTIVO' })}
          >
            {say('failed_by_code')}
          </a>
        )}
        <a className="btn quiet" href={screenHref('profile')}>
          {say('pay_my_loans')}
        </a>
      </div>
    </div>
  );
}

function textOf({ failureReason }: PaymentBody, titled: Titled, say: Props['say']): string {
  if (titled !== 'FAILED') return say(`failed_text_${titled}`);
  return failureReason === null ? say('failed_text_unknown') : say(`failed_text_${failureReason}`);
}

/**
 * The note that no money was taken, shown only where that is certain: a declined card was not charged; an expired code
 * may have been paid late.
 */
function Charged({ payment: { status, method }, say }: Props) {
  if (status === 'FAILED' && method === 'NIUBIZ') {
    return (
      <Note look="ok">
        <p>{say('failed_not_charged')}</p>
      </Note>
    );
  }
  if (status !== 'EXPIRED' && status !== 'CANCELLED') return null;
  return (
    <Note>
      <p>{say('failed_late_money')}</p>
    </Note>
  );
}
