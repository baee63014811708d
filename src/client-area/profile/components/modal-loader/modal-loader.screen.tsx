import { PaymentPage } from '#client-area/loan/payment-page.tsx';
import type { ScreenProps } from '#client-area/screen.ts';
import type { ModalLoaderTextKey } from './texts.ts';

/**
 * Between a link that knows only a payment's number and the screen where that payment stands: it looks, and goes there.
 * Without a number it is the client's newest payment.
 */
export function Screen(props: ScreenProps<ModalLoaderTextKey>) {
  const { say } = props;
  return (
    <div className="wrap narrow form-page stack-l">
      <PaymentPage {...props} here="profile-components-modal-loader" title={say('loader_title')}>
        {() => null}
      </PaymentPage>
      <p className="mute">{say('loader_lead')}</p>
    </div>
  );
}
