import { PaymentPage } from '#client-area/loan-parts/payment-page.tsx';
import type { ScreenProps } from '#client-area/screen.ts';
import type { ModalLoaderTextKey } from './texts.ts';

/** Redirects a link with a payment's id, or without to the newest payment, to the screen of its state. */
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
