import { calendarDate } from '#loan/calendar.ts';
import { settingsForLevel } from '#loan/personal-settings.ts';
import type { ProductSettings } from '#loan/product.ts';
import type { TrustLevel } from '#loan/trust-level.ts';
import { readTrustStanding } from '#server/lending/loans/record-trust.ts';
import { countPaidLoans } from '#server/lending/loans/store/loan-store.ts';
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import type { ParametersInForce, PricingInForce } from '#server/lending/parameters/parameters.ts';
import { sessionOf } from '#server/lending/people/session-gate.ts';

type Ready = Extract<PricingInForce, { readonly kind: 'ready' }>;

/** One object for a level and set of figures, so that offers priced with it can be kept. */
const known = new WeakMap<ProductSettings, Map<number, ProductSettings>>();

/**
 * The settings of a client today (domain 2.10, 2.17): the bounds of a first loan until one is paid back, then those of
 * their level, with its discount. The same figures must price their calculator, their offer and their contract.
 */
export async function settingsOfClient(
  services: Pick<LendingContext, 'db' | 'clock'>,
  personId: string,
  parameters: ParametersInForce,
  pricing: Ready,
): Promise<ProductSettings> {
  const level = await readPaidLevel(services, personId, parameters);
  if (!level) return pricing.settings[1];
  const all = pricing.settings[2];
  const byLevel = known.get(all) ?? new Map<number, ProductSettings>();
  known.set(all, byLevel);
  const mine = byLevel.get(level.level) ?? settingsForLevel(all, level);
  byLevel.set(level.level, mine);
  return mine;
}

/** The level that prices what a client gets; undefined until they have paid a loan back. */
export async function readPaidLevel(
  { db, clock }: Pick<LendingContext, 'db' | 'clock'>,
  personId: string,
  parameters: ParametersInForce,
): Promise<TrustLevel | undefined> {
  if ((await countPaidLoans(db.kysely, personId)) === 0) return undefined;
  const { trust } = parameters.policies();
  const at = { today: calendarDate(clock.businessDate()), settings: trust };
  return (await readTrustStanding(db.kysely, personId, at)).level;
}

/** The client who makes a public call while signed in. Such an answer is theirs, so no cache may share it. */
export async function signedInPerson(
  services: Pick<LendingContext, 'db' | 'clock'>,
  request: Request,
): Promise<string | undefined> {
  if (!request.headers.has('authorization')) return undefined;
  return (await sessionOf(services, request))?.personId;
}
