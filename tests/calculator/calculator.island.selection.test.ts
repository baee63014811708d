import Cookies from 'js-cookie';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openWindow } from '#tests/support/browser/browser-window.ts';
import {
  type Card,
  ex1Props,
  type IslandModule,
  installmentProps,
  openCard,
  renderCard,
} from '#tests/support/browser/calculator-card.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

const LESS = '.step button:first-child';
const AMOUNT = 'input[name=typed]';
const MORE = '.step button:last-child';
const term = (value: number) => `fieldset:not([hidden]) input[name=term][value="${value}"]`;

describe('a saved selection', () => {
  const saved = {
    calc_selected_amount: '250',
    calc_selected_term: '14',
    calc_selected_product_type: 'SINGLE_PAY',
    calc_selected_product_id: '1',
  };

  test('comes back when all four cookies exist and the product still does, and is not announced', async () => {
    const page = await openCard(lending, await installmentProps(lending), { cookies: saved });
    await page.until(() => expect(page.text('.cta a')).toBe('Apply now for S/ 250,00'));
    expect(page.find<HTMLInputElement>(term(14)).checked).toBe(true);
    await page.until(() => expect(page.find('.receipt').dataset['confirmation']).toBe('confirmed'));
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(page.text('[role=status]')).toBe('');
    expect(page.errors).toEqual([]);
  });

  test.each(Object.keys(saved))('does not come back without %s', async (missing) => {
    const cookies = Object.fromEntries(Object.entries(saved).filter(([name]) => name !== missing));
    const page = await openCard(lending, await installmentProps(lending), { cookies });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(page.text('.cta a')).toBe('Apply now for S/ 500,00');
  });

  test('of a product that is gone is forgotten', { tags: 'spec-4.28' }, async () => {
    const cookies = { ...saved, calc_selected_product_id: '99' };
    const page = await openCard(lending, await installmentProps(lending), { cookies });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(page.text('.cta a')).toBe('Apply now for S/ 500,00');
  });

  test('in the link counts more than the cookies, and is clamped', async () => {
    const url = 'http://localhost:4321/en/?amount=99999&term=7&productType=INSTALLMENT&productId=12';
    const page = await openCard(lending, await ex1Props(lending), { cookies: saved, url });
    await page.until(() => expect(page.text('.cta a')).toBe('Apply now for S/ 2.000,00'));
    expect(page.find<HTMLInputElement>(term(7)).checked).toBe(true);
  });

  test('is written once for a burst of taps', async () => {
    const page = await openCard(lending, await ex1Props(lending));
    await page.press(LESS);
    await page.until(() => expect(document.cookie).toContain('calc_selected_amount=450'));
    const written = vi.spyOn(document, 'cookie', 'set');
    for (let taps = 0; taps < 3; taps++) page.find(LESS).click();
    await page.until(() => expect(document.cookie).toContain('calc_selected_amount=300'));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(written.mock.calls.filter(([cookie]) => cookie.startsWith('calc_selected_amount'))).toHaveLength(1);
  });

  test('is written after the answer to a tap, and before the page is left at the latest', async () => {
    const page = await openCard(lending, await ex1Props(lending));
    await page.press(LESS);
    await page.until(() => expect(document.cookie).toContain('calc_selected_amount=450'));
    // In one turn: on a busy machine the cookie would be written before anybody looks.
    page.find(LESS).click();
    expect(document.cookie).toContain('calc_selected_amount=450');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(document.cookie).toContain('calc_selected_amount=400');
    await page.until(() => expect(page.text('.cta a')).toBe('Apply now for S/ 400,00'));
  });

  test('in the link follows what is chosen then, so that a reload does not go back', async () => {
    const url = 'http://localhost:4321/en/?utm_source=x&amount=250&term=7&productType=SINGLE_PAY&productId=1';
    const page = await openCard(lending, await ex1Props(lending), { url });
    await page.until(() => expect(page.text('.cta a')).toBe('Apply now for S/ 250,00'));
    await page.press(LESS);
    await page.until(() =>
      expect(location.search).toBe(
        '?utm_source=x&amount=200&term=7&productType=SINGLE_PAY&productId=1&loanType=LOAN&clientType=new',
      ),
    );
  });

  test('gives way to what the person did before the script had come', async () => {
    const page = await openCard(lending, await ex1Props(lending), {
      cookies: { ...saved, calc_selected_amount: '100' },
      early: (card) => {
        (card.elements.namedItem('amount') as HTMLInputElement).value = '350';
      },
    });
    expect(page.text('.cta a')).toBe('Apply now for S/ 350,00');
    await page.until(() => expect(document.cookie).toContain('calc_selected_amount=350'));
  });
});

