import { createElement } from 'react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { CalculatorState, CalculatorStore } from '#calculator/calculator.store.ts';
import type { CalculatorProps } from '#calculator/card-model.ts';
import { PRODUCT_TYPES } from '#loan/product.ts';
import { termChoices } from '#loan/selection.ts';
import { openWindow } from '#tests/support/browser/browser-window.ts';
import { calculatorProps, renderCard } from '#tests/support/browser/calculator-card.ts';
import { testEnvironment } from '#tests/support/browser/environment.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

const NOTES: Partial<CalculatorState>[] = [
  {},
  { amountNote: 'bounds' },
  { amountNote: 'step' },
  { amountNote: 'unreadable', typed: 'mil' },
  { amountNote: 'raised', back: { productType: 'INSTALLMENT', productId: 11, amount: 500, term: 3 } },
  { news: 'prices_changed' },
  { news: 'dates_moved', announced: 'You pay back S/ 1.' },
];
const CASES: Partial<CalculatorState>[] = [
  { confirmation: 'published' },
  { confirmation: 'confirming' },
  { confirmation: 'confirmed', restored: true },
  { confirmation: 'failed' },
  { confirmation: 'failed', partMissing: true },
  { confirmation: 'closed' },
];

/** A card of the page, the one that answers before React, and its store. */
async function earlyCard(props: CalculatorProps) {
  const html = await renderCard(props);
  openWindow();
  const island = Object.assign(document.createElement('div'), { innerHTML: html });
  document.body.append(island);
  vi.resetModules();
  const [{ createCard }, { Calculator }, { startEarlyCard }, store, { replaceEnvironment }, dom] = await Promise.all([
    import('#calculator/card-model.ts'),
    import('#calculator/calculator.island.tsx'),
    import('#calculator/early-card.ts'),
    import('#calculator/calculator.store.ts'),
    import('#stores/environment.ts'),
    // It asks its window what it can do.
    Promise.all([import('react-dom'), import('react-dom/client')]),
  ]);
  // No answer comes: the states are the table's.
  replaceEnvironment({
    ...testEnvironment(lending).parts,
    isFramed: () => false,
    fetch: () => Promise.withResolvers<Response>().promise,
  });
  const early = startEarlyCard(island, props);
  const form = island.querySelector('form') as HTMLFormElement;
  return { island, form, early, card: createCard(props), Calculator, store, dom: { ...dom[0], ...dom[1] } };
}

const STATES = NOTES.flatMap((note) =>
  CASES.flatMap((one) => [false, true].map((framed) => ({ ...note, ...one, framed }))),
);

/** Every state of the table, for every type and term. */
function* states($calculator: CalculatorStore, store: typeof import('#calculator/calculator.store.ts')) {
  const { fixedType, selection } = $calculator.get();
  for (const type of fixedType ? [selection.productType] : PRODUCT_TYPES) {
    for (const term of termChoices($calculator.get().settings, type)) {
      store.changeProductType($calculator, type);
      store.changeTerm($calculator, term);
      const chosen = $calculator.get();
      yield* STATES.map((state) => ({ ...chosen, ...state }));
    }
  }
}

/** Every element that is always there. The details follow after the paint; only who has no script sees `noscript`. */
const partsOf = (form: HTMLFormElement) =>
  [form, ...form.querySelectorAll('*')].filter((element) => !element.closest('.det, noscript'));

/** Reads what a person sees and can use of each: its attributes by name; a value that was changed has none. */
function seen(parts: readonly Element[]): string {
  const lines = parts.map((element) => {
    const { value, checked } = element as HTMLInputElement;
    const attributes = [...element.attributes]
      .filter(({ name }) => name !== 'value' && name !== 'checked')
      .map((attribute) => `${attribute.name}=${attribute.value}`);
    const text = element.children.length > 0 ? '' : element.textContent;
    return [element.tagName, value, checked, ...attributes.sort(), text].join(' ');
  });
  return lines.join('\n');
}

const drawn = () => new Promise((resolve) => setTimeout(resolve, 0));

describe.each([false, true])('a card (one type of loan only: %s)', (fixedType) => {
  test('shows the same in every state, written before React and rendered by it', async () => {
    const props = await calculatorProps(lending, { fixedType });
    const { form, early, card, Calculator, store, dom } = await earlyCard(props);
    const { $calculator } = early;
    const $rendered = store.createCalculator(props);
    globalThis.calculators = { [card.id]: $rendered };
    const place = document.createElement('div');
    document.body.append(place);
    const root = dom.createRoot(place);
    onTestFinished(async () => {
      early.stop();
      root.unmount();
      await drawn();
    });
    // With its effects: what they start, they start before the first state.
    dom.flushSync(() => root.render(createElement(Calculator, props)));
    const [written, rendered] = [partsOf(form), partsOf(place.querySelector('form') as HTMLFormElement)];
    let count = 0;
    for (const state of states(card.$calculator, store)) {
      // Without a pause: half a second later the card speaks, and on a busy machine that is now.
      $calculator.set(state);
      dom.flushSync(() => $rendered.set(state));
      const { confirmation, amountNote, news, framed } = state;
      const name = JSON.stringify({ ...state.selection, confirmation, amountNote, news, framed });
      expect(seen(written), name).toBe(seen(rendered));
      count += 1;
    }
    expect(count).toBeGreaterThan(200);
  }, 300_000);
});

test.each(CASES.flatMap((one) => PRODUCT_TYPES.map((type) => [JSON.stringify(one), type, one] as const)))(
  'React takes a card over in state %s with %s, framed or not, without changing or faulting anything',
  async (_, type, one) => {
    for (const framed of [false, true]) {
      const props = await calculatorProps(lending);
      const { island, form, early, card, Calculator, store, dom } = await earlyCard(props);
      store.changeProductType(card.$calculator, type);
      // Nothing more is asked then.
      card.$calculator.set({ ...card.$calculator.get(), ...one, framed, touched: false });
      const before = seen(partsOf(form));
      const faults = vi.fn();
      const said = vi.spyOn(console, 'error').mockClear();
      early.stop();
      const root = dom.hydrateRoot(island, createElement(Calculator, props), { onRecoverableError: faults });
      await expect.poll(() => Object.keys(form.querySelector('.sum') ?? {}).join()).toContain('__reactFiber');
      await drawn();
      expect(seen(partsOf(form))).toBe(before);
      root.unmount();
      await drawn();
      expect(faults).not.toHaveBeenCalled();
      expect(said.mock.calls).toEqual([]);
    }
  },
);

test('no place of a card is given twice, and each has its element', async () => {
  const [{ cardView }, { applyView }] = await Promise.all([
    import('#calculator/card-view.ts'),
    import('#calculator/apply.ts'),
  ]);
  const { card } = await earlyCard(await calculatorProps(lending));
  const state = card.$calculator.get();
  const given = [cardView(state, card, false), applyView(state, card)].flatMap((view) => Object.keys(view));
  const places = [...document.querySelectorAll<HTMLElement>('[data-at]')].map(({ dataset }) => dataset['at']);
  expect(places.sort()).toEqual(given.sort());
});
