import type { PaymentBody } from '#api/payment.ts';
import { CodeCard } from '#client-area/loan/code-card.tsx';
import { solesText } from '#client-area/loan/money-text.ts';
import { PaymentPage } from '#client-area/loan/payment-page.tsx';
import { WaitingPayment } from '#client-area/loan/waiting-payment.tsx';
import type { ScreenProps } from '#client-area/screen.ts';
import { formatDate } from '#i18n/format-date.ts';
import { KeyValues } from '#ui/figures/key-values.tsx';
import type { ViabcpTextKey } from './texts.ts';
import { Transfer } from './transfer.tsx';
import { VoucherForm } from './voucher-form.tsx';

type Props = ScreenProps<ViabcpTextKey>;

/** Payment from the client's bank or wallet: with a code, or by transfer with a voucher. */
export function Screen(props: Props) {
  const { say, locale } = props;
  return (
    <div className="wrap form-page">
      <PaymentPage {...props} here="profile-components-viabcp-method" title={say('viabcp_title')}>
        {(payment, watch) => (
          <WaitingPayment
            payment={payment}
            watch={watch}
            locale={locale}
            {...headingOf(payment, say)}
            how={payment.action?.type === 'CODE' && <Steps payment={payment} say={say} />}
            say={say}
          >
            {payment.action?.type === 'CODE' && <CodeCard {...payment.action} say={say} />}
            {payment.action?.type === 'TRANSFER' && <Transfer action={payment.action} say={say} />}
            {payment.canSendVoucher && <VoucherForm {...props} payment={payment} take={watch.take} />}
            {payment.voucher && <Sent voucher={payment.voucher} say={say} />}
          </WaitingPayment>
        )}
      </PaymentPage>
    </div>
  );
}

function headingOf({ status, method }: PaymentBody, say: Props['say']) {
  if (status === 'IN_REVIEW') return { title: say('viabcp_title_review'), lead: say('viabcp_lead_review') };
  if (method === 'MANUAL') return { title: say('viabcp_title_transfer'), lead: say('viabcp_lead_transfer') };
  return { title: say('viabcp_title'), lead: say('viabcp_lead') };
}

function Steps({ payment, say }: Pick<Props, 'say'> & { readonly payment: PaymentBody }) {
  const { method, amount } = payment;
  const open = method === 'YAPE' || method === 'PLIN' ? method : 'VIABCP';
  return (
    <section className="stack-s">
      <h2 className="h3">{say('viabcp_how')}</h2>
      <ol className="how">
        <li>{say(`viabcp_step_${open}`)}</li>
        <li>{say('viabcp_step_code')}</li>
        <li>{say('viabcp_step_pay', { amount: solesText(amount) })}</li>
      </ol>
    </section>
  );
}

function Sent({ voucher, say }: Pick<Props, 'say'> & { readonly voucher: NonNullable<PaymentBody['voucher']> }) {
  const { operationNumber, bankId, fromBank, paidAt, amount, fileName } = voucher;
  return (
    <section className="card flat stack-s">
      <h2 className="h3">{say('viabcp_review')}</h2>
      <KeyValues
        items={[
          { name: say('viabcp_operation'), value: operationNumber },
          { name: say('viabcp_paid_to'), value: bankId },
          ...(fromBank ? [{ name: say('viabcp_from_bank'), value: fromBank }] : []),
          { name: say('viabcp_paid_at'), value: formatDate(paidAt) },
          { name: say('viabcp_amount'), value: solesText(amount) },
          ...(fileName ? [{ name: say('viabcp_file'), value: fileName }] : []),
        ]}
      />
    </section>
  );
}
