import * as z from 'zod';
import type { FieldError } from '#api/errors.ts';
import type { FieldCode } from '#api/field-codes.ts';
import { FEE, FEE_KIND } from '#i18n/staff-codes/applications.ts';
import { PRODUCT_TYPE } from '#i18n/staff-codes/loans.ts';
import { type CalendarDate, calendarDate } from '#loan/calendar.ts';
import { FEE_KINDS } from '#loan/fee-names.ts';
import type { Fee } from '#loan/fees.ts';
import { cents } from '#loan/money.ts';
import {
  cutToSequence,
  isOffered,
  PRODUCT_TYPES,
  type Pricing,
  type Product,
  type ProductSettings,
  type Sequence,
} from '#loan/product.ts';
import type { RateLimit } from '#server/kit/rate-limit.ts';
import type { Role } from '#server/lending/staff/colleague.ts';
import { code, count, countList, money, percent, rows, wholeSoles, yesNo } from '#server/lending/staff/figure.ts';
import type { ParameterRow } from './parameter-store.ts';
import { assemblePolicies, assertPolicy, type Policies, passkeyRolesOf, policySchema } from './policies.ts';

/** Everything the public offer needs, as in force on one business date. */
export interface ParametersInForce {
  readonly businessDate: CalendarDate;
  readonly version: number;
  readonly publicOfferLimit: RateLimit;
  readonly pricing: PricingInForce;
  /** The legal maximum of the compensatory rate on the business date, percent; undefined while none is loaded. */
  readonly capPercent: number | undefined;
  /** Assembled on first use, so that a flaw in the policies does not stop the public offer. Throws a `PolicyError`. */
  policies(): Policies;
  /** Roles of colleagues that a password and a code open nothing for. */
  passkeyRoles(): readonly Role[];
}

/**
 * Prices and policies of a day, or the gap in them: with a gap the lender makes no offers until it is corrected. A
 * product whose price is above the cap stays among the settings and is not sold (`isOffered`); the others are.
 */
export type PricingInForce =
  | {
      readonly kind: 'ready';
      readonly settings: Readonly<Record<Sequence, ProductSettings>>;
      /** The sandbox continues with the last published cap; this is the last day it was published for. */
      readonly capCarriedForwardFrom?: string | undefined;
    }
  | {
      readonly kind: 'refused';
      readonly code: 'parameter_missing';
      /** Identifies the parameter, for operators. */
      readonly message: string;
      /** Its kind and key: `rate_cap consumer`. */
      readonly missing: string;
    };

/** A stored value is invalid. Clients cannot cause this: an operator loaded it. */
export class ParameterError extends Error {
  override readonly name = 'ParameterError';
  /** The row with the figure that is wrong, and the figure. */
  readonly at: (FieldError & { readonly row: ParameterRow }) | undefined;
  constructor(message: string, at?: ParameterError['at']) {
    super(message);
    this.at = at;
  }
}

const positive = z.int().positive();
const percentOf = (es: string, en: string) =>
  percent(es, en, { pattern: /^\d{1,4}\.\d{2}$/, expected: 'a percent with two decimals, like "110.00"' });

const productValue = z.strictObject({
  productType: code(PRODUCT_TYPES, PRODUCT_TYPE, 'Tipo', 'Type'),
  position: count('Lugar en la lista', 'Place in the list'),
  minAmount: wholeSoles('Desde', 'From'),
  maxAmount: wholeSoles('Hasta', 'Up to'),
  defaultAmount: wholeSoles('Monto con que empieza la calculadora', 'Amount that the calculator starts with'),
  amountStep: wholeSoles('De cuánto en cuánto', 'In steps of'),
  firstLoanLimit: wholeSoles('Primer préstamo, hasta', 'First loan, up to'),
  defaultTerm: count('Plazo con que empieza la calculadora', 'Term that the calculator starts with', positive),
  termOptions: countList('Plazos (días o cuotas)', 'Terms (days or instalments)'),
});
type ProductValue = z.infer<typeof productValue>;

