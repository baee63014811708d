import { type ApplicationStage, FRESH_DATA_DAYS, isOver } from './application.ts';
import { addBusinessDays, type HolidayTable } from './business-days.ts';
import { addDays, type CalendarDate, daysBetween } from './calendar.ts';
import type { LoanStatus } from './loan.ts';
import type { Cents } from './money.ts';
import type { Product, Sequence } from './product.ts';
import type { Requirements } from './requirements.ts';
import { clampAmount } from './selection.ts';

/** Why an application was rejected, as told to the client and required by law (domain 2.3.5). */
export const REJECTION_REASONS = [
  'affordability',
  'existing_overdue',
  'credit_history',
  'identity_not_confirmed',
  'document_unreadable',
  'policy_age',
  'policy_income_source',
  'duplicate_application',
  'blocked_region',
  'verification_failed',
] as const;
export type RejectionReason = (typeof REJECTION_REASONS)[number];

/** Kinds of information a client may be asked for during a decision (domain 2.3.3). */
export const INFORMATION_KINDS = ['DOCUMENT', 'FIELD', 'BANK_ACCOUNT', 'CALL'] as const;
export type InformationKind = (typeof INFORMATION_KINDS)[number];

/**
 * Statuses of a loan that exclude a second one (domain 2.3.2, row 1). PAID, WRITTEN_OFF and VOIDED do not (design §8).
 */
export const OPEN_LOAN_STATUSES = [
  'ORIGINATED',
  'DISBURSING',
  'DISBURSMENT_FAILED',
  'PERFORMING',
  'PAST_DUE',
  'DEFAULTED',
  'PAYMENT_PLAN',
  'FLEX',
] as const satisfies readonly LoanStatus[];
const OPEN_LOAN: ReadonlySet<LoanStatus> = new Set(OPEN_LOAN_STATUSES);

/** Tells whether a loan in this status excludes another. */
export function isOpenLoan(status: LoanStatus): boolean {
  return OPEN_LOAN.has(status);
}

/**
 * Computes the day from which a client may apply again after an application: it comes with a rejection, outlives a
 * review that was given up, and ends with an approval. A rejection takes an earlier approval back.
 */
export function coolDownEnd({
  stage,
  isApproved,
  canReapplyAt,
}: {
  readonly stage: ApplicationStage;
  readonly isApproved: boolean;
  readonly canReapplyAt: CalendarDate | undefined;
}): CalendarDate | undefined {
  return isApproved && stage !== 'REJECTED' ? undefined : canReapplyAt;
}

export interface InquirySituation {
  readonly today: CalendarDate;
  /** The newest application of the client. Its cool-down lasts although a review of the refusal was given up. */
  readonly latest?: { readonly stage: ApplicationStage; readonly canReapplyAt?: CalendarDate | undefined } | undefined;
  readonly loanStatus?: LoanStatus | undefined;
  /** The day on which the client's personal and financial data were last confirmed; undefined for a new client. */
  readonly dataConfirmedOn?: CalendarDate | undefined;
}

export type InquiryDecision =
  | { readonly kind: 'accepted'; readonly stage: 'PERSONAL' | 'DEVICE' }
  | { readonly kind: 'refused'; readonly reason: 'application-exists' | 'active-loan' }
  | { readonly kind: 'refused'; readonly reason: 'reapply-later'; readonly canReapplyAt: CalendarDate };

/**
 * Decides whether a client may apply, and where the application begins (domain 2.3.2 row 1): at PERSONAL for new
 * clients and for data older than 180 days, otherwise at DEVICE. Confirmed 180 days ago: DEVICE; 181 days ago:
 * PERSONAL.
 */
export function decideInquiry(situation: InquirySituation): InquiryDecision {
  const { today, latest, loanStatus, dataConfirmedOn } = situation;
  if (latest && !isOver(latest.stage)) return { kind: 'refused', reason: 'application-exists' };
  if (loanStatus && isOpenLoan(loanStatus)) return { kind: 'refused', reason: 'active-loan' };
  const wait = latest?.canReapplyAt;
  if (wait && today < wait) return { kind: 'refused', reason: 'reapply-later', canReapplyAt: wait };
  const isFresh = dataConfirmedOn !== undefined && daysBetween(dataConfirmedOn, today) <= FRESH_DATA_DAYS;
  return { kind: 'accepted', stage: isFresh ? 'DEVICE' : 'PERSONAL' };
}

/** An adjustment of a selection to the client's limits, with its reason. */
export interface SelectionAdjustment {
  readonly field: 'amount';
  readonly from: number;
  readonly to: number;
  readonly reason: 'first_loan_limit' | 'level_limit';
}

/**
 * Computes the highest amount a client may ask a product for, in whole soles: the first-loan limit for a new client,
 * the trust level's for a repeat one on single payment (domain 2.10 and 2.17). Product 1, sequence 1: 500; level 2:
 * 800.
 */
