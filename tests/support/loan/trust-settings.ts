import { assemblePolicies } from '#server/lending/parameters/policies.ts';
import { SEED_POLICIES } from '#server/lending/parameters/seed-policies.ts';

/** The levels that a new lender starts with (domain 2.10). */
export const TRUST_SETTINGS = assemblePolicies(
  Object.entries(SEED_POLICIES).map(([key, value]) => ({
    kind: 'policy',
    key,
    value,
    validFrom: '2026-01-01',
    validTo: null,
  })),
).trust;