const priceValue = z.strictObject({
  teaPercent: percentOf('TEA', 'TEA'),
  fees: rows('Comisiones, sin IGV', 'Fees, before IGV', {
    name: code(['techFee', 'adminFee', 'acceleratedAcceptanceFee'], FEE, 'Comisión', 'Fee'),
    kind: code(FEE_KINDS, FEE_KIND, 'Cómo se cobra', 'How it is charged'),
    netCents: money('Monto', 'Amount'),
    discountCents: money('Descuento', 'Discount'),
  }).check(({ value, issues }) => {
    for (const [place, { netCents, discountCents }] of value.entries()) {
      if (discountCents <= netCents) continue;
      const told = { code: 'too_big', maximum: netCents, origin: 'number', inclusive: true } as const;
      issues.push({
        ...told,
        input: discountCents,
        path: [place, 'discountCents'],
        message: 'discount is above the fee',
      });
    }
  }),
});
type PriceValue = z.infer<typeof priceValue>;

/**
 * The products whose discount goes on until further notice: what it strikes out may be a price that nobody ever paid
 * (decision 0134).
 * @param inForce checked rows
 */
export function endlessDiscounts(inForce: readonly ParameterRow[]): string[] {
  return inForce
    .filter(({ kind, validTo }) => kind === 'price' && validTo === null)
    .filter(({ value }) => (value as PriceValue).fees.some(({ discountCents }) => discountCents > 0))
    .map(({ key }) => key);
}

const igvValue = z.strictObject({ percent: percentOf('IGV', 'IGV') });
const capValue = z.strictObject({ percent: percentOf('TEA, como máximo', 'Highest TEA') });
const promotionValue = z.strictObject({
  enabled: yesNo('Primer préstamo gratis', 'First loan free'),
  upToAmount: wholeSoles('Hasta', 'Up to', z.int().nonnegative()),
  upToTerm: count('Plazo, hasta (días o cuotas)', 'Term, up to (days or instalments)'),
});
const limitValue = z.strictObject({
  perMinute: count('Consultas por minuto', 'Calls a minute', positive),
  burst: count('De golpe, como máximo', 'Most at once', positive),
});

const SCHEMAS: ReadonlyMap<string, z.ZodType> = new Map(
  Object.entries<z.ZodType>({
    product: productValue,
    price: priceValue,
    igv: igvValue,
    rate_cap: capValue,
    promotion: promotionValue,
    rate_limit: limitValue,
  }),
);

export const PARAMETER_KINDS: readonly string[] = [...SCHEMAS.keys(), 'policy'];

/** The one key of kinds that have one; the others belong to a product and carry its number. */
const ONLY_KEYS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    igv: 'general',
    rate_cap: 'consumer',
    rate_limit: 'public-offer',
  }),
);

/** The schema that reads a parameter, with the words of its figures; undefined where there is no such parameter. */
export function schemaOfParameter({ kind, key }: Readonly<Record<string, unknown>>): z.ZodType | undefined {
  const [name, own] = [String(kind), String(key)];
  if (name === 'policy') return policySchema(own);
  const only = ONLY_KEYS.get(name);
  const isKnown = only === undefined ? /^[1-9]\d{0,8}$/.test(own) : own === only;
  return isKnown ? SCHEMAS.get(name) : undefined;
}

/**
 * Validates a single row with the schema that will read it, whatever else is in force. Throws a `ParameterError` or a
 * `PolicyError` that names it; a row with another kind or key would be stored and never read.
 */
export function assertParameter(row: ParameterRow): void {
  if (row.kind === 'policy') {
    assertPolicy(row);
    return;
  }
  const schema = SCHEMAS.get(row.kind);
  if (!schema) fail(row, `a parameter is one of ${PARAMETER_KINDS.join(', ')}`);
  const only = ONLY_KEYS.get(row.kind);
  if (only === undefined) productIdOf(row);
  else if (row.key !== only) fail(row, `its key is ${only}`);
  parse(schema, row);
}

/** Domain 2.17; the default when the parameter is missing, because a server must not run without a limit. */
export const PUBLIC_OFFER_LIMIT: RateLimit = { perMinute: 600, burst: 120 };

export interface StoredParameters {
  readonly version: number;
  readonly inForce: readonly ParameterRow[];
  readonly endedCaps: readonly ParameterRow[];
}

