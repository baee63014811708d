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
import { nextScreen } from './session-answer.ts';

/** An instant, ISO 8601 in UTC. */
export const instant = () => z.iso.datetime();

/** The standing of an application. */
export const applicationStanding = {
  reference: z.string(),
  status: z.enum(APPLICATION_STATUSES),
  stage: z.enum(APPLICATION_STAGES),
  version: z.int(),
  /** The time at which it ends unless the client sends what is missing. */
  endsAt: z.optional(instant()),
  /** The last day for people to answer; absent once it has passed. */
  answerBy: z.optional(date()),
  /** That day has passed, and people are still looking at it. Absent too where no day could be told. */
  answerIsLate: z.optional(z.literal(true)),
} as const;

/** The state of an application; `version` goes back in `If-Match`. */
export const applicationSummary = { id: z.guid(), ...applicationStanding, canReapplyAt: z.optional(date()) } as const;

/** `GET /profile/state`, and the response of every step of an application (domain 2.3.1). */
export const profileStateBody = z.strictObject({
  application: z.nullable(z.strictObject(applicationSummary)),
  allowedScreens: z.array(z.enum(CLIENT_SCREENS)),
  nextScreen,
  loan: z.nullable(
    z.strictObject({
      number: z.string(),
      status: z.enum(LOAN_STATUSES),
      /** The last day for giving another account. */
      accountBy: z.optional(date()),
    }),
  ),
  maintenance: z.boolean(),
  /**
   * The assurance of the session that asks; other answers leave it out. With `basic` nothing is asked for that needs
   * more (domain 2.1.1).
   */
  assurance: z.optional(z.enum(ASSURANCE_LEVELS)),
});
export type ProfileState = z.infer<typeof profileStateBody>;

/** Amount in whole soles; term in days or months by product type. */
export const selectionBody = z.strictObject({
  productType: z.enum(PRODUCT_TYPES),
  productId: z.int(),
  amount: z.int(),
  term: z.int(),
});

export const applicationDocument = z.strictObject({
  documentId: z.guid(),
  type: z.enum(APPLICATION_DOCUMENT_TYPES),
  /** SCANNING is brief: the file is checked before it is stored. */
  status: z.enum(['SCANNING', 'READY']),
  sha256: z.string(),
});

/** The offer of product-spec §3, with the approved limits and its expiry. */
export const applicationOffer = z.strictObject({
  offer: publicOfferBody.shape.offer,
  offerId: z.guid(),
  selection: selectionBody,
  validUntil: instant(),
  approved: z.strictObject({
    minAmount: z.int(),
    maxAmount: z.int(),
    terms: z.array(z.int()),
    /** The highest amount for each term. */
    limits: z.array(z.strictObject({ term: z.int(), maxAmount: z.int() })),
  }),
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

/** 409: the application's stage does not allow the step (domain 2.3.2). */
export const ILLEGAL_TRANSITION = { status: 409, code: 'illegal_transition' } as const;
/** 409: the change was made from an older version. */
export const STALE_VERSION = { status: 409, code: 'stale_version' } as const;
/** 428: the account is not the one that counts, and its proof is missing. */
export const UNPROVED_ACCOUNT = { status: 428, code: 'reauth_required' } as const;
/** 404: the client has never applied. */
export const NO_APPLICATION = { status: 404, code: 'not_found' } as const;

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
