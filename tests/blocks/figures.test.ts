import { describe, expect, test } from 'vitest';
import { fromProductSettings } from '#api/convert.ts';
import { exampleOutcomes, shortList } from '#blocks/example-outcomes.ts';
import { figuresOf } from '#blocks/figures.ts';
import { headlineWarning } from '#blocks/landing-page/headline.ts';
import { pageContext } from '#blocks/page-context.ts';
import { publishedProducts } from '#blocks/published-products.ts';
import { exampleOffer } from '#blocks/representative-example/example-offer.ts';
import { sameAmount } from '#blocks/same-amount.ts';
import { cents } from '#loan/money.ts';
import { allProducts } from '#loan/product.ts';
import { FIRST_LOAN } from '#tests/support/loan/products.ts';
import { examplePage } from './example-page.ts';

const SETTINGS = fromProductSettings(FIRST_LOAN);
const OPEN = { products: SETTINGS, businessDate: '2026-01-15' };
/** Changes the settings to another cap: what is dearer is closed. */
const under = (cap: number): typeof SETTINGS => {
  const capped = fromProductSettings(FIRST_LOAN);
  for (const product of [capped.singlePayProduct, ...capped.installmentProducts]) product.pricing.cap = cap;
  return capped;
};
const plain = (text: string | undefined): string => (text ?? '').replaceAll('\u00a0', ' ');

describe('figures in texts', () => {
  test('the example is the whole first single-payment loan: EX1', {
    tags: 'promise-the-price-shown-to-visitors',
  }, () => {
    const figures = figuresOf(OPEN);
    expect(Object.fromEntries(Object.entries(figures).map(([name, text]) => [name, plain(text)]))).toMatchObject({
      example_amount: 'S/ 500,00',
      example_term: '30',
      example_total: 'S/ 573,03',
      example_cost: 'S/ 73,03',
      example_interest: 'S/ 31,89',
      example_fees: 'S/ 30,00',
      example_vat: 'S/ 11,14',
      example_due: '14/02/2026',
      example_tcea: '413,44 %',
      example_tcea_excl: '305,67 %',
      single_min: 'S/ 100',
      single_max: 'S/ 500',
      installment_max: 'S/ 2.000',
      largest_amount: 'S/ 2.000',
      installment_min_term: '2',
      installment_max_term: '12',
      igv: '18 %',
      rate_cap: '113,16 %',
      year: '2026',
    });
  });
});

describe('what is not sold', () => {
  test('has no figures: under a cap of 90 % only the long instalments have', () => {
    const figures = figuresOf({ ...OPEN, products: under(90) });
    expect(figures).not.toHaveProperty('example_total');
    expect(figures).not.toHaveProperty('single_max');
    expect(plain(figures.installment_min)).toBe('S/ 1.000');
    expect(plain(figures.rate_cap)).toBe('90,00 %');
  });

  test('is only dated on a day without prices', () => {
    expect(figuresOf({ products: undefined, businessDate: '2026-05-01' })).toEqual({
      business_date: '01/05/2026',
      year: '2026',
    });
  });

  test('is neither compared nor an example, and no headline is measured by it', () => {
    expect(exampleOutcomes({ products: under(90), tariff: TARIFF }, { productId: 1, amount: 500 })).toBeUndefined();
    expect(exampleOffer(under(90), { productId: 1, amount: 500, term: 30 })).toBe('closed');
    expect(exampleOffer(undefined, { productId: 1, amount: 500, term: 30 })).toBe('closed');
    expect(headlineWarning('Obtén hasta S/ 600.000', [])).toBeUndefined();
  });
});

test('they are priced once for all pages that show the same products', () => {
  expect(figuresOf(OPEN)).toBe(figuresOf(OPEN));
  const later = fromProductSettings(FIRST_LOAN);
  later.singlePayProduct.maxAmount = 400;
  later.singlePayProduct.defaultAmount = 400;
  expect(plain(figuresOf({ ...OPEN, products: later }).example_amount)).toBe('S/ 400,00');
});

const TARIFF = { moratoryPercent: 16.97, extensionFees: new Map([7, 14, 30].map((days) => [days, cents(800)])) };

