import type { DeviceAssessment, DeviceCheck, DeviceRisk, RiskReason } from './device-risk.ts';

const MAX_PEOPLE_ON_DEVICE = 2;
const VERSION = 'velocity-1';
/** Families share one of these; two shared ones indicate one person applying under several names. */
const IDENTITY: readonly RiskReason[] = ['device-shared', 'bank-account-shared', 'phone-shared'];

/**
 * The rules without a vendor (domain 2.4): the same device for more than 2 people in 30 days, a bank account or a phone
 * of more than one, an address outside Peru, a crawler. Each leads to manual review; two shared identities are refused.
 * A missing blackbox is recorded and decides nothing: people block scripts; one that is there is not verified. Three people on one phone: REVIEW,
 * `device-shared`. With one bank account as well: DENY.
 */
export function assessVelocity({ blackboxState, ipCountry, isCrawler, counts }: DeviceCheck): DeviceAssessment {
  const seen: Readonly<Record<RiskReason, boolean>> = {
    'device-shared': counts.peopleOnDevice > MAX_PEOPLE_ON_DEVICE,
    'bank-account-shared': counts.peopleOnBankAccount > 1,
    'phone-shared': counts.peopleOnPhone > 1,
    'foreign-network': ipCountry !== undefined && ipCountry.toUpperCase() !== 'PE',
    crawler: isCrawler,
    'no-blackbox': blackboxState !== 'ok',
  };
  const reasons = (Object.keys(seen) as RiskReason[]).filter((reason) => seen[reason]);
  const shared = reasons.filter((reason) => IDENTITY.includes(reason)).length;
  const serious = reasons.filter((reason) => reason !== 'no-blackbox').length;
  const outcome = shared >= 2 ? 'DENY' : serious > 0 ? 'REVIEW' : 'ALLOW';
  return { outcome, reasons, isVouched: false, ref: VERSION };
}

/** The default: no vendor, the rules alone. */
export const velocityRules: DeviceRisk = { check: (check) => Promise.resolve(assessVelocity(check)) };
