import { describe, expect, test, vi } from 'vitest';
import type { Selection } from '#loan/selection.ts';
import { openWindow } from '#tests/support/browser/browser-window.ts';

const selection: Selection = { productType: 'INSTALLMENT', productId: 12, amount: 1500, term: 9 };

async function openStore() {
  openWindow();
  vi.resetModules();
  return await import('#calculator/selection.store.ts');
}

describe('the saved selection', () => {
  test('is in four cookies, with the names of the specification', { tags: ['spec-3.4', 'spec-3.5'] }, async () => {
    const { saveSelection } = await openStore();
    saveSelection(selection);
    expect(document.cookie.split('; ').sort()).toEqual([
      'calc_selected_amount=1500',
      'calc_selected_product_id=12',
      'calc_selected_product_type=INSTALLMENT',
      'calc_selected_term=9',
    ]);
  });

  test('reads back as it was written, and missing values as missing', async () => {
    const { saveSelection, savedSelection } = await openStore();
    expect(savedSelection()).toEqual({});
    saveSelection(selection);
    expect(savedSelection()).toEqual({ productType: 'INSTALLMENT', productId: '12', amount: '1500', term: '9' });
  });

  test('travels in a link under the same names', async () => {
    const { linkedSelection } = await openStore();
    expect(linkedSelection('?amount=1500&term=9&productType=INSTALLMENT&productId=12')).toEqual({
      productType: 'INSTALLMENT',
      productId: '12',
      amount: '1500',
      term: '9',
    });
    expect(linkedSelection('?utm_source=x')).toEqual({});
  });
});
