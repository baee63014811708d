import type { Kysely } from 'kysely';
import { addDays, calendarDate } from '#loan/calendar.ts';
import type { Tables } from '#server/kit/tables.ts';
import { insertParameters, type NewParameter, readKnownParameters } from './parameter-store.ts';
import { SEED_POLICIES } from './seed-policies.ts';

const LAUNCH = '2026-01-01';

function untilFurtherNotice(kind: string, key: string, value: unknown): NewParameter {
  return { kind, key, value, validFrom: LAUNCH, validTo: null, approvedBy: 'seed' };
}

function rateCap(validFrom: string, validTo: string, percent: string): NewParameter {
  return { kind: 'rate_cap', key: 'consumer', value: { percent }, validFrom, validTo, approvedBy: 'seed' };
}

/**
 * Products and bounds of domain 2.17. `position` orders them for the client: the last instalment product is the
 * default, so the small and short one must come last, and no calculator opens on an expensive loan.
 */
const PRODUCTS = [
  untilFurtherNotice('product', '1', {
    productType: 'SINGLE_PAY',
    position: 1,
    minAmount: 100,
    maxAmount: 3000,
    defaultAmount: 300,
    amountStep: 50,
    firstLoanLimit: 500,
    defaultTerm: 30,
    termOptions: [7, 14, 30],
  }),
  untilFurtherNotice('product', '12', {
    productType: 'INSTALLMENT',
    position: 2,
    minAmount: 1000,
    maxAmount: 10000,
    defaultAmount: 1000,
    amountStep: 100,
    firstLoanLimit: 2000,
    defaultTerm: 7,
    termOptions: [7, 8, 9, 10, 11, 12],
  }),
  untilFurtherNotice('product', '11', {
    productType: 'INSTALLMENT',
    position: 3,
    minAmount: 500,
    maxAmount: 3000,
    defaultAmount: 500,
    amountStep: 100,
    firstLoanLimit: 1000,
    defaultTerm: 3,
    termOptions: [2, 3, 4, 5, 6],
  }),
];

/** The last day of the launch discount. */
const LAUNCH_DISCOUNT_ENDS = '2026-03-31';

interface SeedFee {
  readonly name: 'techFee' | 'adminFee' | 'acceleratedAcceptanceFee';
  readonly kind: 'flat' | 'perInstallment' | 'spread';
  readonly netCents: number;
  readonly launchDiscountCents?: number;
}

/**
 * A price from the launch on. A discount of the launch is a row that ends, because a price may be struck out only
 * where somebody paid it, or where a level earns the difference.
 */
function price(key: string, teaPercent: string, fees: readonly SeedFee[]): readonly NewParameter[] {
  const priced = (discountOf: (fee: SeedFee) => number) => ({
    teaPercent,
    fees: fees.map((fee) => {
      const { name, kind, netCents } = fee;
      return { name, kind, netCents, discountCents: discountOf(fee) };
    }),
  });
  const usual = untilFurtherNotice(
    'price',
    key,
    priced(() => 0),
  );
  if (!fees.some(({ launchDiscountCents }) => launchDiscountCents)) return [usual];
  const launch = priced(({ launchDiscountCents = 0 }) => launchDiscountCents);
  return [
    { ...usual, value: launch, validTo: LAUNCH_DISCOUNT_ENDS },
    { ...usual, validFrom: dayAfter(LAUNCH_DISCOUNT_ENDS) },
  ];
}

function dayAfter(date: string): string {
  return addDays(calendarDate(date), 1);
}

/** Prices of domain 2.17: rates in percent as decimal text, fees in céntimos. */
const PRICES = [
  ...price('1', '110.00', [
    { name: 'techFee', kind: 'flat', netCents: 1500, launchDiscountCents: 300 },
    { name: 'adminFee', kind: 'flat', netCents: 1000 },
    { name: 'acceleratedAcceptanceFee', kind: 'flat', netCents: 800 },
  ]),
  ...price('11', '95.00', [
    { name: 'techFee', kind: 'perInstallment', netCents: 400 },
    { name: 'acceleratedAcceptanceFee', kind: 'spread', netCents: 3000 },
  ]),
  ...price('12', '85.00', [
    { name: 'techFee', kind: 'perInstallment', netCents: 400, launchDiscountCents: 100 },
    { name: 'acceleratedAcceptanceFee', kind: 'spread', netCents: 4500 },
  ]),
];

/**
 * Highest compensatory rate for consumer loans as the central bank published it, in half-years from May and November
 * (domain 3.1). Half-years whose value is not documented there are absent, not guessed: no offer is dated in them.
 */
const RATE_CAPS = [
  rateCap('2021-05-01', '2021-10-31', '83.40'),
  rateCap('2024-05-01', '2024-10-31', '109.83'),
  rateCap('2024-11-01', '2025-04-30', '112.98'),
  rateCap('2025-05-01', '2025-10-31', '115.14'),
  rateCap('2025-11-01', '2026-04-30', '113.16'),
];

export const SEED_PARAMETERS: readonly NewParameter[] = [
  ...PRODUCTS,
  ...PRICES,
  ...RATE_CAPS,
  untilFurtherNotice('igv', 'general', { percent: '18.00' }),
  // "First loan free" exists and is off: switching it on is one dated change.
  untilFurtherNotice('promotion', '1', { enabled: false, upToAmount: 300, upToTerm: 15 }),
  untilFurtherNotice('rate_limit', 'public-offer', { perMinute: 600, burst: 120 }),
  ...Object.entries(SEED_POLICIES).map(([key, value]) => untilFurtherNotice('policy', key, value)),
];

/** The sandbox has a data officer, so that its notice and its site show where one stands. */
export const SANDBOX_PARAMETERS: readonly NewParameter[] = [
  ...SEED_PARAMETERS.filter(({ key }) => key !== 'data-officer'),
  untilFurtherNotice('policy', 'data-officer', { name: 'Rosa Díaz Paredes', contact: 'datos@manay.example' }),
];

/**
 * Loads the initial parameters. A kind and key that was ever loaded is skipped, so that this may run at every start and
 * never undoes an operator's change.
 * @returns how many were added
 */
export function seedParameters(db: Kysely<Tables>, seeds: readonly NewParameter[] = SEED_PARAMETERS): Promise<number> {
  return db.transaction().execute(async (trx) => {
    // Two instances that start at once: the second waits here and then finds everything in place.
    await trx.selectFrom('parameter_version').select('version').forNoKeyUpdate().execute();
    const known = new Set((await readKnownParameters(trx)).map(({ kind, key }) => `${kind}/${key}`));
    const missing = seeds.filter(({ kind, key }) => !known.has(`${kind}/${key}`));
    if (missing.length > 0) await insertParameters(trx, missing, Date.now());
    return missing.length;
  });
}
