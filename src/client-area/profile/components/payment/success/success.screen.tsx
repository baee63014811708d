import css from '#client-area/loan/loan.css?url';
import { PaidView } from '#client-area/loan/paid-view.tsx';
import { PaymentPage } from '#client-area/loan/payment-page.tsx';
import type { ScreenProps } from '#client-area/screen.ts';
import type { SuccessTextKey } from './texts.ts';

export const styles = css;

/** A successful payment; payments in another state are redirected to their screen. */
export function Screen(props: ScreenProps<SuccessTextKey>) {
  const { say } = props;
  return (
    <div className="wrap narrow form-page">
      <PaymentPage {...props} here="profile-components-payment-success" title={say('paid_page')}>
        {(payment) => <PaidView payment={payment} say={say} />}
      </PaymentPage>
    </div>
  );
}