export function amountLimit(
  product: Product,
  sequence: Sequence,
  levelLimit: Cents | undefined,
): { readonly amount: number; readonly reason: SelectionAdjustment['reason'] } {
  if (sequence === 1)
    return { amount: Math.min(product.maxAmount, product.firstLoanLimit), reason: 'first_loan_limit' };
  const level =
    product.productType === 'SINGLE_PAY' && levelLimit !== undefined ? Math.floor(levelLimit / 100) : product.maxAmount;
  return { amount: Math.min(product.maxAmount, level), reason: 'level_limit' };
}

/**
 * Limits a valid amount to the client's maximum, on a step: 800 requested with a first-loan limit of 500 → 500, with
 * the adjustment to report. An amount outside the product is an error that the caller has already refused.
 */
export function adjustAmount(
  product: Product,
  amount: number,
  limit: ReturnType<typeof amountLimit>,
): { readonly amount: number; readonly adjusted: readonly SelectionAdjustment[] } {
  if (amount <= limit.amount) return { amount, adjusted: [] };
  const to = clampAmount({ ...product, maxAmount: Math.max(limit.amount, product.minAmount) }, amount);
  return { amount: to, adjusted: [{ field: 'amount', from: amount, to, reason: limit.reason }] };
}

export const IDENTITY_PICTURES = ['dniFrontId', 'dniBackId', 'selfieId'] as const;
export type IdentityPicture = (typeof IDENTITY_PICTURES)[number];

/**
 * Lists the pictures missing before scoring (row 5): none where the amount does not ask for them, and none for a client
 * whose identity was confirmed before.
 */
export function missingPictures(
  asked: Pick<Requirements, 'papers'> & { readonly isIdentityConfirmed: boolean },
  sent: Readonly<Partial<Record<IdentityPicture, unknown>>>,
): IdentityPicture[] {
  if (asked.isIdentityConfirmed || !asked.papers.includes('identity-pictures')) return [];
  return IDENTITY_PICTURES.filter((picture) => sent[picture] === undefined);
}

/** Days after which a rejected client may apply again: fewer when only the amount was too high (row 9). */
export const REAPPLY_DAYS = { affordability: 15, other: 30 } as const;

export type RejectionDecision =
  | { readonly kind: 'accepted'; readonly canReapplyAt: CalendarDate }
  | { readonly kind: 'refused'; readonly reason: 'no-reasons' };

/**
 * Decides a rejection, which must name at least one reason (row 9). Rejected on 15/01/2026 for affordability alone →
 * 30/01/2026.
 */
export function decideRejection(reasons: readonly RejectionReason[], today: CalendarDate): RejectionDecision {
  if (reasons.length === 0) return { kind: 'refused', reason: 'no-reasons' };
  const onlyAffordability = reasons.every((reason) => reason === 'affordability');
  return {
    kind: 'accepted',
    canReapplyAt: addDays(today, REAPPLY_DAYS[onlyAffordability ? 'affordability' : 'other']),
  };
}

export type ApprovalDecision =
  | { readonly kind: 'accepted' }
  /** The first of two approvals: it is recorded, and the stage does not change. */
  | { readonly kind: 'second-needed' }
  | { readonly kind: 'refused'; readonly reason: 'own-application' | 'same-person' | 'amount-differs' };

/**
 * Decides on an approval by staff: never by the person who created the application for the client, and above the
 * lender's limit by two different people who approve the same amount (row 13). S/ 2.000,01 with a limit of S/ 2.000:
 * two.
 */
export function decideStaffApproval(approval: {
  readonly by: string;
  readonly amountCents: Cents;
  readonly aboveCents: Cents;
  readonly createdBy?: string | undefined;
  readonly first?: { readonly by: string; readonly amountCents: Cents } | undefined;
}): ApprovalDecision {
  const { by, amountCents, aboveCents, createdBy, first } = approval;
  if (by === createdBy) return { kind: 'refused', reason: 'own-application' };
  if (amountCents <= aboveCents) return { kind: 'accepted' };
  if (!first) return { kind: 'second-needed' };
  if (first.by === by) return { kind: 'refused', reason: 'same-person' };
  return first.amountCents === amountCents ? { kind: 'accepted' } : { kind: 'refused', reason: 'amount-differs' };
}

/** Decides on a fraud flag: two people end an application with it, whatever the amount (row 24). */
export function decideFraudFlag(by: string, first: string | undefined): ApprovalDecision {
  if (first === undefined) return { kind: 'second-needed' };
  return first === by ? { kind: 'refused', reason: 'same-person' } : { kind: 'accepted' };
}

/** The range that an approval allows: the maximum by term, in whole soles. */
export interface ApprovedRange {
  readonly minAmount: number;
  readonly maxAmount: number;
  /** In the product's unit, ascending. */
  readonly terms: readonly number[];
  /** The highest amount for each of the terms. */
  readonly limits: readonly { readonly term: number; readonly maxAmount: number }[];
}

