import { format } from 'node:util';
import type { Window } from 'happy-dom';
import Cookies from 'js-cookie';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, onTestFinished, vi } from 'vitest';
import { getProductSettings, type ProductSettingsBody } from '#api/endpoints/applications/get-product-settings.ts';
import type { CalculatorProps } from '#calculator/card-model.ts';
import { offeredSettings } from '#calculator/offered-settings.ts';
import { MESSAGES } from '#i18n/messages.ts';
import { acceptedBody, callEndpoint, type TestLending } from '../lending/lending-app.ts';
import { openWindow, rendered, until } from './browser-window.ts';
import { type TestEnvironment, testEnvironment } from './environment.ts';
import { writtenProps } from './written-props.ts';

/** The card's props as a page builds them: products and prices of a first loan, from the API itself. */
export async function calculatorProps(
  lending: TestLending,
  more: Partial<CalculatorProps> = {},
): Promise<CalculatorProps> {
  const settings = acceptedBody(await callEndpoint(lending, getProductSettings, { query: { sequence: '1' } }));
  return {
    locale: 'en',
    texts: Object.fromEntries(Object.entries(MESSAGES).map(([key, { en }]) => [key, en])),
    settings,
    offered: offeredSettings(settings, more.limits ?? []),
    valueDate: lending.clock.businessDate(),
    applyPath: '/en/application/new-client/',
    initialProductType: 'SINGLE_PAY',
    ...more,
  };
}

/** Single payment that opens on S/ 500 for 30 days: the worked example EX1. */
export async function ex1Props(lending: TestLending, more: Partial<CalculatorProps> = {}): Promise<CalculatorProps> {
  const props = await calculatorProps(lending, more);
  const withDefault = (settings: ProductSettingsBody): ProductSettingsBody => ({
    ...settings,
    singlePayProduct: { ...settings.singlePayProduct, defaultAmount: 500 },
  });
  return { ...props, settings: withDefault(props.settings), offered: props.offered && withDefault(props.offered) };
}

export function installmentProps(lending: TestLending): Promise<CalculatorProps> {
  return calculatorProps(lending, { initialProductType: 'INSTALLMENT' });
}

export type IslandModule = typeof import('#calculator/calculator.island.tsx');

/** The card's HTML, from the server's side of the code. */
export async function renderCard(props: CalculatorProps): Promise<string> {
  vi.resetModules();
  globalThis.calculators = undefined;
  const { Calculator } = await import('#calculator/calculator.island.tsx');
  return renderToString(createElement(Calculator, props));
}

export interface Visit {
  readonly url?: string;
  readonly cookies?: Readonly<Record<string, string>>;
  readonly isFramed?: boolean;
  /** Acts of the person on the page's HTML before the script has come. */
  readonly early?: (card: HTMLFormElement) => void;
  readonly environment?: TestEnvironment;
  /** Way in which React and the island come: at once, or as the test has it. */
  readonly island?: () => Promise<IslandModule>;
}

export interface Card {
  readonly window: Window;
  readonly island: HTMLElement;
  readonly card: HTMLFormElement;
  readonly environment: TestEnvironment;
  readonly errors: unknown[];
  /** The element, or a failed test that names what is missing. */
  find<Found extends HTMLElement = HTMLElement>(selector: string): Found;
  text(selector: string): string;
  /** Does something as a person would and lets React follow. */
  do(action: () => void): Promise<void>;
  press(selector: string): Promise<void>;
  /** Moves the slider, or types into the amount. */
  enter(selector: string, value: string): Promise<void>;
  /** Waits until what the action has set going has arrived. */
  until(expectation: () => void): Promise<void>;
}

/** A visitor opens a page with the card, and its script comes alive over the server's HTML. */
export async function openCard(lending: TestLending, props: CalculatorProps, visit: Visit = {}): Promise<Card> {
  const html = await renderCard(props);
  const window = openWindow(visit.url);
  for (const [name, value] of Object.entries(visit.cookies ?? {})) Cookies.set(name, value);
  document.body.innerHTML = `<astro-island ssr client="act">${html}</astro-island>`;
  const island = document.body.firstElementChild as HTMLElement;
  const [, written] = writtenProps(props) as [number, object];
  island.setAttribute('props', JSON.stringify(written));
  const card = island.querySelector('form') as HTMLFormElement;
  visit.early?.(card);

  // The browser's side of the same code, with nothing left of earlier visits.
  vi.resetModules();
  const environment = visit.environment ?? testEnvironment(lending);
  const { replaceEnvironment } = await import('#stores/environment.ts');
  replaceEnvironment({ ...environment.parts, isFramed: () => visit.isFramed ?? false });
  const { default: act } = await import('#calculator/client-act.ts');
  const errors: unknown[] = [];
  vi.spyOn(console, 'error').mockImplementation((...said) => errors.push(format(...said)));
  act(() => load(island, props, visit.island), {}, island);
  await expect.poll(() => island.dataset['live']).toBe('');
  onTestFinished(async () => {
    await rendered();
    island.remove();
    island.dispatchEvent(new Event('astro:unmount'));
    // React's root goes a moment later.
    await rendered();
  });
  return handle(window, island, environment, errors);
}

/** Loads the island as Astro's does when its directive asks for it. */
async function load(island: HTMLElement, props: CalculatorProps, come?: Visit['island']): Promise<() => Promise<void>> {
  try {
    const { Calculator } = await (come ?? (() => import('#calculator/calculator.island.tsx')))();
    const { default: hydrator } = await import('@astrojs/react/client.js');
    return async () => {
      if (!island.isConnected) return;
      hydrator(island)(Calculator, props, {}, { client: 'act' });
      island.removeAttribute('ssr');
      island.dispatchEvent(new Event('astro:hydrate'));
    };
  } catch (error) {
    const event = new Event('astro:hydration-error', { cancelable: true, bubbles: true });
    if (island.dispatchEvent(event)) throw error;
    return async () => undefined;
  }
}

function handle(window: Window, island: HTMLElement, environment: TestEnvironment, errors: unknown[]): Card {
  const card = island.querySelector('form') as HTMLFormElement;
  const find = <Found extends HTMLElement = HTMLElement>(selector: string): Found => {
    const found = card.querySelector<Found>(selector);
    if (!found) throw new Error(`the card has no ${selector}`);
    return found;
  };
  const act = async (action: () => void) => {
    action();
    await rendered();
  };
  return {
    window,
    island,
    card,
    environment,
    errors,
    find,
    text: (selector) => shownText(find(selector)),
    do: act,
    press: (selector) => act(() => touch(find(selector), () => find(selector).click())),
    enter: (selector, value) => act(() => touch(find(selector), () => type(find(selector), value))),
    until,
  };
}

/** Of what is not hidden. */
function shownText(element: HTMLElement): string {
  if (element.closest('[hidden]')) return '';
  const shown = element.cloneNode(true) as HTMLElement;
  for (const part of shown.querySelectorAll('[hidden]')) part.remove();
  return (shown.textContent ?? '').replaceAll('\u00a0', ' ');
}

/** A finger or a mouse comes over an element before it does anything. */
function touch(element: HTMLElement, action: () => void): void {
  element.dispatchEvent(new Event('pointerover', { bubbles: true }));
  action();
}

/** React only takes a value for typed when it has not set it itself: so past its own setter. */
function type(input: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
