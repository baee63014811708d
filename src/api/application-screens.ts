import { type ApplicationStage, isOver } from '#loan/application.ts';
import type { LoanStatus } from '#loan/loan.ts';
import { CLIENT_SCREENS, type ClientScreen } from './client-screens.ts';

/**
 * `B` of domain 2.3.1: reachable at every stage, because clients must always reach their data, their rights, the price
 * list and the way to cancel.
 */
export const ALWAYS_ALLOWED: readonly ClientScreen[] = CLIENT_SCREENS.filter(
  (name) =>
    name.startsWith('modals-') ||
    name.startsWith('profile-settings') ||
    ['profile', 'profile-documents', 'profile-notifications'].includes(name) ||
    // Consent to advertising can be withdrawn at any time (Ley 32323), with or without a loan.
    name === 'profile-components-marketing' ||
    ['calculator', 'online-payment-completed'].includes(name),
);

/** The screens for managing and paying a loan: all others of the profile. */
export const LOAN_SCREENS: readonly ClientScreen[] = CLIENT_SCREENS.filter(
  (name) => name.startsWith('profile-') && !ALWAYS_ALLOWED.includes(name),
);

export interface ScreenSituation {
  /** The newest application. */
  readonly application?:
    | {
        readonly stage: ApplicationStage;
        /** Whether the client had paid off a loan when applying: the final screen differs. */
        readonly isRepeat: boolean;
        /** Whether the client has seen the screen of the current stage (`POST /application/seen`). */
        readonly seen: boolean;
        /** Instant of the last change of stage, milliseconds. */
        readonly stageSince: number;
      }
    | undefined;
  /** The newest loan, closed ones included. */
  readonly loan?:
    | {
        readonly status: LoanStatus;
        /** A payout order is waiting to be sent: after a refused one the client has given another account. */
        readonly isOrderWaiting?: boolean | undefined;
      }
    | undefined;
  /** The newest top-up that was not declined; `DISBURSED` when the bank has confirmed it. */
  readonly topUp?: { readonly status: 'ORIGINATED' | 'DISBURSING' | 'DISBURSED'; readonly seen: boolean } | undefined;
  /** Instant, milliseconds. */
  readonly now: number;
}

export interface NextScreen {
  readonly name: ClientScreen;
  readonly query?: Readonly<Record<string, string>>;
}

export interface Screens {
  readonly nextScreen: NextScreen;
  /** In the order of CLIENT_SCREENS; always holds `nextScreen.name`. */
  readonly allowedScreens: readonly ClientScreen[];
}

/** The time for which the completed screen may be opened again after the payout. */
export const COMPLETED_FOR_MS = 24 * 3_600_000;

/**
 * Decides the client's next screen and the other allowed ones: the single source for `GET /profile/state`, the router's
 * guard and the server's own refusals (domain 2.3.1). An open application decides the next screen; an owed loan adds
 * the screens to manage it, whatever the application. With neither: the calculator. DEVICE → application-iov, with
 * application-personal and application-financial to go back to.
 */
export function screensFor(situation: ScreenSituation): Screens {
  const nextScreen = nextOf(situation);
  const allowed = new Set([
    nextScreen.name,
    ...ALWAYS_ALLOWED,
    ...applicationScreens(situation),
    ...topUpScreens(situation),
    ...loanScreens(situation),
  ]);
  return { nextScreen, allowedScreens: CLIENT_SCREENS.filter((name) => allowed.has(name)) };
}

type Application = NonNullable<ScreenSituation['application']>;

/** Takes the first that applies: an open application, an outcome not seen yet, a top-up, a loan. */
function nextOf(situation: ScreenSituation): NextScreen {
  const { application, loan } = situation;
  if (loan?.status === 'DISBURSMENT_FAILED' && !loan.isOrderWaiting) {
    return { name: 'application-information-missing', query: { item: 'bankAccount' } };
  }
  const own = application && nextOfApplication(application);
  if (own) return { name: own };
  const topUp = nextOfTopUp(situation);
  if (topUp) return { name: topUp };
  const hasLoan = loan !== undefined && HAS_PROFILE.has(loan.status);
  return { name: hasLoan || application?.stage === 'DONE' ? 'profile' : 'calculator' };
}

