import { FailedView } from '#client-area/loan-parts/failed-view.tsx';
import { PaymentPage } from '#client-area/loan-parts/payment-page.tsx';
import type { ScreenProps } from '#client-area/screen.ts';
import type { FailureTextKey } from './texts.ts';

/** A failed payment; payments in another state are redirected to their screen. */
export function Screen(props: ScreenProps<FailureTextKey>) {
  const { say } = props;
  return (
    <div className="wrap narrow form-page">
      <PaymentPage {...props} here="profile-components-payment-failure" title={say('completed_page')}>
        {(payment) => <FailedView payment={payment} say={say} />}
      </PaymentPage>
    </div>
  );
}
