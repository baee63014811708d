import Cookies from 'js-cookie';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { NewClient, type NewClientProps } from '#client-area/application/new-client/new-client.island.tsx';
import { openWindow } from '#tests/support/browser-window.ts';
import { calculatorProps } from '#tests/support/calculator-card.ts';
import { type TestEnvironment, testEnvironment } from '#tests/support/environment.ts';
import { withTestLending } from '#tests/support/lending-app.ts';

const lending = withTestLending();

async function props(): Promise<NewClientProps> {
  const { locale, texts, settings, valueDate } = await calculatorProps(lending);
  const contacts = { whatsapp: '+51 900 000 123', email: 'ayuda@manay.example' };
  return { locale, texts, settings, valueDate, contacts };
}

const SAVED = {
  calc_selected_amount: '500',
  calc_selected_term: '30',
  calc_selected_product_type: 'SINGLE_PAY',
  calc_selected_product_id: '1',
};

interface Screen {
  readonly environment: TestEnvironment;
  readonly errors: unknown[];
  text(): string;
}

async function openScreen(
  visit: { url?: string; cookies?: Record<string, string>; offline?: boolean } = {},
): Promise<Screen> {
  const given = await props();
  const html = renderToString(createElement(NewClient, given));
  openWindow(visit.url ?? 'http://localhost:4321/en/application/new-client/');
  for (const [name, value] of Object.entries(visit.cookies ?? {})) Cookies.set(name, value);
  document.body.innerHTML = `<main>${html}</main>`;
  const main = document.querySelector('main') as HTMLElement;

  vi.resetModules();
  const environment = testEnvironment(lending);
  environment.offline = visit.offline ?? false;
  const { replaceEnvironment } = await import('#stores/environment.ts');
  replaceEnvironment(environment.parts);
  const { NewClient: Fresh } = await import('#client-area/application/new-client/new-client.island.tsx');
  const { hydrateRoot } = await import('react-dom/client');
  const errors: unknown[] = [];
  const root = hydrateRoot(main, createElement(Fresh, given), { onRecoverableError: (error) => errors.push(error) });
  onTestFinished(async () => {
    root.unmount();
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
  return { environment, errors, text: () => (main.textContent ?? '').replaceAll('\u00a0', ' ') };
}

const until = (expectation: () => void) => vi.waitFor(expectation, { timeout: 5_000, interval: 20 });

describe('before any script', () => {
  test('the default loan stands there and says that it is an example', async () => {
    const html = renderToString(createElement(NewClient, await props())).replaceAll('\u00a0', ' ');
    expect(html).toContain('You have not chosen an amount yet');
    expect(html).toContain('Monthly instalments: 11 of S/ 250,00 and 1 of S/ 249,99');
  });

  test('the truth about today and a way to reach us stand there', async () => {
    const html = renderToString(createElement(NewClient, await props()));
    expect(html).toContain('Online registration opens soon');
    expect(html).toContain('href="https://wa.me/51900000123"');
    expect(html).toContain('href="mailto:ayuda@manay.example"');
  });

  test('nothing needs a loosened policy', async () => {
    expect(renderToString(createElement(NewClient, await props()))).not.toMatch(/\sstyle=|\son\w+=|<script/);
  });
});

describe('a visitor who has chosen', () => {
  test('sees it from the cookies: amount, term, total, due date and TCEA, confirmed by the server', async () => {
    const screen = await openScreen({ cookies: SAVED });
    await until(() => expect(screen.text()).toContain('S/ 573,03'));
    for (const text of ['S/ 500,00', 'One payment after 30 days', '14/02/2026', '413,44 %', '305,67 %']) {
      expect(screen.text()).toContain(text);
    }
    expect(screen.text()).not.toContain('You have not chosen');
    await until(() => expect(screen.environment.requests).toEqual(['POST /api/v1/public/offer']));
    expect(screen.errors).toEqual([]);
  });

  test('sees it from the link, in a new tab that has no cookies', async () => {
    const url =
      'http://localhost:4321/en/application/new-client/?productType=INSTALLMENT&productId=11&amount=800&term=4';
    const screen = await openScreen({ url });
    await until(() => expect(screen.text()).toContain('S/ 800,00'));
    expect(screen.text()).toContain('Monthly instalments: 3 of S/ ');
  });

  test('sees what was typed, from a form that was sent before the calculator’s script had come', async () => {
    const query = '?productType=INSTALLMENT&typed=1500&amount=2000&term=9&productId=12';
    const screen = await openScreen({ url: `http://localhost:4321/en/application/new-client/${query}` });
    await until(() => expect(screen.text()).toContain('You ask forS/ 1.500,00'));
    expect(screen.text()).toContain('Monthly instalments: 8 of');
    expect(screen.text()).not.toContain('You have not chosen');
  });

  test('still sees it when the server cannot confirm, and is told', async () => {
    const screen = await openScreen({ cookies: SAVED, offline: true });
    await until(() => expect(screen.text()).toContain('We could not confirm this'));
    expect(screen.text()).toContain('S/ 573,03');
  });
});

test('a visitor who has chosen nothing keeps the example, and nothing is asked of the network', async () => {
  const screen = await openScreen();
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(screen.text()).toContain('You have not chosen an amount yet');
  expect(screen.environment.requests).toEqual([]);
});
