import { isTerminal, move, type TransitionTable } from './transitions.ts';

/** The internal stage of an application; the calculator reads its status (domain 2.3.1). */
export const APPLICATION_STAGES = [
  'PERSONAL',
  'FINANCIAL',
  'DEVICE',
  'SCORING',
  'MANUAL_REVIEW',
  'INFO_MISSING',
  'OFFER',
  'OFFER_REPEATED',
  'AGREEMENT',
  'ISSUING',
  'DONE',
  'REJECTED',
  'CANCELLED',
  'EXPIRED',
] as const;
export type ApplicationStage = (typeof APPLICATION_STAGES)[number];

/** The external status of an application (product-spec §4). */
export const APPLICATION_STATUSES = [
  'DRAFT',
  'PENDING',
  'APPROVED',
  'ISSUING_LOAN',
  'COMPLETED',
  'REJECTED',
  'CANCELLED',
  'EXPIRED',
] as const;
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number];

/** All events after an application's inquiry (domain 2.3.2). */
export const APPLICATION_EVENTS = [
  'personal-submitted',
  'financial-submitted',
  'device-submitted',
  'went-back',
  'approved-new',
  'approved-repeated',
  'referred',
  'information-requested',
  'rejected',
  'scoring-timed-out',
  'information-to-scoring',
  'information-to-review',
  'information-overdue',
  'offer-changed',
  'offer-accepted',
  'offer-declined',
  'offer-expired',
  'returned-to-offer',
  'returned-to-offer-repeated',
  'agreement-renewed',
  'agreement-signed',
  'disbursement-confirmed',
  'disbursement-rejected',
  'loan-voided',
  'cancelled',
  'idle-expired',
  'fraud-flagged',
  'review-requested',
] as const;
export type ApplicationEvent = (typeof APPLICATION_EVENTS)[number];

/**
 * Domain 2.3.2 rows 2 to 25, row by row, with two additions: the client may give up wherever an application waits
 * (decision 0134), and people may flag fraud up to the payout (decision 0146). Row 1 makes the application
 * (`decideInquiry`).
 */
export const APPLICATION_TRANSITIONS: TransitionTable<ApplicationStage, ApplicationEvent> = {
  PERSONAL: {
    'personal-submitted': 'FINANCIAL',
    cancelled: 'CANCELLED',
    'idle-expired': 'EXPIRED',
    'fraud-flagged': 'REJECTED',
  },
  FINANCIAL: {
    'financial-submitted': 'DEVICE',
    'went-back': 'PERSONAL',
    cancelled: 'CANCELLED',
    'idle-expired': 'EXPIRED',
    'fraud-flagged': 'REJECTED',
  },
  DEVICE: {
    'device-submitted': 'SCORING',
    'went-back': 'FINANCIAL',
    cancelled: 'CANCELLED',
    'idle-expired': 'EXPIRED',
    'fraud-flagged': 'REJECTED',
  },
  SCORING: {
    'approved-new': 'OFFER',
    'approved-repeated': 'OFFER_REPEATED',
    referred: 'MANUAL_REVIEW',
    'information-requested': 'INFO_MISSING',
    rejected: 'REJECTED',
    // An outage never rejects anybody: the application goes to manual review.
    'scoring-timed-out': 'MANUAL_REVIEW',
    cancelled: 'CANCELLED',
    'fraud-flagged': 'REJECTED',
  },
  MANUAL_REVIEW: {
    'approved-new': 'OFFER',
    'approved-repeated': 'OFFER_REPEATED',
    'information-requested': 'INFO_MISSING',
    rejected: 'REJECTED',
    cancelled: 'CANCELLED',
    'fraud-flagged': 'REJECTED',
  },
  INFO_MISSING: {
    'information-to-scoring': 'SCORING',
    'information-to-review': 'MANUAL_REVIEW',
    'information-overdue': 'EXPIRED',
    cancelled: 'CANCELLED',
    'fraud-flagged': 'REJECTED',
  },
  OFFER: {
    // A flag of fraud set after the approval is for people, like every other (decision 0146).
    referred: 'MANUAL_REVIEW',
    'offer-changed': 'OFFER',
    'offer-accepted': 'AGREEMENT',
    'offer-declined': 'CANCELLED',
    'offer-expired': 'EXPIRED',
    'fraud-flagged': 'REJECTED',
  },
  OFFER_REPEATED: {
    referred: 'MANUAL_REVIEW',
    'offer-changed': 'OFFER_REPEATED',
    'offer-accepted': 'AGREEMENT',
    'offer-declined': 'CANCELLED',
    'offer-expired': 'EXPIRED',
    'fraud-flagged': 'REJECTED',
  },
  AGREEMENT: {
    referred: 'MANUAL_REVIEW',
    'returned-to-offer': 'OFFER',
    'returned-to-offer-repeated': 'OFFER_REPEATED',
    'agreement-renewed': 'AGREEMENT',
    'agreement-signed': 'ISSUING',
    'offer-declined': 'CANCELLED',
    // Accepting does not stop the offer's expiry, or an unsigned agreement would block the client for ever (decision
    // 0148).
    'offer-expired': 'EXPIRED',
    'fraud-flagged': 'REJECTED',
  },
  ISSUING: {
    'disbursement-confirmed': 'DONE',
    'disbursement-rejected': 'ISSUING',
    'loan-voided': 'CANCELLED',
    // While nothing has left for the bank.
    'fraud-flagged': 'REJECTED',
  },
  DONE: {},
  REJECTED: { 'review-requested': 'MANUAL_REVIEW' },
  CANCELLED: {},
  EXPIRED: {},
};

