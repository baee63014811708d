import { CodePayment } from '#client-area/loan-parts/code-payment.tsx';
import { PaymentPage } from '#client-area/loan-parts/payment-page.tsx';
import type { ScreenProps } from '#client-area/screen.ts';
import type { BcpAgenteTextKey } from './texts.ts';

/** A code to say at an agent, or to type into an app. */
export function Screen(props: ScreenProps<BcpAgenteTextKey>) {
  const { say, locale } = props;
  return (
    <div className="wrap form-page">
      <PaymentPage {...props} here="profile-components-bcp-agente-method" title={say('pay_code_title')}>
        {(payment, watch) => <CodePayment payment={payment} watch={watch} locale={locale} say={say} />}
      </PaymentPage>
    </div>
  );
}
