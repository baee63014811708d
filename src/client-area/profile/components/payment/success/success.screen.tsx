import { PaidView } from '#client-area/loan-parts/paid-view.tsx';
import { PaymentPage } from '#client-area/loan-parts/payment-page.tsx';
import type { ScreenProps } from '#client-area/screen.ts';
import type { SuccessTextKey } from './texts.ts';

/** A successful payment; payments in another state are redirected to their screen. */
export function Screen(props: ScreenProps<SuccessTextKey>) {
  const { say } = props;
  return (
    <div className="wrap form-page">
      <PaymentPage {...props} here="profile-components-payment-success" title={say('completed_page')}>
        {(payment) => <PaidView payment={payment} say={say} />}
      </PaymentPage>
    </div>
  );
}