export type EventActor = 'client' | 'engine' | 'staff' | 'clock' | 'bank';

/**
 * The actors that may cause an event. A review request is the only way out of a final stage, and only the client can
 * make it.
 */
export const EVENT_ACTORS: Readonly<Record<ApplicationEvent, readonly EventActor[]>> = {
  'personal-submitted': ['client'],
  'financial-submitted': ['client'],
  'device-submitted': ['client'],
  'went-back': ['client'],
  'approved-new': ['engine', 'staff'],
  'approved-repeated': ['engine', 'staff'],
  referred: ['engine'],
  'information-requested': ['engine', 'staff'],
  rejected: ['engine', 'staff'],
  'scoring-timed-out': ['clock'],
  'information-to-scoring': ['client'],
  'information-to-review': ['client'],
  'information-overdue': ['clock'],
  'offer-changed': ['client'],
  'offer-accepted': ['client'],
  'offer-declined': ['client'],
  'offer-expired': ['clock'],
  'returned-to-offer': ['client'],
  'returned-to-offer-repeated': ['client'],
  'agreement-renewed': ['clock'],
  'agreement-signed': ['client'],
  'disbursement-confirmed': ['bank'],
  'disbursement-rejected': ['bank'],
  'loan-voided': ['client', 'clock'],
  cancelled: ['client'],
  'idle-expired': ['clock'],
  'fraud-flagged': ['staff'],
  'review-requested': ['client'],
};

const STATUS_OF_STAGE: Readonly<Record<ApplicationStage, ApplicationStatus>> = {
  PERSONAL: 'DRAFT',
  FINANCIAL: 'DRAFT',
  DEVICE: 'DRAFT',
  SCORING: 'PENDING',
  MANUAL_REVIEW: 'PENDING',
  INFO_MISSING: 'PENDING',
  OFFER: 'APPROVED',
  OFFER_REPEATED: 'APPROVED',
  AGREEMENT: 'APPROVED',
  ISSUING: 'ISSUING_LOAN',
  DONE: 'COMPLETED',
  REJECTED: 'REJECTED',
  CANCELLED: 'CANCELLED',
  EXPIRED: 'EXPIRED',
};