test('what somebody writes while the rest of the card comes is not replaced by an earlier choice', async () => {
  let come: (island: IslandModule) => void = () => undefined;
  const island = new Promise<IslandModule>((resolve) => {
    come = resolve;
  });
  const cookies = {
    calc_selected_amount: '250',
    calc_selected_term: '14',
    calc_selected_product_type: 'SINGLE_PAY',
    calc_selected_product_id: '1',
  };
  const page = await openCard(lending, await ex1Props(lending), { cookies, island: () => island });
  const field = page.find<HTMLInputElement>('input[name=typed]');
  await page.do(() => {
    field.focus();
    field.value = '40';
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  come(await import('#calculator/calculator.island.tsx'));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(field.value).toBe('40');
});

test('the rest of a card that comes when the card is gone, and its window with it, does nothing', async () => {
  const Calculator = vi.fn();
  let come: (island: IslandModule) => void = () => undefined;
  // The last to be done of what is done at the end.
  onTestFinished(async () => {
    come({ Calculator });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(Calculator).not.toHaveBeenCalled();
  });
  const island = () =>
    new Promise<IslandModule>((resolve) => {
      come = resolve;
    });
  const page = await openCard(lending, await ex1Props(lending), { island });
  await page.press(LESS);
});

test('a client whose own calculator is on its way keeps their choice: this one does not cut it', async () => {
  const cookies = {
    calc_selected_amount: '3000',
    calc_selected_term: '12',
    calc_selected_product_type: 'INSTALLMENT',
    calc_selected_product_id: '12',
  };
  const page = await openCard(lending, await installmentProps(lending), {
    cookies,
    early: () => document.documentElement.classList.add('signed-in'),
  });
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(document.cookie).toContain('calc_selected_amount=3000');
  expect(page.environment.requests).toEqual([]);
});

test('a repeat client who opens another tab is still known there', async () => {
  const page = await openCard(lending, await ex1Props(lending, {}), {
    early: () => localStorage.setItem('manay:client-type', 'repeat'),
  });
  expect(page.find('.cta a').getAttribute('href')).toContain('clientType=repeat');
});

describe('before the script has come', () => {
  test('a kind of loan chosen then is honoured', async () => {
    const page = await openCard(lending, await ex1Props(lending), {
      early: (card) => card.querySelector<HTMLInputElement>('input[value=INSTALLMENT]')?.click(),
    });
    expect(page.text('.cta a')).toBe('Apply now for S/ 500,00');
    expect(page.errors).toEqual([]);
  });

  test('a term chosen then is honoured', async () => {
    const page = await openCard(lending, await ex1Props(lending), {
      early: (card) => card.querySelector<HTMLInputElement>(term(7))?.click(),
    });
    expect(page.text('.facts')).toContain('22/01/2026');
  });
});

describe('the form, sent before the script has come', () => {
  test.each([true, false])('names everything that was chosen (one kind of loan only: %s)', async (fixedType) => {
    openWindow();
    document.body.innerHTML = await renderCard(await ex1Props(lending, { fixedType }));
    const form = document.querySelector('form') as HTMLFormElement;
    const value = (name: string) => (form.elements.namedItem(name) as RadioNodeList | HTMLInputElement).value;
    const names = ['productType', 'productId', 'amount', 'typed', 'term'];
    expect(names.map(value)).toEqual(['SINGLE_PAY', '1', '500', '500,00', '30']);
  });
});

describe('what the calculator says', () => {
  test('a change without pointer or keyboard focus is priced, saved and confirmed like any other', async () => {
    const page = await openCard(lending, await ex1Props(lending));
    await page.do(() => page.find(LESS).click());
    expect(page.text('.cta a')).toBe('Apply now for S/ 450,00');
    await page.until(() => expect(page.find('.receipt').dataset['confirmation']).toBe('confirmed'));
    expect(document.cookie).toContain('calc_selected_amount=450');
  });

  test('the button leads to the field while its amount cannot be read, and applies for none', async () => {
    const page = await openCard(lending, await ex1Props(lending));
    await page.enter('input[name=typed]', 'mil');
    const link = page.find<HTMLAnchorElement>('.cta a');
    const click = new Event('click', { bubbles: true, cancelable: true });
    await page.do(() => link.dispatchEvent(click));
    expect(click.defaultPrevented).toBe(true);
    expect(page.text('.cta a')).toBe('Correct the amount');
    expect(link.getAttribute('href')).toBe(`#${page.find('input[name=typed]').id}`);
    await page.enter('input[name=typed]', '300');
    await page.do(() => page.card.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })));
    expect(page.text('.cta a')).toBe('Apply now for S/ 300,00');
  });

  test('an amount that was typed and not left is read first; the button then says it and waits for another press', async () => {
    const page = await openCard(lending, await ex1Props(lending));
    await page.enter('input[name=typed]', '300');
    const click = new Event('click', { bubbles: true, cancelable: true });
    await page.do(() => page.find('.cta a').dispatchEvent(click));
    expect(click.defaultPrevented).toBe(true);
    expect(page.text('.cta a')).toBe('Apply now for S/ 300,00');
  });

  test('who was given another amount by a term goes back with one press', async () => {
    const page = await openCard(lending, await installmentProps(lending));
    await page.press(term(12));
    const back = page.find('.amount-note + button');
    expect(back.textContent?.replaceAll('\u00a0', ' ')).toBe('Back to S/ 500,00');
    await page.press('.amount-note + button');
    expect(page.text('.cta a')).toBe('Apply now for S/ 500,00');
    expect(page.find<HTMLInputElement>(term(3)).checked).toBe(true);
    expect(back.hidden).toBe(true);
  });

  test('another type of loan keeps an amount that it offers, without a word', { tags: 'spec-4.25' }, async () => {
    const page = await openCard(lending, await installmentProps(lending));
    await page.press('input[value=SINGLE_PAY]');
    expect(page.text('.cta a')).toBe('Apply now for S/ 500,00');
    expect(page.text('.amount-note')).toBe('');
  });

  test('an amount that another type does not offer is not called its minimum, and one press goes back', async () => {
    const page = await openCard(lending, await installmentProps(lending));
    await page.press(term(12));
    await page.press('input[value=SINGLE_PAY]');
    await page.enter(AMOUNT, '300');
    await page.do(() => page.card.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })));
    await page.press('input[value=INSTALLMENT]');
    expect(page.text('.cta a')).toBe('Apply now for S/ 500,00');
    expect(page.text('.amount-note')).toBe('You can borrow S/ 500 to S/ 2.000.');
    await page.press('.amount-note + button');
    expect(page.text('.cta a')).toBe('Apply now for S/ 300,00');
  });

  test.each([
    ['2000', 'S/ 2.000,00: over 7 to 12 months.', 'Change to 7 months', '2.000,00'],
    ['200', 'S/ 200,00: in one payment.', 'Change to one payment', '200,00'],
    ['5000', 'Maximum S/ 2.000: 7 to 12 months.', 'Change to 7 months', '2.000,00'],
  ])(
    '%s in three months is offered elsewhere: it is said where, and one press goes there',
    async (typed, note, way, amount) => {
      const page = await openCard(lending, await installmentProps(lending));
      expect(page.text('.named .ends')).toBe('S/ 500 to S/ 2.000');
      await page.enter(AMOUNT, typed);
      await page.do(() => page.card.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })));
      expect(page.text('.amount-note')).toBe(note);
      expect(page.text('.amount-note + button')).toBe(way);
      await page.press('.amount-note + button');
      expect(page.text('.cta a')).toBe(`Apply now for S/ ${amount}`);
      expect(page.text('.amount-note')).toBe('');
    },
  );

  test('at a bound of these months that the range above does not say, the + says it in place of its sign', async () => {
    const page = await openCard(lending, await installmentProps(lending));
    expect(page.text('.named .ends')).toBe('S/ 500 to S/ 2.000');
    expect(page.text(LESS)).toBe('');
    expect(page.find(LESS).getAttribute('aria-disabled')).toBe('true');
    await page.enter(AMOUNT, '1000');
    await page.do(() => page.card.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })));
    expect(page.text(MORE)).toBe('up to S/ 1.000');
    await page.press(term(12));
    expect(page.text(MORE)).toBe('');
  });

  test('an amount that a term lowers is given back by a term that takes it', async () => {
    const page = await openCard(lending, await installmentProps(lending));
    await page.press(term(12));
    await page.press(MORE);
    await page.press(term(6));
    expect(page.text('.cta a')).toBe('Apply now for S/ 1.000,00');
    expect(page.text('.amount-note')).toBe('Up to 6 months: S/ 1.000 at most.');
    await page.press(term(12));
    expect(page.text('.cta a')).toBe('Apply now for S/ 1.100,00');
    expect(page.text('.amount-note')).toBe('Back to your amount: S/ 1.100,00.');
  });

  test('a page of another day takes over the figures and saves no default as if it were chosen', async () => {
    const props = await ex1Props(lending);
    lending.clock.moveTo('2026-01-19');
    const page = await openCard(lending, props);
    await page.until(() => expect(page.find('.receipt').dataset['confirmation']).toBe('confirmed'));
    expect(document.cookie).toBe('');
  });
});

