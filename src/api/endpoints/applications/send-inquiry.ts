import * as z from 'zod/mini';
import { applicationStanding, selectionBody } from '#api/application-body.ts';
import { endpoint } from '#api/endpoint.ts';
import { anyNames } from '#api/fields.ts';
import { means } from '#api/means.ts';
import { nextScreen } from '#api/session-answer.ts';
import { deviceData } from '../people/send-device-data.ts';

const inquiry = z.strictObject({
  amount: means('Whole soles, inside the product’s bounds and on its step.', z.int()),
  term: means('One of the product’s termOptions: days for a single payment, months for instalments.', z.int()),
  productId: means('Number of the product.', z.int()),
});
/** Fields of both kinds: marketing parameters and device data (product-spec §7). */
const around = {
  webQueryParams: means(
    'The query the client came with; only the allow-listed parameters are kept.',
    z.optional(anyNames(z.string().check(z.maxLength(200)))),
  ),
  deviceData: means('What the browser says about its device.', z.optional(z.strictObject(deviceData.shape))),
};

/** Exactly one of the two inquiries. */
export const inquiryRequest = z.union([
  z.strictObject({
    singlePayInquiry: means(
      'Asks for the single-payment product. Send this or installmentInquiry, never both.',
      inquiry,
    ),
    ...around,
  }),
  z.strictObject({
    installmentInquiry: means('Asks for an instalment product. Send this or singlePayInquiry, never both.', inquiry),
    ...around,
  }),
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
    applicationId: means('Names the application.', z.guid()),
    ...applicationStanding,
    nextScreen: means('Where to go now.', nextScreen),
    selection: means('What is asked for, after adjustment.', selectionBody),
    adjusted: means(
      'What was changed so that the client may have it; nothing, as a rule.',
      z.array(
        z.strictObject({
          field: means('Which field.', z.enum(['amount'])),
          from: means('As asked for.', z.int()),
          to: means('As it is now.', z.int()),
          reason: means(
            'first_loan_limit: the highest amount of a first loan. level_limit: of the client’s level.',
            z.enum(['first_loan_limit', 'level_limit']),
          ),
        }),
      ),
    ),
  }),
  refusals: [
    'application_exists',
    'active_loan',
    'reapply_later',
    'parameter_missing',
    'rate_above_cap',
    'idempotency_mismatch',
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
