import { PaymentPage } from '#client-area/loan-parts/payment-page.tsx';
import type { ScreenProps } from '#client-area/screen.ts';
import type { ModalLoaderTextKey } from './texts.ts';

/**
 * Redirects links with a payment's id to the screen for its current state. Without an id it is the client's newest
 * payment.
 */
export function Screen(props: ScreenProps<ModalLoaderTextKey>) {
  const { say } = props;
  return (
    <div className="wrap narrow form-page stack-l">
      <PaymentPage
        {...props}
        here="profile-components-modal-loader"
        title={say('loader_title')}
        lead={<p className="lead">{say('loader_lead')}</p>}
      >
        {() => null}
      </PaymentPage>
    </div>
  );
}
