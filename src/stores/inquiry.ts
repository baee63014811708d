import type { CallOutput, CallResult } from '#api/call.ts';
import { sendInquiry as endpoint } from '#api/endpoints/applications/send-inquiry.ts';
import type { Selection } from '#loan/selection.ts';
import { marketingParams } from './marketing-params.ts';
import { request } from './protected-call.ts';

export type InquiryAnswer = CallResult<CallOutput<typeof endpoint>>;

/**
 * Applies for a loan (product-spec §7): the selection, the marketing parameters and the device.
 * @param idempotencyKey must be the same for retries, so that one press makes one application
 * @param endedLeadsTo the address to open if the session has ended; home by default
 */
export async function sendInquiry(
  { productType, amount, term, productId }: Selection,
  idempotencyKey: string,
  endedLeadsTo?: string,
): Promise<InquiryAnswer> {
  // The parser is 8 KB: loaded only for an application.
  const { readDevice } = await import('./device.ts');
  const inquiry = { amount, term, productId };
  const around = { webQueryParams: marketingParams(), deviceData: await readDevice() };
  const body =
    productType === 'SINGLE_PAY'
      ? { singlePayInquiry: inquiry, ...around }
      : { installmentInquiry: inquiry, ...around };
  return request(endpoint, { body }, { idempotencyKey, endedLeadsTo, saysFailure: true });
}
