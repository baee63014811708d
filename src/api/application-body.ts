/** What the calls about an application answer with. */
import * as z from 'zod/mini';
import { APPLICATION_STAGES, APPLICATION_STATUSES } from '#loan/application.ts';
import { REJECTION_REASONS } from '#loan/application-decisions.ts';
import { CLIENT_SCREENS } from '#loan/application-screens.ts';
import { LOAN_STATUSES } from '#loan/loan.ts';
import { PRODUCT_TYPES } from '#loan/product.ts';
import { APPLICATION_DOCUMENT_TYPES } from './application-information.ts';
import { publicOfferBody } from './endpoints/applications/make-public-offer.ts';
import { date } from './fields.ts';
import { nextScreen } from './session-answer.ts';

/** An instant, ISO 8601 in UTC. */
export const instant = () => z.iso.datetime();

/** Where an application stands; `version` goes back in `If-Match`. */
export const applicationSummary = {
  id: z.uuid(),
  reference: z.string(),
  status: z.enum(APPLICATION_STATUSES),
  stage: z.enum(APPLICATION_STAGES),
  version: z.int(),
  canReapplyAt: z.optional(date()),
} as const;

/** `GET /profile/state`, and the answer of every step that leads on (domain 2.3.1). */
export const profileStateBody = z.strictObject({
  application: z.nullable(z.strictObject(applicationSummary)),
  allowedScreens: z.array(z.enum(CLIENT_SCREENS)),
  nextScreen,
  loan: z.nullable(z.strictObject({ number: z.string(), status: z.enum(LOAN_STATUSES) })),
  maintenance: z.boolean(),
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
  documentId: z.uuid(),
  type: z.enum(APPLICATION_DOCUMENT_TYPES),
  /** Never SCANNING for long: the file is checked before it is kept. */
  status: z.enum(['SCANNING', 'READY']),
  sha256: z.string(),
});

/** The offer of product-spec §3 with what may be taken of it, and until when. */
export const applicationOffer = z.strictObject({
  offer: publicOfferBody.shape.offer,
  offerId: z.uuid(),
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

export const rejectionReasons = z.array(z.enum(REJECTION_REASONS));

/** 409 of every step that the application's stage does not allow (domain 2.3.2). */
export const ILLEGAL_TRANSITION = { status: 409, code: 'illegal_transition' } as const;
/** 409 of a change that was made from an older version. */
export const STALE_VERSION = { status: 409, code: 'stale_version' } as const;
/** 404 of a client who has never applied. */
export const NO_APPLICATION = { status: 404, code: 'not_found' } as const;

/** A state to show in examples: waiting for the decision. */
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