/** Gives the status the calculator reads (domain 2.3.1): PERSONAL → DRAFT, AGREEMENT → APPROVED. */
export function statusOfStage(stage: ApplicationStage): ApplicationStatus {
  return STATUS_OF_STAGE[stage];
}

/** Lists the events an actor may cause at a stage: the `allowedEvents` of an `illegal_transition`. */
export function allowedEvents(stage: ApplicationStage, actor: EventActor): ApplicationEvent[] {
  const events = Object.keys(APPLICATION_TRANSITIONS[stage]) as ApplicationEvent[];
  return events.filter((event) => EVENT_ACTORS[event].includes(actor));
}

/** The refusal of a transition that is not in the table (domain 2.3.2, last line). */
export interface IllegalTransition {
  readonly kind: 'refused';
  readonly reason: 'illegal-transition';
  readonly stage: ApplicationStage;
  readonly allowedEvents: readonly ApplicationEvent[];
}

/**
 * Gives the stage after an event of an actor; refused when the table has no such row or the event is not the actor's.
 */
export function moveApplication(
  stage: ApplicationStage,
  event: ApplicationEvent,
  actor: EventActor,
): { readonly kind: 'moved'; readonly to: ApplicationStage } | IllegalTransition {
  const result = move(APPLICATION_TRANSITIONS, stage, event);
  if (result.kind === 'moved' && EVENT_ACTORS[event].includes(actor)) return result;
  return { kind: 'refused', reason: 'illegal-transition', stage, allowedEvents: allowedEvents(stage, actor) };
}

const ENDS: ReadonlySet<ApplicationStage> = new Set(['DONE', 'REJECTED', 'CANCELLED', 'EXPIRED']);

/**
 * Tells whether the application is over, so that another may follow. A rejection is over even while a review can be
 * requested.
 */
export function isOver(stage: ApplicationStage): boolean {
  return ENDS.has(stage) || isTerminal(APPLICATION_TRANSITIONS, stage);
}

/** The stages in which the client still enters data. */
export const DRAFT_STAGES = ['PERSONAL', 'FINANCIAL', 'DEVICE'] as const satisfies readonly ApplicationStage[];
export type DraftStage = (typeof DRAFT_STAGES)[number];

export function isDraft(stage: ApplicationStage): stage is DraftStage {
  return (DRAFT_STAGES as readonly ApplicationStage[]).includes(stage);
}

/** The stages in which something is offered and nothing is signed. */
export const OFFERED_STAGES = ['OFFER', 'OFFER_REPEATED', 'AGREEMENT'] as const satisfies readonly ApplicationStage[];

/** The two steps with a form, as named in the paths. */
export const APPLICATION_STEPS = ['personal', 'financial'] as const;
export type ApplicationStep = (typeof APPLICATION_STEPS)[number];

/**
 * Lists the events of submitting a step, possibly an earlier one: back to it, and forward again over the steps that are
 * still complete, so that a client who corrects the address is not asked for the income again (domain 2.3.2 row 4). At
 * DEVICE, personal with financial complete → back, back, personal, financial: at DEVICE again.
 */
export function eventsOfSubmit(
  stage: ApplicationStage,
  step: ApplicationStep,
  isFinancialComplete: boolean,
): readonly ApplicationEvent[] {
  const here = isDraft(stage) ? DRAFT_STAGES.indexOf(stage) : 0;
  const stepsBack = Math.max(0, here - APPLICATION_STEPS.indexOf(step));
  const events = Array.from({ length: stepsBack }, (): ApplicationEvent => 'went-back');
  if (step === 'financial') return [...events, 'financial-submitted'];
  return stage === 'DEVICE' && isFinancialComplete
    ? [...events, 'personal-submitted', 'financial-submitted']
    : [...events, 'personal-submitted'];
}

/** The event that returns from the agreement to its offer. */
export function eventOfReturn(isRepeat: boolean): ApplicationEvent {
  return isRepeat ? 'returned-to-offer-repeated' : 'returned-to-offer';
}

