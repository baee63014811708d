import { formatSoles } from '#i18n/format.ts';
import type { Translate } from '#i18n/translate.ts';
import { toSoles } from '#loan/money.ts';
import { loanOutcomes, type Outcome } from '#loan/outcomes.ts';
import { type TermUnit, termUnit } from '#loan/product.ts';
import type { PublishedProducts } from './figures.ts';
import { type ExampleOffer, exampleOffer } from './representative-example/example-offer.ts';

/** Days late of the late loan on every page. */
const LATE_DAYS = 10;

export interface ExampleOutcomes extends ExampleOffer {
  readonly unit: TermUnit;
  readonly outcomes: readonly Outcome[];
}

/**
 * Prices a first loan of today with everything that may become of it; undefined when it is not sold, or the lender
 * could not say what being late costs. Without a term the product's own is taken.
 */
export function exampleOutcomes(
  { products, tariff }: Pick<PublishedProducts, 'products' | 'tariff'>,
  wanted: { readonly productId: number; readonly amount: number; readonly term?: number },
): ExampleOutcomes | undefined {
  const example = exampleOffer(products, { term: 0, ...wanted });
  if (!example || example === 'closed' || !tariff) return undefined;
  const { product, term, offer } = example;
  const outcomes = loanOutcomes(product, toSoles(offer.principalCents), term, { tariff, lateDays: LATE_DAYS });
  return { ...example, unit: termUnit(product.productType), outcomes };
}

/** Picks one of each kind: of the extensions the shortest that moves the date at least as far as the late loan's. */
export function shortList(outcomes: readonly Outcome[]): readonly Outcome[] {
  const extended = outcomes.filter(({ kind, days }) => kind === 'extended' && days >= LATE_DAYS);
  const [enough] = extended.toSorted((a, b) => a.days - b.days);
  return [...outcomes.filter(({ kind }) => kind !== 'extended'), ...(enough ? [enough] : [])];
}

/** Names what a client does for an outcome: `Pagas 10 días tarde`. */
export function outcomeName(t: Translate, { kind, days }: Outcome, unit: TermUnit): string {
  switch (kind) {
    case 'early':
      return t(`compare_early_${unit}`, { count: days });
    case 'late':
      return t(`compare_late_${unit}`, { count: days });
    case 'extended':
      return t('compare_extended', { count: days });
    case 'on-time':
      return t('compare_on_time');
  }
}

/** Compares with a loan on time: `32,08 menos que a tiempo`. */
export function versusOnTime(t: Translate, { differenceCents }: Outcome): string {
  if (differenceCents === 0) return t('compare_base');
  const amount = formatSoles(Math.abs(differenceCents));
  return t(differenceCents < 0 ? 'compare_less' : 'compare_more', { amount });
}