describe('the apply link', () => {
  /** Follows a click and returns where it leads; the test's window stays. */
  async function follow(page: Card): Promise<URL> {
    const link = page.find<HTMLAnchorElement>('.cta a');
    link.addEventListener('click', (event) => event.preventDefault());
    await page.do(() => link.click());
    return new URL(link.href);
  }

  test('leaves the selection in the cookies, and carries it as well', { tags: 'spec-4.31' }, async () => {
    const page = await openCard(lending, await ex1Props(lending));
    await page.press(LESS);
    await page.until(() => expect(document.cookie).toContain('calc_selected_amount=450'));
    expect(document.cookie).toContain('calc_selected_term=30');
    expect(document.cookie).toContain('calc_selected_product_type=SINGLE_PAY');
    expect(document.cookie).toContain('calc_selected_product_id=1');
    // Opened in a tab of its own, by a middle click or the menu, there is no click to add it.
    expect(page.find('.cta a').getAttribute('href')).toBe(
      '/en/application/new-client/?productType=SINGLE_PAY&productId=1&amount=450&term=30&loanType=LOAN&clientType=new',
    );
  });

  test('of an untouched calculator stays plain until it is followed', async () => {
    const page = await openCard(lending, await ex1Props(lending));
    expect(page.find('.cta a').getAttribute('href')).toBe('/en/application/new-client/');
    expect((await follow(page)).search).toBe(
      '?productType=SINGLE_PAY&productId=1&amount=500&term=30&loanType=LOAN&clientType=new',
    );
  });

  test('leads to what its button says when another tab has saved another loan meanwhile', async () => {
    const page = await openCard(lending, await ex1Props(lending));
    await page.press(LESS);
    await page.until(() => expect(document.cookie).toContain('calc_selected_amount=450'));
    Cookies.set('calc_selected_amount', '100');
    Cookies.set('calc_selected_term', '7');
    expect(page.text('.cta a')).toBe('Apply now for S/ 450,00');
    expect((await follow(page)).search).toBe(
      '?productType=SINGLE_PAY&productId=1&amount=450&term=30&loanType=LOAN&clientType=new',
    );
  });

  test('leads to what its button says when the browser keeps no cookies', async () => {
    const page = await openCard(lending, await ex1Props(lending));
    vi.spyOn(document, 'cookie', 'set').mockImplementation(() => undefined);
    await page.press(LESS);
    await page.until(() => expect(page.find('.receipt').dataset['confirmation']).toBe('confirmed'));
    expect(document.cookie).toBe('');
    expect((await follow(page)).search).toBe(
      '?productType=SINGLE_PAY&productId=1&amount=450&term=30&loanType=LOAN&clientType=new',
    );
  });

  test('says that the one who asks is a repeat client this browser remembers, so that they are led to sign-in', {
    tags: 'spec-4.31',
  }, async () => {
    vi.doMock('#stores/remembered-client.ts', () => ({ rememberedClientType: () => 'repeat' }));
    onTestFinished(() => vi.doUnmock('#stores/remembered-client.ts'));
    const page = await openCard(lending, await ex1Props(lending));
    expect((await follow(page)).searchParams.get('clientType')).toBe('repeat');
  });

  test('in a frame opens a new tab and carries the selection', { tags: 'spec-2.4' }, async () => {
    const page = await openCard(lending, await ex1Props(lending), { isFramed: true });
    await page.press(LESS);
    const link = page.find<HTMLAnchorElement>('.cta a');
    expect(link.target).toBe('_blank');
    expect(link.getAttribute('href')).toContain(
      '?productType=SINGLE_PAY&productId=1&amount=450&term=30&loanType=LOAN&clientType=new',
    );
    expect(link.textContent).toContain('opens a new tab');
  });
});