/**
 * Assembles the stored rows of one date. Throws a `ParameterError` that names the row when a value is malformed or
 * contradicts itself (min > max, a term outside its options, a discount above its fee).
 * @param carryCapForward sandbox only: after the end of the published table the last cap stays in force
 */
export function assembleParameters(
  stored: StoredParameters,
  businessDate: string,
  { carryCapForward }: { readonly carryCapForward: boolean },
): ParametersInForce {
  const date = calendarDate(businessDate);
  const cap = capOf(stored, carryCapForward);
  const limit = one(stored.inForce, 'rate_limit', 'public-offer');
  let policies: Policies | undefined;
  return {
    businessDate: date,
    version: stored.version,
    publicOfferLimit: limit ? parse(limitValue, limit) : PUBLIC_OFFER_LIMIT,
    pricing: assemblePricing(stored, date, cap),
    capPercent: cap && parse(capValue, cap).percent,
    policies() {
      policies ??= assemblePolicies(stored.inForce);
      return policies;
    },
    passkeyRoles: () => passkeyRolesOf(stored.inForce),
  };
}

/** The published cap; in the sandbox, after the end of the table, the last one that was published. */
function capOf({ inForce, endedCaps }: StoredParameters, carryForward: boolean): ParameterRow | undefined {
  const published = one(inForce, 'rate_cap', 'consumer');
  return published ?? (carryForward ? one(endedCaps, 'rate_cap', 'consumer') : undefined);
}

function assemblePricing(stored: StoredParameters, date: CalendarDate, cap: ParameterRow | undefined): PricingInForce {
  const rows = stored.inForce;
  const igv = one(rows, 'igv', 'general');
  if (!igv) return missing(`igv general on ${date}`);
  if (!cap) return missing(`rate_cap consumer on ${date}`);
  const shared = {
    businessDate: date,
    parameterVersion: stored.version,
    igvPercent: parse(igvValue, igv).percent,
    capPercent: parse(capValue, cap).percent,
  };

  const products: (Product & { readonly position: number })[] = [];
  for (const row of rows.filter(({ kind }) => kind === 'product')) {
    const price = one(rows, 'price', row.key);
    if (!price) return missing(`price ${row.key} on ${date}`);
    products.push(toProduct(row, price, shared, one(rows, 'promotion', row.key)));
  }
  const settings = toSettings(products);
  if (!settings) return missing(`product of each type on ${date}`);
  return {
    kind: 'ready',
    settings: { 1: settingsFor(1, settings), 2: settingsFor(2, settings) },
    ...(rows.includes(cap) ? {} : { capCarriedForwardFrom: cap.validTo ?? date }),
  };
}

function toProduct(
  row: ParameterRow,
  priceRow: ParameterRow,
  shared: Pick<Pricing, 'businessDate' | 'parameterVersion' | 'igvPercent' | 'capPercent'>,
  promotionRow: ParameterRow | undefined,
): Product & { readonly position: number } {
  const { termOptions, ...value } = parse(productValue, row);
  const price = parse(priceValue, priceRow);
  const promotion = promotionRow && parse(promotionValue, promotionRow);
  assertProduct(row, { termOptions, ...value });
  assertFees(priceRow, value.productType, price);
  return {
    productId: productIdOf(row),
    ...value,
    minTerm: Math.min(...termOptions),
    maxTerm: Math.max(...termOptions),
    termOptions,
    pricing: {
      ...shared,
      teaPercent: price.teaPercent,
      fees: price.fees.map(
        ({ name, kind, netCents, discountCents }): Fee => ({
          name,
          kind,
          netCents: cents(netCents),
          discountCents: cents(discountCents),
        }),
      ),
      ...(promotion?.enabled && { freeUpTo: { amount: promotion.upToAmount, term: promotion.upToTerm } }),
    },
  };
}

function productIdOf(row: ParameterRow): number {
  const productId = Number(row.key);
  if (!Number.isSafeInteger(productId)) fail(row, 'the key of a product is its number');
  return productId;
}

