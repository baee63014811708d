import type { PaymentBody } from '#api/payment.ts';
import { FailedView } from '#client-area/loan-parts/failed-view.tsx';
import { solesText } from '#client-area/loan-parts/money-text.ts';
import { PaidView } from '#client-area/loan-parts/paid-view.tsx';
import { PaymentPage } from '#client-area/loan-parts/payment-page.tsx';
import { placeOf } from '#client-area/loan-parts/payment-place.ts';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '#client-area/use-store.ts';
import { $accessToken } from '#stores/session.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { Money } from '#ui/money/money.tsx';
import type { CompletedTextKey } from './texts.ts';

type Props = ScreenProps<CompletedTextKey>;

/**
 * The return address of the card provider. Without a session it is neutral; with one it shows the result of the payment
 * as soon as it is known.
 */
export function Screen(props: Props) {
  const { say } = props;
  const token = useStore($accessToken);
  return (
    <div className="wrap narrow form-page">
      {token ? (
        <PaymentPage {...props} here={undefined} title={say('completed_page')}>
          {(payment, watch) => <Outcome payment={payment} look={watch.load} say={say} />}
        </PaymentPage>
      ) : (
        <Neutral {...props} />
      )}
    </div>
  );
}

interface OutcomeProps extends Pick<Props, 'say'> {
  readonly payment: PaymentBody;
  readonly look: () => void;
}

function Outcome({ payment, look, say }: OutcomeProps) {
  switch (placeOf(payment)) {
    case 'profile-components-payment-success':
      return <PaidView payment={payment} say={say} />;
    case 'profile-components-payment-failure':
      return <FailedView payment={payment} say={say} />;
    case 'online-payment-completed':
      return <Confirming payment={payment} look={look} say={say} />;
    default:
      return <NotPaid payment={payment} say={say} />;
  }
}

/** A payment whose result is not known yet. */
function Confirming({ payment, look, say }: OutcomeProps) {
  return (
    <div className="stack-l">
      <div className="stack" role="status">
        <p className="seal wait">
          <Icon name="clock" />
        </p>
        <h1>{say('confirming_title')}</h1>
        <p className="lead">{say('confirming_text')}</p>
        <p>
          <Money amount={solesText(payment.amount)} size="xl" />
        </p>
        <p className="mute">{say('confirming_close')}</p>
      </div>
      <div className="row">
        <button type="button" className="btn line" onClick={look}>
          {say('pay_look')}
        </button>
        <a className="btn quiet" href={screenHref('profile')}>
          {say('pay_my_loans')}
        </a>
      </div>
    </div>
  );
}

/** A form that was closed or timed out: the payment still waits. */
function NotPaid({ payment, say }: Omit<OutcomeProps, 'look'>) {
  const { id, loanNumber } = payment;
  return (
    <div className="stack-l">
      <div className="stack">
        <p className="seal wait">
          <Icon name="clock" />
        </p>
        <h1>{say('confirming_not_paid')}</h1>
        <p className="lead">{say('confirming_not_paid_text')}</p>
      </div>
      <div className="row">
        <a className="btn" href={screenHref(placeOf(payment), { p: id })}>
          {say('confirming_go_on')}
        </a>
        <a className="btn quiet" href={screenHref('profile-components-payment-repay-loan', { loan: loanNumber })}>
          {say('failed_again')}
        </a>
      </div>
    </div>
  );
}

function Neutral({ say, query }: Props) {
  const id = query['p'];
  const here = screenHref('online-payment-completed', id ? { p: id } : {});
  return (
    <div className="stack-l">
      <div className="stack">
        <h1>{say('neutral_title')}</h1>
        <p className="lead">{say('neutral_text')}</p>
      </div>
      <a className="btn" href={screenHref('sign-in', { returnTo: here })}>
        {say('neutral_sign_in')}
      </a>
    </div>
  );
}