/** Checks that another amount and term are within the approval (row 14), field by field. */
export function checkApproved(
  range: ApprovedRange,
  product: Product,
  amount: number,
  term: number,
): readonly { readonly field: 'amount' | 'term'; readonly code: 'out_of_range' | 'step' | 'not_allowed' }[] {
  const limit = range.limits.find((candidate) => candidate.term === term);
  const max = limit?.maxAmount ?? range.maxAmount;
  const refusals: { field: 'amount' | 'term'; code: 'out_of_range' | 'step' | 'not_allowed' }[] = [];
  if (amount < range.minAmount || amount > max) refusals.push({ field: 'amount', code: 'out_of_range' });
  else if ((amount - product.minAmount) % product.amountStep !== 0) refusals.push({ field: 'amount', code: 'step' });
  if (!limit) refusals.push({ field: 'term', code: 'not_allowed' });
  return refusals;
}

export type OfferRefusal = 'offer-expired' | 'offer-replaced' | 'rate-cap-changed';

/**
 * Tells why an offer is no longer valid: expired, not the latest one, or its rate above today's cap (rows 15 and 20);
 * undefined while it is.
 */
export function offerRefusal(offer: {
  readonly isExpired: boolean;
  readonly isCurrent: boolean;
  readonly teaPercent: number;
  readonly capPercent: number;
}): OfferRefusal | undefined {
  if (offer.isExpired) return 'offer-expired';
  if (!offer.isCurrent) return 'offer-replaced';
  return offer.teaPercent > offer.capPercent ? 'rate-cap-changed' : undefined;
}

export interface SignedDocument {
  readonly id: string;
  readonly sha256: string;
}

/**
 * Tells whether the signed documents are exactly the shown ones, by hash: in any order, none missing and none added
 * (row 20).
 */
export function areSameDocuments(shown: readonly SignedDocument[], signed: readonly SignedDocument[]): boolean {
  if (shown.length !== signed.length) return false;
  const hashes = new Map(signed.map(({ id, sha256 }) => [id, sha256]));
  return hashes.size === shown.length && shown.every(({ id, sha256 }) => hashes.get(id) === sha256);
}

/** The figures of an agreement that may change from one day to the next; the client is told which did (row 19). */
export interface AgreementFigures {
  readonly dueDate: CalendarDate;
  readonly totalCents: Cents;
  readonly tceaPercent: number;
  readonly scheduleDates: readonly CalendarDate[];
  readonly scheduleCents: readonly Cents[];
}

export type ChangedFigure = 'dueDate' | 'total' | 'tcea' | 'schedule';

/** Tells which figures differ between the shown agreement and today's; empty: the documents remain valid. */
export function changedFigures(before: AgreementFigures, after: AgreementFigures): ChangedFigure[] {
  const changed: [ChangedFigure, boolean][] = [
    ['dueDate', before.dueDate !== after.dueDate],
    ['total', before.totalCents !== after.totalCents],
    ['tcea', before.tceaPercent !== after.tceaPercent],
    [
      'schedule',
      !sameList(before.scheduleDates, after.scheduleDates) || !sameList(before.scheduleCents, after.scheduleCents),
    ],
  ];
  return changed.filter(([, isChanged]) => isChanged).map(([figure]) => figure);
}

function sameList<Item>(a: readonly Item[], b: readonly Item[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

/** Within how many days of the rejection a client may request a review by a person (row 25; Ley 29733). */
export const REVIEW_REQUEST_DAYS = 30;

export type ReviewDecision =
  | { readonly kind: 'accepted'; readonly until: CalendarDate }
  | { readonly kind: 'refused'; readonly reason: 'asked-before' | 'too-late' };

/** Allows one review within 30 days: rejected on 15/01/2026, the last day is 14/02/2026. */
export function decideReviewRequest(
  rejectedOn: CalendarDate,
  today: CalendarDate,
  wasAskedBefore: boolean,
): ReviewDecision {
  if (wasAskedBefore) return { kind: 'refused', reason: 'asked-before' };
  const until = addDays(rejectedOn, REVIEW_REQUEST_DAYS);
  return today > until ? { kind: 'refused', reason: 'too-late' } : { kind: 'accepted', until };
}

/** Business days a client waits for an answer by people at most (row 7). */
export const ANSWER_BUSINESS_DAYS = 1;

/**
 * Computes the last day for people to answer what has been waiting for them since a date; undefined where the holidays
 * are not known. Since Friday 16/01/2026: Monday 19/01/2026.
 */
export function answerBy(since: CalendarDate, holidays: HolidayTable): CalendarDate | undefined {
  const due = addBusinessDays(since, ANSWER_BUSINESS_DAYS, holidays);
  return due.kind === 'date' ? due.date : undefined;
}

/** Names the event that follows the client's answers (row 11): information that people must check goes to review. */
export function eventOfInformation(
  items: readonly { readonly kind: InformationKind; readonly askedBy: 'engine' | 'staff' }[],
): 'information-to-scoring' | 'information-to-review' {
  const isAutomatic = items.every(
    ({ kind, askedBy }) => askedBy === 'engine' && kind !== 'DOCUMENT' && kind !== 'CALL',
  );
  return isAutomatic ? 'information-to-scoring' : 'information-to-review';
}