function assertProduct(row: ParameterRow, product: Omit<ProductValue, 'position'>): void {
  const { minAmount, maxAmount, defaultAmount, firstLoanLimit, amountStep, termOptions, defaultTerm } = product;
  const wrong = (field: string, code: FieldCode, problem: string) => fail(row, problem, { field, code });
  if (minAmount > maxAmount)
    wrong('minAmount', 'out_of_range', `minAmount ${minAmount} is above maxAmount ${maxAmount}`);
  for (const [name, amount] of Object.entries({ maxAmount, defaultAmount, firstLoanLimit })) {
    if (amount < minAmount) wrong(name, 'out_of_range', `${name} ${amount} is below minAmount ${minAmount}`);
    if ((amount - minAmount) % amountStep !== 0)
      wrong(name, 'step', `${name} ${amount} is not on a step of ${amountStep} from ${minAmount}`);
  }
  if (defaultAmount > maxAmount)
    wrong('defaultAmount', 'out_of_range', `defaultAmount ${defaultAmount} is above maxAmount ${maxAmount}`);
  if (termOptions.some((term, k) => k > 0 && term <= (termOptions[k - 1] as number)))
    wrong('termOptions', 'invalid', 'termOptions must grow');
  if (!termOptions.includes(defaultTerm))
    wrong('defaultTerm', 'not_allowed', `defaultTerm ${defaultTerm} is not one of ${termOptions.join(', ')}`);
}

function assertFees(row: ParameterRow, productType: Product['productType'], { fees }: PriceValue): void {
  for (const [place, { name, kind }] of fees.entries()) {
    const isOdd = (kind === 'flat') !== (productType === 'SINGLE_PAY');
    const at = (field: string, code: FieldCode): FieldError => ({ field: `fees.${place}.${field}`, code });
    if (isOdd) fail(row, `${name} is ${kind}, which a ${productType} product cannot charge`, at('kind', 'not_allowed'));
    const isTwice = fees.findIndex((fee) => fee.name === name) !== place;
    if (isTwice) fail(row, 'a fee is named twice', at('name', 'duplicate'));
  }
}

function toSettings(products: readonly (Product & { readonly position: number })[]): ProductSettings | undefined {
  const ordered = [...products]
    .sort((a, b) => a.position - b.position)
    .map(({ position: _, ...product }): Product => product);
  const [singlePayProduct, ...others] = ordered.filter(({ productType }) => productType === 'SINGLE_PAY');
  if (others.length > 0) throw new ParameterError('Parameter product: only one SINGLE_PAY product may be in force.');
  const installmentProducts = ordered.filter(({ productType }) => productType === 'INSTALLMENT');
  return singlePayProduct && installmentProducts.length > 0 ? { singlePayProduct, installmentProducts } : undefined;
}

function settingsFor(sequence: Sequence, settings: ProductSettings): ProductSettings {
  const cut = (product: Product): Product => {
    const { freeUpTo, ...pricing } = product.pricing;
    // "First loan free" is for first loans.
    return cutToSequence(
      { ...product, pricing: sequence === 1 && freeUpTo ? { ...pricing, freeUpTo } : pricing },
      sequence,
    );
  };
  return {
    singlePayProduct: cut(settings.singlePayProduct),
    installmentProducts: settings.installmentProducts.map(cut),
  };
}

/** The first of a kind and key; the database prevents overlapping periods, and ended caps come newest first. */
function one(rows: readonly ParameterRow[], kind: string, key: string): ParameterRow | undefined {
  return rows.find((row) => row.kind === kind && row.key === key);
}

function parse<Schema extends z.ZodType>(schema: Schema, row: ParameterRow): z.output<Schema> {
  const result = schema.safeParse(row.value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  return fail(row, `${issue?.path.join('.') || 'value'}: ${issue?.message}`);
}

function fail(row: ParameterRow, problem: string, at?: FieldError): never {
  const message = `Parameter ${row.kind} ${row.key} of ${row.validFrom}: ${problem}.`;
  throw new ParameterError(message, at && { ...at, row });
}

function missing(what: string): PricingInForce {
  return { kind: 'refused', code: 'parameter_missing', message: `No parameter: ${what}.`, missing: what };
}

/** Why a product is closed; undefined while it is sold. */
export function reasonClosed(product: Product): string | undefined {
  return isOffered(product) ? undefined : aboveCap(product);
}

export function aboveCap({ productId, pricing: { teaPercent, capPercent } }: Product): string {
  return `Product ${productId}: TEA ${teaPercent} % is above the cap of ${capPercent} %.`;
}
