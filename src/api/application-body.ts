/** The responses of the calls about an application. */

import * as z from 'zod/mini';
import { APPLICATION_STAGES, APPLICATION_STATUSES } from '#loan/application.ts';
import { REJECTION_REASONS } from '#loan/application-decisions.ts';
import { LOAN_STATUSES } from '#loan/loan.ts';
import { PRODUCT_TYPES } from '#loan/product.ts';
import { ASSURANCE_LEVELS } from './access.ts';
import { APPLICATION_DOCUMENT_TYPES } from './application-information.ts';
import { CLIENT_SCREENS } from './client-screens.ts';
import { OFFER_EXAMPLE, publicOfferBody } from './endpoints/applications/make-public-offer.ts';
import { date } from './fields.ts';
import { means } from './means.ts';
import { nextScreen } from './session-answer.ts';

/** An instant, ISO 8601 in UTC. */
export const instant = () => z.iso.datetime();

/** The standing of an application. */
export const applicationStanding = {
  reference: means('SOL, year and correlative: what is read out on the telephone.', z.string()),
  status: means(
    'DRAFT, PENDING, APPROVED, ISSUING_LOAN, COMPLETED, REJECTED, CANCELLED or EXPIRED.',
    z.enum(APPLICATION_STATUSES),
  ),
  stage: means(
    'Where it stands inside: PERSONAL, FINANCIAL, DEVICE, SCORING, MANUAL_REVIEW, INFO_MISSING, OFFER, OFFER_REPEATED, AGREEMENT, ISSUING, DONE, REJECTED, CANCELLED or EXPIRED.',
    z.enum(APPLICATION_STAGES),
  ),
  version: means('Counts changes: goes back in If-Match.', z.int()),
  endsAt: means('When it ends by itself unless the client sends what is missing; only then.', z.optional(instant())),
  answerBy: means(
    'The last day on which people answer; only while they look at it, and not when that day is over.',
    z.optional(date()),
  ),
  answerIsLate: means(
    'That day is over, and people still look at it; absent too where no day could be told.',
    z.optional(z.literal(true)),
  ),
} as const;

/** The state of an application; `version` goes back in `If-Match`. */
export const applicationSummary = {
  id: means('Names the application.', z.guid()),
  ...applicationStanding,
  canReapplyAt: means('From this day on the client may apply again.', z.optional(date())),
} as const;

/** `GET /profile/state`, and the response of every step of an application (domain 2.3.1). */
export const profileStateBody = z.strictObject({
  application: means(
    'The newest application; null for clients who have never applied.',
    z.nullable(z.strictObject(applicationSummary)),
  ),
  allowedScreens: means(
    'Screens that may be opened now; the next one is always among them.',
    z.array(z.enum(CLIENT_SCREENS)),
  ),
  nextScreen: means('Where to go now.', nextScreen),
  loan: means(
    'The newest loan; null without one.',
    z.nullable(
      z.strictObject({
        number: means('P, year and correlative.', z.string()),
        status: means('As in the table of the specification, DISBURSMENT_FAILED included.', z.enum(LOAN_STATUSES)),
        accountBy: means(
          'The last day to name another account after the bank has refused one; only then.',
          z.optional(date()),
        ),
      }),
    ),
  ),
  maintenance: means('Whether the product is closed for a while.', z.boolean()),
  assurance: means(
    'basic: a browser we remember. full: signed in and active within the last 15 minutes.',
    z.optional(z.enum(ASSURANCE_LEVELS)),
  ),
});
export type ProfileState = z.infer<typeof profileStateBody>;

/** Amount in whole soles; term in days or months by product type. */
export const selectionBody = z.strictObject({
  productType: means(
    'SINGLE_PAY: one payment, terms in days. INSTALLMENT: monthly payments, terms in months.',
    z.enum(PRODUCT_TYPES),
  ),
  productId: means('Number of the product.', z.int()),
  amount: means('Whole soles.', z.int()),
  term: means('One of the product’s termOptions: days for a single payment, months for instalments.', z.int()),
});

export const applicationDocument = z.strictObject({
  documentId: means('Names the file.', z.guid()),
  type: means('Which file.', z.enum(APPLICATION_DOCUMENT_TYPES)),
  status: means('SCANNING, while the file is checked, or READY.', z.enum(['SCANNING', 'READY'])),
  sha256: means('SHA-256 of the file, in hex: what a copy is checked by.', z.string()),
});

/** The offer of product-spec §3, with the approved limits and its expiry. */
export const applicationOffer = z.strictObject({
  offer: means('The priced loan.', publicOfferBody.shape.offer),
  offerId: means('Names the offer that counts.', z.guid()),
  selection: means('What is asked for, after adjustment.', selectionBody),
  validUntil: means('Until when it stands; changing it does not make it longer.', instant()),
  approved: means(
    'What may be taken of it.',
    z.strictObject({
      minAmount: means('Whole soles.', z.int()),
      maxAmount: means('Whole soles, over all terms.', z.int()),
      terms: means('Terms that may be taken, in the product’s unit.', z.array(z.int())),
      limits: means(
        'The highest amount for each term.',
        z.array(z.strictObject({ term: means('Days or months.', z.int()), maxAmount: means('Whole soles.', z.int()) })),
      ),
    }),
  ),
});
export type ApplicationOffer = z.infer<typeof applicationOffer>;

/** EX1 of the domain as it was approved, for the documentation. */
export const APPLICATION_OFFER_EXAMPLE: ApplicationOffer = {
  offer: OFFER_EXAMPLE,
  offerId: '019bc1b5-3f00-7000-8000-000000000040',
  selection: { productType: 'SINGLE_PAY', productId: 1, amount: 500, term: 30 },
  validUntil: '2026-01-18T17:00:00.000Z',
  approved: {
    minAmount: 100,
    maxAmount: 500,
    terms: [7, 14, 30],
    limits: [
      { term: 7, maxAmount: 500 },
      { term: 14, maxAmount: 500 },
      { term: 30, maxAmount: 500 },
    ],
  },
};

export const rejectionReasons = z.array(z.enum(REJECTION_REASONS));

/** A state for examples: waiting for the decision. */
export const STATE_EXAMPLE: ProfileState = {
  application: {
    id: '019bc1b5-3f00-7000-8000-000000000010',
    reference: 'SOL-2026-0001234',
    status: 'PENDING',
    stage: 'SCORING',
    version: 5,
  },
  allowedScreens: [
    'application-waiting',
    'calculator',
    'profile',
    'profile-settings',
    'profile-settings-edit-email',
    'profile-documents',
    'modals-inactivity-warning',
    'modals-no-phone-access',
    'modals-payment-plan-schedule',
    'modals-payment-schedule',
    'online-payment-completed',
  ],
  nextScreen: { name: 'application-waiting' },
  loan: null,
  maintenance: false,
};
