import { MAX_VOUCHER_BYTES, sendVoucher } from '#api/endpoints/payments/send-voucher.ts';
import { centsTyped } from '#api/field-rules/amount.ts';
import { fromSoles } from '#loan/money.ts';
import type { CheckedAttachment } from '#server/kit/attachments.ts';
import { checkAttachments } from '#server/kit/attachments.ts';
import { invalidFields, type Refusal, tooManyRequests } from '#server/kit/errors.ts';
import { readFormOrJson, type SentFile } from '#server/kit/form-body.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { takeFromBucket } from '#server/lending/people/store/throttle-store.ts';
import { type PaymentContext, VOUCHER_LIMIT } from '../payment-context.ts';
import { presentPayment } from '../payment-view.ts';
import { takeVoucher } from '../take-voucher.ts';

/** The file, and room for the fields. */
const MAX_FORM_BYTES = MAX_VOUCHER_BYTES + 64 * 1024;

export function sendVoucherRoute(context: PaymentContext): Route<typeof sendVoucher> {
  return {
    endpoint: sendVoucher,
    readBody: (request) => readFormOrJson(request, { maxBytes: MAX_FORM_BYTES, meaningOf }),
    async answer({ params, body, client, files }) {
      const call = { scope: 'voucher', key: client.personId, limit: VOUCHER_LIMIT } as const;
      const allowed = await takeFromBucket(context.db.kysely, call, context.clock.now());
      if (allowed.kind === 'limited') return tooManyRequests(allowed.retryAfterSeconds);
      const file = await fileOf(files);
      if (file && 'kind' in file) return file;
      const { operationNumber, bankId, fromBank, paidAt, amount } = body;
      const taken = await takeVoucher(context, {
        paymentId: params.id,
        personId: client.personId,
        operationNumber,
        bankId,
        fromBank,
        paidAt,
        amountCents: fromSoles(amount),
        file,
      });
      if ('kind' in taken) return taken;
      return { kind: 'ok', body: await presentPayment(context, taken), headers: {} };
    },
  };
}

/** A form says everything in texts, and an amount as people write it: `534.59` or `1.234,56`. */
function meaningOf(name: string, text: string): unknown {
  if (name !== 'amount') return text;
  const amountCents = centsTyped(text);
  return amountCents === undefined ? text : amountCents / 100;
}

async function fileOf(files: readonly SentFile[]): Promise<CheckedAttachment | undefined | Refusal> {
  if (files.length === 0) return undefined;
  if (files.length > 1) return invalidFields([{ field: 'file', code: 'out_of_range' }]);
  const checked = await checkAttachments(files);
  if (checked.kind === 'invalid') return invalidFields([{ field: 'file', code: checked.code }]);
  return checked.attachments[0];
}