/** Decides the next screen of an application; undefined when it is over and its outcome was seen. */
function nextOfApplication(application: Application): ClientScreen | undefined {
  const { stage, seen } = application;
  switch (stage) {
    case 'ISSUING':
      return seen ? 'profile' : completedScreen(application);
    case 'REJECTED':
    case 'CANCELLED':
    case 'EXPIRED':
      return seen ? undefined : END_SCREEN[stage];
    case 'DONE':
      return undefined;
    default:
      return STAGE_SCREEN[stage];
  }
}

type OpenStage = Exclude<ApplicationStage, 'ISSUING' | 'DONE' | 'REJECTED' | 'CANCELLED' | 'EXPIRED'>;

const STAGE_SCREEN: Readonly<Record<OpenStage, ClientScreen>> = {
  PERSONAL: 'application-personal',
  FINANCIAL: 'application-financial',
  DEVICE: 'application-iov',
  SCORING: 'application-waiting',
  MANUAL_REVIEW: 'application-in-progress',
  INFO_MISSING: 'application-information-missing',
  OFFER: 'application-offer',
  OFFER_REPEATED: 'application-offer-repeated',
  AGREEMENT: 'application-agreement',
};

/** Expired and cancelled applications share one final screen. */
const END_SCREEN = {
  REJECTED: 'application-rejected',
  CANCELLED: 'application-cancelled',
  EXPIRED: 'application-cancelled',
} as const satisfies Partial<Record<ApplicationStage, ClientScreen>>;

function completedScreen({ isRepeat }: Application): ClientScreen {
  return isRepeat ? 'application-completed-returning' : 'application-completed';
}

/** Lists the screens that an application allows besides its next one. */
function applicationScreens({ application, now }: ScreenSituation): readonly ClientScreen[] {
  switch (application?.stage) {
    case 'FINANCIAL':
      return ['application-personal'];
    case 'DEVICE':
      return ['application-personal', 'application-financial'];
    case 'INFO_MISSING':
      return ['application-in-progress'];
    case 'AGREEMENT':
      return [application.isRepeat ? 'application-offer-repeated' : 'application-offer'];
    case 'ISSUING':
      return [completedScreen(application)];
    case 'DONE':
      return now - application.stageSince < COMPLETED_FOR_MS ? [completedScreen(application)] : [];
    case 'REJECTED':
    case 'CANCELLED':
    case 'EXPIRED':
      return [END_SCREEN[application.stage]];
    default:
      return [];
  }
}

function nextOfTopUp({ topUp }: ScreenSituation): ClientScreen | undefined {
  if (topUp?.status === 'ORIGINATED') return 'application-offer-topup';
  return topUp && !topUp.seen ? 'application-topup-completed' : undefined;
}

function topUpScreens({ topUp }: ScreenSituation): readonly ClientScreen[] {
  if (topUp?.status === 'ORIGINATED') return ['application-offer-topup'];
  // The bank may confirm before the client has seen the screen, so it stays until it was seen.
  const isShown = topUp?.status === 'DISBURSING' || topUp?.seen === false;
  return isShown ? ['application-topup-completed'] : [];
}

/** Loans on which something may be paid; a written-off debt can still be (domain 2.16). */
const IS_OWED: ReadonlySet<LoanStatus> = new Set([
  'PERFORMING',
  'PAST_DUE',
  'DEFAULTED',
  'PAYMENT_PLAN',
  'FLEX',
  'WRITTEN_OFF',
]);

/** Loans whose client starts on the profile. */
const HAS_PROFILE: ReadonlySet<LoanStatus> = new Set<LoanStatus>([
  'ORIGINATED',
  'DISBURSING',
  // With another account given; without one the client is asked for it before anything else.
  'DISBURSMENT_FAILED',
  ...IS_OWED,
]);

/**
 * Lists the screens of a loan: while it is owed, also beside an application, because a debt must always be payable;
 * after it was paid, until the next application, so that the last payment can show its result (decision 0148).
 */
function loanScreens({ application, loan }: ScreenSituation): readonly ClientScreen[] {
  if (loan && IS_OWED.has(loan.status)) return LOAN_SCREENS;
  const isIdle = application === undefined || isOver(application.stage);
  return isIdle && (loan?.status === 'PAID' || application?.stage === 'DONE') ? LOAN_SCREENS : [];
}
