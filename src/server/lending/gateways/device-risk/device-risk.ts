/** What speaks for a second look; each has a text for staff. */
export const RISK_REASONS = [
  'device-shared',
  'bank-account-shared',
  'phone-shared',
  'foreign-network',
  'crawler',
  'no-blackbox',
] as const;
export type RiskReason = (typeof RISK_REASONS)[number];

/** How often what belongs to one person was seen with others; the caller counts, this application's person left out. */
export interface SightingCounts {
  /** People who used the device within the last 30 days, this one included. */
  readonly peopleOnDevice: number;
  /** People who gave the same bank account, this one included. */
  readonly peopleOnBankAccount: number;
  /** People who gave the same phone, this one included. */
  readonly peopleOnPhone: number;
}

export interface DeviceCheck {
  /** What the vendor's script wrote; opaque. */
  readonly blackbox?: string | undefined;
  readonly blackboxState: 'ok' | 'blocked' | 'timeout';
  readonly ip: string;
  /** Two letters, when something in front of us tells; unknown is not foreign. */
  readonly ipCountry?: string | undefined;
  readonly isCrawler: boolean;
  readonly counts: SightingCounts;
}

export interface DeviceAssessment {
  readonly outcome: 'ALLOW' | 'REVIEW' | 'DENY';
  readonly reasons: readonly RiskReason[];
  /** Whoever judged, and under what number. */
  readonly ref: string;
}

/** Judges the device an application comes from (domain 2.4). Throws `NoAnswer` when nobody judged. */
export interface DeviceRisk {
  check(check: DeviceCheck): Promise<DeviceAssessment>;
}
