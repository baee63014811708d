import * as z from 'zod/mini';
import {
  applicationDocument,
  applicationSummary,
  instant,
  rejectionReasons,
  selectionBody,
} from '#api/application-body.ts';
import { financialDraft, financialStep, personalDraft, personalStep } from '#api/application-form.ts';
import { endpoint } from '#api/endpoint.ts';
import { date } from '#api/fields.ts';
import { means } from '#api/means.ts';
import { payoutBody, receivingAccount } from '#api/payout-body.ts';
import { CHECK_KINDS, CHOSEN_FIELDS, MAX_REFEREES } from '#loan/requirements.ts';

/** The submitted data of a step, its draft, and when it was submitted. */
const step = <Data extends z.core.$ZodType, Draft extends z.core.$ZodType>(data: Data, draft: Draft) =>
  z.strictObject({
    data: means('What was sent; null before.', z.nullable(data)),
    draft: means('What is in the form since; null when nothing does.', z.nullable(draft)),
    completedAt: means('When it was sent last.', z.nullable(instant())),
  });

export const getApplication = endpoint({
  name: 'get-application',
  method: 'GET',
  path: '/api/v1/application',
  summary: 'The newest application with everything the client has written, so that it goes on from any device.',
  access: 'full',
  response: z.strictObject({
    ...applicationSummary,
    selection: means('What is asked for, after adjustment.', selectionBody),
    steps: means(
      'Who the client is and what they live on.',
      z.strictObject({
        personal: means('The first step.', step(personalStep, personalDraft)),
        financial: means('The second step.', step(financialStep, financialDraft)),
      }),
    ),
    documents: means('Files the client has sent.', z.array(applicationDocument)),
    identityPictures: means(
      'Pictures that the device step needs; none for small amounts and known clients.',
      z.array(z.enum(['dniFrontId', 'dniBackId', 'selfieId'])),
    ),
    asked: means(
      'What the amount asks for beyond what everybody is asked.',
      z.strictObject({
        fields: means(
          'Fields of the two steps that it needs; the others of the list may stay empty.',
          z.array(z.enum(CHOSEN_FIELDS)),
        ),
        referees: means('How many people who know the client.', z.int().check(z.minimum(0), z.maximum(MAX_REFEREES))),
        checks: means(
          'What somebody else is asked about the client: identity, account-holder, bureau.',
          z.array(z.enum(CHECK_KINDS)),
        ),
        provider: means('Who is asked; empty when nobody is.', z.string()),
      }),
    ),
    stageSince: means('Since when it is at its stage.', instant()),
    receivedAt: means('When everything that was asked had been sent; null before.', z.nullable(instant())),
    passed: means(
      'Checks by others that came out well, with their time; a repeated one counts once.',
      z.array(
        z.strictObject({
          kind: means('Which check.', z.enum(CHECK_KINDS)),
          at: means('When the answer came.', instant()),
        }),
      ),
    ),
    account: means(
      'The account that receives, masked, with its holder; null before one was given.',
      z.nullable(receivingAccount),
    ),
    payout: means('Where the money is; null before signing.', z.nullable(payoutBody)),
    reasons: means('Why it was not approved, by codes that have texts.', rejectionReasons),
    reviewUntil: means(
      'The last day on which people can be asked to look at it again; null when they cannot.',
      z.nullable(date()),
    ),
  }),
  refusals: ['not_found'],
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
