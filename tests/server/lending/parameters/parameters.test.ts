import { describe, expect, test } from 'vitest';
import { allProducts } from '#loan/product.ts';
import type { ParameterRow } from '#server/lending/parameters/parameter-store.ts';
import { assembleParameters, reasonClosed } from '#server/lending/parameters/parameters.ts';
import { SEED_PARAMETERS } from '#server/lending/parameters/seed-parameters.ts';

const DATE = '2026-01-15';
const inForce = SEED_PARAMETERS.filter(({ validFrom, validTo }) => validFrom <= DATE && (validTo ?? DATE) >= DATE);

/** The seeds of the day with some values replaced; `undefined` takes the parameter away. */
function withValues(changes: Record<string, unknown>): readonly ParameterRow[] {
  return inForce.flatMap((row) => {
    const name = `${row.kind} ${row.key}`;
    if (!(name in changes)) return [row];
    const change = changes[name];
    return change === undefined ? [] : [{ ...row, value: { ...(row.value as object), ...(change as object) } }];
  });
}

const assemble = (rows: readonly ParameterRow[], carryCapForward = false, endedCaps: readonly ParameterRow[] = []) =>
  assembleParameters({ version: 7, inForce: rows, endedCaps }, DATE, { carryCapForward });

test('the seeds make settings for both sequences', { tags: 'spec-9.19' }, () => {
  const { pricing, version, publicOfferLimit } = assemble(inForce);
  expect(version).toBe(7);
  expect(publicOfferLimit).toEqual({ perMinute: 600, burst: 120 });
  if (pricing.kind !== 'ready') throw new Error(pricing.message);
  expect(pricing.settings[1].singlePayProduct).toMatchObject({ maxAmount: 500, minTerm: 7, maxTerm: 30 });
  expect(pricing.settings[2].installmentProducts.map(({ productId }) => productId)).toEqual([12, 11]);
  expect(pricing.settings[2].singlePayProduct.pricing).toMatchObject({
    parameterVersion: 7,
    igvPercent: 18,
    capPercent: 113.16,
  });
});

describe('without a figure nothing is offered', () => {
  test.each(['igv general', 'rate_cap consumer', 'price 1', 'price 12'])('%s', (name) => {
    expect(assemble(withValues({ [name]: undefined })).pricing).toEqual({
      kind: 'refused',
      code: 'parameter_missing',
      message: `No parameter: ${name} on ${DATE}.`,
      missing: `${name} on ${DATE}`,
    });
  });

  test('a product of each type', () => {
    const alone = withValues({ 'product 11': undefined, 'product 12': undefined });
    expect(assemble(alone).pricing).toMatchObject({ kind: 'refused', code: 'parameter_missing' });
    expect(assemble(withValues({ 'product 1': undefined })).pricing).toMatchObject({ kind: 'refused' });
  });

  test('but a product that is withdrawn takes only itself away', () => {
    const { pricing } = assemble(withValues({ 'product 12': undefined }));
    if (pricing.kind !== 'ready') throw new Error(pricing.message);
    expect(pricing.settings[1].installmentProducts.map(({ productId }) => productId)).toEqual([11]);
  });

  test('and without a limit the usual one guards the server', () => {
    expect(assemble(withValues({ 'rate_limit public-offer': undefined })).publicOfferLimit).toEqual({
      perMinute: 600,
      burst: 120,
    });
  });
});

describe('the rate cap', () => {
  const noCap = withValues({ 'rate_cap consumer': undefined });
  const ended = SEED_PARAMETERS.filter(
    ({ kind, validTo }) => kind === 'rate_cap' && (validTo ?? DATE) < DATE,
  ).reverse();

  test('of the last published half-year goes on in the sandbox, and says so', () => {
    const { pricing } = assemble(noCap, true, ended);
    expect(pricing).toMatchObject({ kind: 'ready', capCarriedForwardFrom: '2025-10-31' });
    if (pricing.kind === 'ready') expect(pricing.settings[1].singlePayProduct.pricing.capPercent).toBe(115.14);
  });

  test('is not invented where none was ever published', () => {
    expect(assemble(noCap, true, []).pricing).toMatchObject({ code: 'parameter_missing' });
  });

  test('closes a product above it, and no other', () => {
    const closed = (teaPercent: string) => {
      const { pricing } = assemble(withValues({ 'price 11': { teaPercent } }));
      return pricing.kind === 'ready' ? allProducts(pricing.settings[1]).map(reasonClosed) : pricing;
    };
    expect(closed('113.17')).toEqual([undefined, undefined, 'Product 11: TEA 113.17 % is above the cap of 113.16 %.']);
    expect(closed('113.16')).toEqual([undefined, undefined, undefined]);
  });
});