/** The event of an approval: repeat clients have a screen of their own. */
export function eventOfApproval(isRepeat: boolean): ApplicationEvent {
  return isRepeat ? 'approved-repeated' : 'approved-new';
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The timeout of a stage, in milliseconds from `since`, and the event that follows. */
export interface StageDeadline {
  readonly event: ApplicationEvent;
  readonly afterMs: number;
  /**
   * `stage`: since entering the stage. `activity`: since the client's last change. `approval`: since the first offer; a
   * changed amount must not restart the 72 hours.
   */
  readonly since: 'stage' | 'activity' | 'approval';
}

const IDLE: StageDeadline = { event: 'idle-expired', afterMs: 30 * DAY, since: 'activity' };
const OFFERED: StageDeadline = { event: 'offer-expired', afterMs: 72 * HOUR, since: 'approval' };

/** Domain 2.3.2 rows 10, 12, 17 and 23. Other stages wait for people or for the bank. */
export const STAGE_DEADLINES: Readonly<Partial<Record<ApplicationStage, StageDeadline>>> = {
  PERSONAL: IDLE,
  FINANCIAL: IDLE,
  DEVICE: IDLE,
  SCORING: { event: 'scoring-timed-out', afterMs: 10 * MINUTE, since: 'stage' },
  INFO_MISSING: { event: 'information-overdue', afterMs: 7 * DAY, since: 'stage' },
  OFFER: OFFERED,
  OFFER_REPEATED: OFFERED,
  AGREEMENT: OFFERED,
};

/**
 * Reminders of what waits for the client before its deadline: so long after the stage's deadline began to run. Missing
 * answers on day 2 and 5 of 7 (row 12), an offer or an unsigned agreement a day before its 72 hours are over, a draft
 * three days before its 30.
 */
export const STAGE_REMINDERS: Readonly<Partial<Record<ApplicationStage, readonly number[]>>> = {
  PERSONAL: [27 * DAY],
  FINANCIAL: [27 * DAY],
  DEVICE: [27 * DAY],
  INFO_MISSING: [2 * DAY, 5 * DAY],
  OFFER: [48 * HOUR],
  OFFER_REPEATED: [48 * HOUR],
  AGREEMENT: [48 * HOUR],
};
/** Personal data older than this are asked for again (row 1). */
export const FRESH_DATA_DAYS = 180;

/** Computes when the timeout of a stage ends; undefined for a stage without one. Instants in milliseconds. */
export function deadlineOf(
  stage: ApplicationStage,
  since: Readonly<Record<StageDeadline['since'], number>>,
): { readonly event: ApplicationEvent; readonly at: number } | undefined {
  const deadline = STAGE_DEADLINES[stage];
  return deadline && { event: deadline.event, at: since[deadline.since] + deadline.afterMs };
}

/**
 * Finds the last reminder of a stage that is due `now`: how long after `since` it is, and since when; undefined when
 * none is due.
 */
export function reminderDue(
  stage: ApplicationStage,
  since: Readonly<Record<StageDeadline['since'], number>>,
  now: number,
): { readonly afterMs: number; readonly since: number } | undefined {
  const deadline = STAGE_DEADLINES[stage];
  if (!deadline) return undefined;
  const from = since[deadline.since];
  const afterMs = STAGE_REMINDERS[stage]?.findLast((after) => from + after <= now);
  return afterMs === undefined ? undefined : { afterMs, since: from };
}

/**
 * Formats the reference that a client reads out on the phone: `SOL-2026-0001234`. Throws beyond seven digits, because
 * that is a bug in the counter.
 */
export function applicationReference(year: number, number: number): string {
  if (!Number.isSafeInteger(number) || number < 1 || number > 9_999_999) {
    throw new RangeError(`not a correlative: ${number}`);
  }
  return `SOL-${year}-${String(number).padStart(7, '0')}`;
}
