import type { CalendarDate } from '#loan/calendar.ts';
import type { Product } from '#loan/product.ts';
import type { CheckKind, Requirements } from '#loan/requirements.ts';
import type { BureauCategory } from '#server/lending/gateways/checks/checks.ts';
import type { ScoreSettings, UnderwritingPolicy } from '#server/lending/parameters/policy.ts';

/** The result of a device check; UNAVAILABLE: nobody answered, which is never the client's fault. */
export type DeviceOutcome = 'ALLOW' | 'REVIEW' | 'DENY' | 'UNAVAILABLE';

/**
 * The answer of an outside check. NOT_ASKED: the amount does not need it, or no provider is configured. NO_ANSWER: it
 * is needed and not known, which is never the client's fault.
 */
export type CheckFinding = 'NOT_ASKED' | 'NO_ANSWER' | 'MATCH' | 'MISMATCH' | 'NOT_FOUND' | 'REPORT';

/**
 * Everything a decision is made of, and nothing else: from this alone it can be repeated (domain 2.3.5). It is stored
 * sealed, because it says how old somebody is and what they earn.
 */
export interface DecisionSnapshot {
  readonly today: CalendarDate;
  readonly policy: UnderwritingPolicy;
  /** The requirements of the amount, and the weights of the answers. */
  readonly requirements: Requirements & { readonly score: ScoreSettings };
  readonly asked: {
    /** With the prices of the day. */
    readonly product: Product;
    /** Whole soles. */
    readonly amount: number;
    readonly term: number;
    /** The most this client may have of the product: first-loan limit or level limit. Whole soles. */
    readonly limit: number;
  };
  readonly client: {
    readonly birthDate: CalendarDate;
    readonly isRepeat: boolean;
    readonly isIdentityConfirmed: boolean;
    readonly trustPoints: number;
    readonly isPep: boolean;
    readonly ubigeo: string;
    readonly residenceStatus?: string | undefined;
    readonly timeAtAddressMonths?: number | undefined;
  };
  readonly income: {
    readonly source: string;
    readonly length?: string | undefined;
    /** Whole soles a month, as declared. */
    readonly net: number;
    readonly expenses?: number | undefined;
    readonly otherLoans?: number | undefined;
    /** The rest of a month's money, where that was asked. */
    readonly free?: number | undefined;
    /** A paper was sent that people have accepted. */
    readonly isProved: boolean;
  };
  readonly history: {
    readonly hasOverdueLoan: boolean;
    readonly hasWrittenOffLoan: boolean;
    readonly worstDaysLateIn2Years: number;
    /** This one included. */
    readonly applicationsIn30Days: number;
  };
  /** Other people who share something with this client. */
  readonly links: {
    readonly sameCci: number;
    readonly samePhone: number;
    readonly sameNameAndBirthDate: number;
    /** Of those with the same name and birth date, how many have an application open under another document. */
    readonly sameNameOpenApplications: number;
    /** Number of other people who sent the very file of a picture of identity that this client sent. */
    readonly samePicture: number;
    /** Open flags of fraud on the client or on anything they have used (decision 0146). */
    readonly fraudFlags: number;
  };
  readonly device: {
    readonly outcome: DeviceOutcome;
    /** A vendor opened the device box and answers for it. Without that, the browser's own claims do not count. */
    readonly isVouched: boolean;
  };
  /** Answers of outside providers about the client. */
  readonly checks: Readonly<Record<CheckKind, CheckFinding>> & {
    /** The worst category of a bureau's report. */
    readonly bureauCategory?: BureauCategory | undefined;
    /** The client has named another account because the first one was not theirs. */
    readonly hasNamedAnotherAccount: boolean;
  };
}
