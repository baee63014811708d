import * as z from 'zod/mini';
import { applicationStanding, selectionBody } from '#api/application-body.ts';
import { endpoint } from '#api/endpoint.ts';
import { nextScreen } from '#api/session-answer.ts';
import { deviceData } from '../people/send-device-data.ts';

const inquiry = z.strictObject({ amount: z.int(), term: z.int(), productId: z.int() });
/** Fields of both kinds: marketing parameters and device data (product-spec §7). */
const around = {
  /** Only the allow-listed parameters are kept (domain 2.24). */
  webQueryParams: z.optional(z.record(z.string().check(z.maxLength(64)), z.string().check(z.maxLength(200)))),
  deviceData: z.optional(z.strictObject(deviceData.shape)),
};

/** Exactly one of the two inquiries. */
export const inquiryRequest = z.union([
  z.strictObject({ singlePayInquiry: inquiry, ...around }),
  z.strictObject({ installmentInquiry: inquiry, ...around }),
]);
export type InquiryRequest = z.infer<typeof inquiryRequest>;

export const sendInquiry = endpoint({
  name: 'send-inquiry',
  method: 'POST',
  path: '/api/v1/application/inquiry',
  summary: 'Applies for a loan. An amount above the client’s own limit is brought under it, and the answer says so.',
  access: 'full',
  body: inquiryRequest,
  envelope: ['singlePayInquiry', 'installmentInquiry'],
  successStatus: 201,
  response: z.strictObject({
    applicationId: z.guid(),
    ...applicationStanding,
    nextScreen,
    selection: selectionBody,
    adjusted: z.array(
      z.strictObject({
        field: z.enum(['amount']),
        from: z.int(),
        to: z.int(),
        reason: z.enum(['first_loan_limit', 'level_limit']),
      }),
    ),
  }),
  refusals: [
    { status: 409, code: 'application_exists' },
    { status: 409, code: 'active_loan' },
    { status: 409, code: 'reapply_later' },
    { status: 409, code: 'parameter_missing' },
    { status: 409, code: 'rate_above_cap' },
    { status: 422, code: 'idempotency_mismatch' },
  ],
  examples: [
    {
      title: 'S/ 800 for 30 days, of which a first loan may be S/ 500',
      body: {
        singlePayInquiry: { amount: 800, term: 30, productId: 1 },
        webQueryParams: { utm_source: 'radio' },
        deviceData: { deviceType: 'smartphone', os: 'Android' },
      },
      response: {
        applicationId: '019bc1b5-3f00-7000-8000-000000000010',
        reference: 'SOL-2026-0001234',
        status: 'DRAFT',
        stage: 'PERSONAL',
        version: 1,
        nextScreen: { name: 'application-personal' },
        selection: { productType: 'SINGLE_PAY', productId: 1, amount: 500, term: 30 },
        adjusted: [{ field: 'amount', from: 800, to: 500, reason: 'first_loan_limit' }],
      },
    },
  ],
});
