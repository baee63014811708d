import { FailedView } from '#client-area/loan/failed-view.tsx';
import css from '#client-area/loan/loan.css?url';
import { PaymentPage } from '#client-area/loan/payment-page.tsx';
import type { ScreenProps } from '#client-area/screen.ts';
import type { FailureTextKey } from './texts.ts';

export const styles = css;

/** A failed payment; payments in another state are redirected to their screen. */
export function Screen(props: ScreenProps<FailureTextKey>) {
  const { say } = props;
  return (
    <div className="wrap narrow form-page">
      <PaymentPage {...props} here="profile-components-payment-failure" title={say('failed_page')}>
        {(payment) => <FailedView payment={payment} say={say} />}
      </PaymentPage>
    </div>
  );
}