describe('what may become of a loan', () => {
  const page = { products: SETTINGS, tariff: TARIFF };

  test('S/ 500 cost less when paid early and more when late or extended, each in soles', () => {
    const found = exampleOutcomes(page, { productId: 1, amount: 500 });
    expect(shortList(found?.outcomes ?? []).map(({ kind, days, costCents }) => [kind, days, costCents])).toEqual([
      ['early', 15, 4095],
      ['on-time', 0, 7303],
      ['late', 10, 8749],
      ['extended', 14, 9925],
    ]);
  });

  test('an amount the product does not lend is brought into its bounds, and a term to its own', () => {
    expect(exampleOutcomes(page, { productId: 1, amount: 5000 })?.offer.principalCents).toBe(50_000);
    expect(exampleOutcomes(page, { productId: 11, amount: 1, term: 99 })).toMatchObject({ term: 3, unit: 'months' });
  });

  test('nothing is said of a product that is no longer lent, or while nobody knows what being late costs', () => {
    expect(exampleOutcomes(page, { productId: 99, amount: 500 })).toBeUndefined();
    expect(exampleOutcomes({ products: SETTINGS }, { productId: 1, amount: 500 })).toBeUndefined();
  });
});

describe('both products side by side', () => {
  test('have one amount that both lend, the smallest: what is the same can be compared', () => {
    const same = sameAmount(SETTINGS);
    expect(same?.loans.map(({ offer }) => [offer.principalCents, offer.totalCents])).toEqual([
      [50_000, 57_303],
      [50_000, 61_859],
    ]);
  });

  test('are not compared without such an amount, or while one of them is not sold', () => {
    const { singlePayProduct } = SETTINGS;
    const small = { ...SETTINGS, singlePayProduct: { ...singlePayProduct, maxAmount: 400, defaultAmount: 300 } };
    expect(sameAmount(small)).toBeUndefined();
    expect(sameAmount(under(90))).toBeUndefined();
    expect(sameAmount(undefined)).toBeUndefined();
  });
});

describe('the representative example', () => {
  test('keeps what the editor wrote when the product offers it', () => {
    expect(exampleOffer(SETTINGS, { productId: 1, amount: 500, term: 30 })).toMatchObject({
      term: 30,
      offer: { totalCents: 57303 },
    });
  });

  test('takes the product’s own term when the written one is not offered', () => {
    expect(exampleOffer(SETTINGS, { productId: 12, amount: 2000, term: 6 })).toMatchObject({ term: 7 });
  });
});

describe('the landing headline', () => {
  test('is warned about when it promises more than any product lends to a first client', { tags: 'spec-9.13' }, () => {
    expect(plain(headlineWarning('Obtén hasta S/ 600.000', allProducts(FIRST_LOAN)))).toBe(
      'the headline promises S/ 600.000,00; the highest first loan is S/ 2.000,00',
    );
  });

  test.each(['Obtén hasta S/ 2.000', 'Plata para hoy', 'Desde S/ 100,00'])('%s is fine', (headline) => {
    expect(headlineWarning(headline, allProducts(FIRST_LOAN))).toBeUndefined();
  });
});

describe('the data officer', () => {
  const officer = (named: object) => pageContext({ ...examplePage(), ...named }).text('{data_officer}');

  test('is named with a way to them; until one is, the mailbox for everything stands there', () => {
    const dataOfficer = { name: 'Rosa Díaz Paredes', contact: 'datos@manay.example' };
    expect(officer({ dataOfficer })).toBe('Rosa Díaz Paredes, datos@manay.example');
    expect(officer({})).toBe('ayuda@manay.example');
  });

  test('is read on a day without prices too', () => {
    const dataOfficer = { name: 'Rosa Díaz Paredes', contact: '999 888 777' };
    expect(publishedProducts({ closed: { businessDate: '2026-05-01', parameterVersion: 3, dataOfficer } })).toEqual({
      products: undefined,
      businessDate: '2026-05-01',
      dataOfficer,
    });
  });
});

test('a number on a register stays in one line of a rich text, beside its name', () => {
  const paragraph = [{ type: 'paragraph', content: [{ type: 'text', text: 'Mañay, {registry}: compruébalo.' }] }];
  expect(examplePage().html({ type: 'doc', content: paragraph })).toBe(
    '<p>Mañay, Registro SBS <span class="num">N.º 000-2026</span>: compruébalo.</p>',
  );
});
