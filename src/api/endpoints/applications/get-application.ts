import * as z from 'zod/mini';
import {
  applicationDocument,
  applicationSummary,
  instant,
  NO_APPLICATION,
  rejectionReasons,
  selectionBody,
} from '#api/application-body.ts';
import { financialDraft, financialStep, personalDraft, personalStep } from '#api/application-form.ts';
import { endpoint } from '#api/endpoint.ts';
import { date } from '#api/fields.ts';
import { payoutBody, receivingAccount } from '#api/payout-body.ts';
import { CHECK_KINDS, CHOSEN_FIELDS, MAX_REFEREES } from '#loan/requirements.ts';

/** The submitted data of a step, its draft, and when it was submitted. */
const step = <Data extends z.core.$ZodType, Draft extends z.core.$ZodType>(data: Data, draft: Draft) =>
  z.strictObject({ data: z.nullable(data), draft: z.nullable(draft), completedAt: z.nullable(instant()) });

export const getApplication = endpoint({
  name: 'get-application',
  method: 'GET',
  path: '/api/v1/application',
  summary: 'The newest application with everything the client has written, so that it goes on from any device.',
  access: 'full',
  response: z.strictObject({
    ...applicationSummary,
    selection: selectionBody,
    steps: z.strictObject({
      personal: step(personalStep, personalDraft),
      financial: step(financialStep, financialDraft),
    }),
    documents: z.array(applicationDocument),
    /** The required identity pictures; none for small amounts and known clients. */
    identityPictures: z.array(z.enum(['dniFrontId', 'dniBackId', 'selfieId'])),
    /**
     * The requirements of its amount beyond what is always asked, and the providers that are asked about the client.
     */
    asked: z.strictObject({
      fields: z.array(z.enum(CHOSEN_FIELDS)),
      referees: z.int().check(z.minimum(0), z.maximum(MAX_REFEREES)),
      checks: z.array(z.enum(CHECK_KINDS)),
      provider: z.string(),
    }),
    /** The time at which it reached its stage. */
    stageSince: instant(),
    /** The time at which the client had sent everything that was asked; null before. */
    receivedAt: z.nullable(instant()),
    /** Checks by others with a good result, with their time; a repeated one counts once. */
    passed: z.array(z.strictObject({ kind: z.enum(CHECK_KINDS), at: instant() })),
    /** The account that receives the money; null before one was given. */
    account: z.nullable(receivingAccount),
    /** The payout, as far as it has come; null before signing. */
    payout: z.nullable(payoutBody),
    /** The reasons for its rejection. */
    reasons: rejectionReasons,
    /** The last day on which a review by a person can be requested; null when it cannot. */
    reviewUntil: z.nullable(date()),
  }),
  refusals: [NO_APPLICATION],
  examples: [
    {
      title: 'the first step, half typed',
      response: {
        id: '019bc1b5-3f00-7000-8000-000000000010',
        reference: 'SOL-2026-0001234',
        status: 'DRAFT',
        stage: 'PERSONAL',
        version: 3,
        selection: { productType: 'SINGLE_PAY', productId: 1, amount: 500, term: 30 },
        steps: {
          personal: { data: null, draft: { firstName: 'Ana', birthDate: '01/05/19' }, completedAt: null },
          financial: { data: null, draft: null, completedAt: null },
        },
        documents: [],
        identityPictures: [],
        asked: {
          fields: ['monthlyFree'],
          referees: 0,
          checks: ['identity', 'account-holder'],
          provider: 'Central de Prueba S.A.',
        },
        stageSince: '2026-01-15T15:40:00.000Z',
        receivedAt: null,
        passed: [],
        account: null,
        payout: null,
        reasons: [],
        reviewUntil: null,
      },
    },
  ],
});
