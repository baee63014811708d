import type { PaymentBody } from '#api/payment.ts';
import { CodePayment } from '#client-area/loan-parts/code-payment.tsx';
import { CopyButton } from '#client-area/loan-parts/copy-button.tsx';
import { solesText } from '#client-area/loan-parts/money-text.ts';
import { PaymentPage } from '#client-area/loan-parts/payment-page.tsx';
import { WaitingPayment } from '#client-area/loan-parts/waiting-payment.tsx';
import type { ScreenProps } from '#client-area/screen.ts';
import { formatDate } from '#i18n/format-date.ts';
import { KeyValues } from '#ui/figures/key-values.tsx';
import type { ViabcpTextKey } from './texts.ts';
import { Accounts, Reference } from './transfer.tsx';
import { VoucherForm } from './voucher-form.tsx';

type Props = ScreenProps<ViabcpTextKey>;

/** Payment from the client's bank: by a code, or by transfer with a voucher. */
export function Screen(props: Props) {
  const { say, locale } = props;
  return (
    <div className="wrap form-page">
      <PaymentPage {...props} here="profile-components-viabcp-method" title={say('pay_code_title')}>
        {(payment, watch) =>
          payment.method === 'MANUAL' ? (
            <WaitingPayment
              payment={payment}
              watch={watch}
              locale={locale}
              {...headingOf(payment, say)}
              // Banks here write the céntimos after a point.
              copy={<CopyButton value={payment.amount.toFixed(2)} name={say('viabcp_amount')} say={say} />}
              reference={payment.action?.type === 'TRANSFER' && <Reference action={payment.action} say={say} />}
              say={say}
            >
              {payment.action?.type === 'TRANSFER' && <Accounts action={payment.action} say={say} />}
              {payment.canSendVoucher && <VoucherForm {...props} payment={payment} take={watch.take} />}
              {payment.voucher && <Sent voucher={payment.voucher} say={say} />}
            </WaitingPayment>
          ) : (
            <CodePayment payment={payment} watch={watch} locale={locale} say={say} />
          )
        }
      </PaymentPage>
    </div>
  );
}

function headingOf({ status }: PaymentBody, say: Props['say']) {
  if (status === 'IN_REVIEW') return { title: say('viabcp_title_review'), lead: say('viabcp_lead_review') };
  return { title: say('viabcp_title_transfer'), lead: say('viabcp_lead_transfer') };
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
