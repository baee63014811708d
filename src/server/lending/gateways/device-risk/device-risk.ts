/** Reasons for a manual review; each has a text for staff. */
export const RISK_REASONS = [
  'device-shared',
  'bank-account-shared',
  'phone-shared',
  'foreign-network',
  'crawler',
  'no-blackbox',
] as const;
export type RiskReason = (typeof RISK_REASONS)[number];

/**
 * Numbers of people seen with a person's device, account and phone. This application's own person must count exactly
 * once in each: the caller looks for the others and adds one.
 */
export interface SightingCounts {
  /** People who used the device within the last 30 days, this one included. */
  readonly peopleOnDevice: number;
  /** People who gave the same bank account, this one included. */
  readonly peopleOnBankAccount: number;
  /** People who gave the same phone, this one included. */
  readonly peopleOnPhone: number;
}

export interface DeviceCheck {
  /** The output of the vendor's script; opaque. */
  readonly blackbox?: string | undefined;
  readonly blackboxState: 'ok' | 'blocked' | 'timeout';
  readonly ip: string;
  /** Two letters, if known; unknown does not count as foreign. */
  readonly ipCountry?: string | undefined;
  readonly isCrawler: boolean;
  readonly counts: SightingCounts;
}

export interface DeviceAssessment {
  readonly outcome: 'ALLOW' | 'REVIEW' | 'DENY';
  readonly reasons: readonly RiskReason[];
  /** True when a vendor opened the box and answers for its contents; never true without a vendor. */
  readonly isVouched: boolean;
  /** The assessor and its reference number. */
  readonly ref: string;
}

/** Assesses the device of an application (domain 2.4). Throws `NoAnswer` when no assessment was made. */
export interface DeviceRisk {
  check(check: DeviceCheck): Promise<DeviceAssessment>;
}
