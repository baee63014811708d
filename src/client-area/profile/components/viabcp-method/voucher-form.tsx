import { useState } from 'react';
import { normaliseDate } from '#api/field-rules/birth-date.ts';
import type { PaymentBody } from '#api/payment.ts';
import { Form } from '#client-area/form/form.tsx';
import { useForm } from '#client-area/form/use-form.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '#client-area/use-store.ts';
import { DateField } from '#ui/field/date-field.tsx';
import { MoneyField } from '#ui/field/money-field.tsx';
import { RadioGroup } from '#ui/field/radio-group.tsx';
import { TextField } from '#ui/field/text-field.tsx';
import { FileUpload } from '#ui/file-upload/file-upload.tsx';
import type { ViabcpTextKey } from './texts.ts';
import { accountsOf, createVoucher, VOUCHER_TYPES } from './voucher.store.ts';

interface Props extends ScreenProps<ViabcpTextKey> {
  readonly payment: PaymentBody;
  readonly take: (payment: PaymentBody) => void;
}

/** The voucher's data, and optionally a picture of it. */
export function VoucherForm({ payment, take, ...props }: Props) {
  const { say, sayError } = props;
  const [voucher] = useState(() => createVoucher(payment, take));
  const file = useStore(voucher.$file);
  const form = useForm(() => voucher.form, props);
  return (
    <details className="card fold voucher">
      <summary>
        <span>
          <b className="h h3">{say('viabcp_voucher')}</b>
          <small>{say('viabcp_voucher_text')}</small>
        </span>
      </summary>
      <Form form={form} say={say} submit={say('viabcp_send')}>
        <RadioGroup
          {...form.text('paidTo')}
          label={say('viabcp_paid_to')}
          choices={accountsOf(payment).map(({ bank }) => ({ value: bank, label: bank }))}
        />
        <TextField
          {...form.text('fromBank')}
          label={say('viabcp_from_bank')}
          help={say('viabcp_from_bank_help')}
          optional={say('form_optional')}
          autoComplete="off"
          width="m"
        />
        <TextField {...form.text('operationNumber')} label={say('viabcp_operation')} autoComplete="off" width="m" />
        <DateField
          readDate={normaliseDate}
          {...form.text('paidAt')}
          label={say('viabcp_paid_at')}
          labels={{ day: say('viabcp_day'), month: say('viabcp_month'), year: say('viabcp_year') }}
        />
        <MoneyField {...form.text('amount')} label={say('viabcp_amount')} />
        <FileUpload
          id="file"
          name="file"
          label={say('viabcp_file')}
          help={say('viabcp_file_help')}
          optional={say('form_optional')}
          state={file.state}
          accept={VOUCHER_TYPES.join(',')}
          onFile={voucher.choose}
          onRemove={voucher.drop}
          error={file.error && sayError('file', file.error)}
          errorWord={say('client_error')}
          texts={{
            choose: say('viabcp_file_choose'),
            other: say('viabcp_file_other'),
            remove: say('viabcp_file_remove'),
            sending: say('form_busy'),
          }}
        />
      </Form>
    </details>
  );
}