describe('a value that makes no sense is named', () => {
  test.each<[string, Record<string, unknown>, string]>([
    [
      'min above max',
      { 'product 1': { minAmount: 3500 } },
      'Parameter product 1 of 2026-01-01: minAmount 3500 is above maxAmount 3000.',
    ],
    ['a limit below the minimum', { 'product 1': { firstLoanLimit: 50 } }, 'firstLoanLimit 50 is below minAmount 100'],
    [
      'a limit between two steps',
      { 'product 1': { firstLoanLimit: 520 } },
      'firstLoanLimit 520 is not on a step of 50 from 100',
    ],
    ['a maximum between two steps', { 'product 1': { maxAmount: 2999 } }, 'maxAmount 2999 is not on a step'],
    [
      'a default above the maximum',
      { 'product 1': { defaultAmount: 3050 } },
      'defaultAmount 3050 is above maxAmount 3000',
    ],
    ['a step of nothing', { 'product 1': { amountStep: 0 } }, 'amountStep'],
    [
      'a default term that is no option',
      { 'product 1': { defaultTerm: 15 } },
      'defaultTerm 15 is not one of 7, 14, 30',
    ],
    ['terms out of order', { 'product 1': { termOptions: [14, 7, 30] } }, 'termOptions must grow'],
    ['a term twice', { 'product 1': { termOptions: [7, 7, 30] } }, 'termOptions must grow'],
    ['no term', { 'product 1': { termOptions: [] } }, 'termOptions'],
    ['an unknown type', { 'product 1': { productType: 'GIFT' } }, 'productType'],
    ['a field too many', { 'product 1': { colour: 'red' } }, 'Parameter product 1'],
    [
      'two single-payment products',
      { 'product 11': { productType: 'SINGLE_PAY', minAmount: 500 }, 'price 11': { fees: [] } },
      'only one SINGLE_PAY',
    ],
    ['a rate as a number', { 'price 1': { teaPercent: 110 } }, 'Parameter price 1 of 2026-01-01: teaPercent'],
    ['a rate with three decimals', { 'price 1': { teaPercent: '110.005' } }, 'two decimals'],
    [
      'a discount above its fee',
      { 'price 1': { fees: [{ name: 'techFee', kind: 'flat', netCents: 1, discountCents: 2 }] } },
      'discount is above the fee',
    ],
    [
      'half a céntimo',
      { 'price 1': { fees: [{ name: 'techFee', kind: 'flat', netCents: 0.5, discountCents: 0 }] } },
      'netCents',
    ],
    [
      'a monthly fee of a single payment',
      { 'price 1': { fees: [{ name: 'techFee', kind: 'perInstallment', netCents: 1, discountCents: 0 }] } },
      'cannot charge',
    ],
    [
      'a single fee of an instalment loan',
      { 'price 11': { fees: [{ name: 'techFee', kind: 'flat', netCents: 1, discountCents: 0 }] } },
      'cannot charge',
    ],
    [
      'a fee twice',
      { 'price 11': { fees: [1, 2].map(() => ({ name: 'techFee', kind: 'spread', netCents: 1, discountCents: 0 })) } },
      'named twice',
    ],
    ['a negative tax', { 'igv general': { percent: '-18.00' } }, 'igv general'],
    ['a limit of nothing', { 'rate_limit public-offer': { burst: 0 } }, 'rate_limit public-offer'],
  ])('%s', (_, changes, sentence) => {
    expect(() => assemble(withValues(changes))).toThrow(sentence);
  });

  test('a product whose key is not a number', () => {
    const rows = inForce.map((row) => (row.kind !== 'igv' && row.key === '1' ? { ...row, key: 'one' } : row));
    expect(() => assemble(rows)).toThrow('the key of a product is its number');
  });
});
