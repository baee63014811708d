import type { Window } from 'happy-dom';
import { describe, expect, test, vi } from 'vitest';
import { MESSAGES } from '#i18n/messages.ts';
import { ex1Props, installmentProps, openCard, renderCard } from '#tests/support/browser/calculator-card.ts';
import { testEnvironment } from '#tests/support/browser/environment.ts';
import { setTheCap } from '#tests/support/database/database.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

const LESS = '.step button:first-child';
const MORE = '.step button:last-child';
const AMOUNT = 'input[name=typed]';
const SLIDER = 'input[name=amount]';
const term = (value: number) => `fieldset:not([hidden]) input[name=term][value="${value}"]`;

describe('before any script', () => {
  test('a single payment shows total, due date with weekday, costs and both TCEA', { tags: 'spec-2.33' }, async () => {
    const html = (await renderCard(await ex1Props(lending))).replaceAll('\u00a0', ' ');
    for (const text of [
      ' 573,03</span>',
      'Due on Saturday',
      '14/02/2026',
      'S/ 73,03',
      '413,44 %',
      'For this one it is 413,44 % (305,67 % without IGV): it assumes that you repeat',
      'Apply now for S/ 500,00',
    ]) {
      expect(html).toContain(text);
    }
    expect(html).toContain('You can extend your loan by 7, 14 or 30 days.');
  });

  test('each fee has its name, and an explanation of its own; the due date has a row', {
    tags: 'spec-3.3',
  }, async () => {
    const html = (await renderCard(await ex1Props(lending)))
      .replaceAll('\u00a0', ' ')
      .replace(/ translate="no"|<\/?bdi>/g, '');
    for (const fee of ['interestFee', 'acceleratedAcceptanceFee', 'techFee', 'adminFee'] as const) {
      const [name, tip] = [`calc_results_${fee}`, `calc_results_${fee}_tip`] as const;
      const shown =
        html
          .split('<details class="tip"')
          .slice(1)
          .find((part) => part.includes(MESSAGES[name].en)) ?? '';
      expect(shown, fee).toContain(`<p>${MESSAGES[tip].en.replaceAll("'", '&#x27;')}</p>`);
    }
    expect(html).toMatch(/<tr class="repay-date"><th scope="row">Due<\/th><td>14\/02\/2026<\/td>/);
  });

  test('instalments show how many, how much, the first and the last date, and the whole schedule', async () => {
    const html = (await renderCard(await installmentProps(lending)))
      .replaceAll('\u00a0', ' ')
      .replaceAll(' translate="no"', '');
    for (const text of ['3 instalments of', 'From', '15/02/2026', 'last 206,19', '15/04/2026', 'See the 3']) {
      expect(html).toContain(text);
    }
    expect(html.match(/<th scope="row">\d+<\/th>/g)).toHaveLength(3);
  });

  test('all instalments are counted, and a last one of another amount is named beside', async () => {
    const html = (await renderCard(await installmentProps(lending)))
      .replaceAll('\u00a0', ' ')
      .replaceAll(' translate="no"', '');
    const facts = html.replace(/ data-at="[^"]*"/g, '');
    expect(facts).toContain('<dt>3 instalments of</dt><dd><span>S/ 206,20</span><small>last 206,19</small></dd>');
    expect(facts).toContain('<dt>From</dt><dd><span>15/02/2026</span><small>to 15/04/2026</small></dd>');
    expect(html).toMatch(/<tr class="repay-date"><th scope="row">Last instalment<\/th><td>15\/04\/2026/);
  });

  test('nothing in the HTML needs a loosened policy: no style attribute, no handler, no script', async () => {
    for (const props of [await ex1Props(lending), await installmentProps(lending)]) {
      expect(await renderCard(props)).not.toMatch(/\sstyle=|\son\w+=|<script/);
    }
  });

  test('terms that the content does not allow are shown and cannot be chosen', { tags: 'spec-5.6' }, async () => {
    const html = await renderCard(
      await ex1Props(lending, { limits: [{ productType: 'SINGLE_PAY', choices: [7, 30] }] }),
    );
    expect(html).toMatch(/<input[^>]*disabled=""[^>]*value="14"/);
    expect(html).not.toMatch(/<input[^>]*disabled=""[^>]*value="(7|30)"/);
  });
});

describe('a visitor', () => {
  test('who only looks asks nothing of the network', async () => {
    const page = await openCard(lending, await ex1Props(lending));
    expect(page.errors).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(page.environment.requests).toEqual([]);
    expect(document.cookie).toBe('');
  });

  test('sees a lower amount priced at once, then confirmed by the server, with every detail following', {
    tags: ['spec-1.1', 'promise-the-price-shown-to-visitors'],
  }, async () => {
    const page = await openCard(lending, await ex1Props(lending));
    await page.press(LESS);
    expect(page.text('.money.xl')).toBe('S/ 519,27');
    expect(page.text('.cta a')).toBe('Apply now for S/ 450,00');
    await page.until(() => expect(page.find('.receipt').dataset['confirmation']).toBe('confirmed'));
    expect(page.environment.requests).toEqual(['POST /api/v1/public/offer']);
    await page.until(() => expect(page.text('.rows .total')).toContain('S/ 519,27'));
    expect(page.find('.det').getAttribute('aria-busy')).toBe('false');
    expect(page.errors).toEqual([]);
  });

  test('has the first answer before the browser lays out what is below the fold, and so has who goes on choosing', async () => {
    const idle: (() => void)[] = [];
    const waitForRest = (act: () => void) => idle.push(act);
    const early = () => {
      vi.stubGlobal('requestIdleCallback', waitForRest);
      Object.assign(window, { requestIdleCallback: waitForRest });
      (window as unknown as { happyDOM: Window['happyDOM'] }).happyDOM.setViewport({ width: 412 });
    };
    const rest = () => {
      for (const act of idle.splice(0)) act();
    };
    const page = await openCard(lending, await ex1Props(lending), { early });
    const startMs = performance.now();
    for (const [passedMs, total] of [
      [0, 'S/ 519,27'],
      [60_000, 'S/ 465,50'],
    ] as const) {
      const clock = vi.spyOn(performance, 'now').mockReturnValue(startMs + passedMs);
      await page.press(LESS);
      expect(page.text('.money.xl')).toBe(total);
      rest();
      expect(page.island.dataset['ready']).toBeUndefined();
      expect(page.find('.det').getAttribute('aria-busy')).toBe('true');
      clock.mockRestore();
    }
    await page.until(() => {
      rest();
      expect(page.island.dataset['ready']).toBe('');
      expect(page.find('.det').getAttribute('aria-busy')).toBe('false');
    });
    await page.until(() => expect(page.text('.rows .total')).toContain('S/ 465,50'));
  });

  test('who only looks has what is below the fold as soon as the browser has nothing else to do', async () => {
    const page = await openCard(lending, await ex1Props(lending));
    await page.until(() => expect(page.island.dataset['ready']).toBe(''));
    expect(page.environment.requests).toEqual([]);
  });

  test('who moves the slider through many amounts has only the last one confirmed', async () => {
    const page = await openCard(lending, await ex1Props(lending));
    // In one turn: on a busy machine a pause may be long enough to be asked about.
    await Promise.all(['450', '400', '350', '250'].map((amount) => page.enter(SLIDER, amount)));
    expect(page.find(SLIDER).getAttribute('aria-valuetext')).toBe('250 soles');
    await page.until(() => expect(page.find('.receipt').dataset['confirmation']).toBe('confirmed'));
    expect(page.environment.requests).toHaveLength(1);
    await page.until(() => expect(page.text('.rows')).toContain('250,00'));
  });

  test('finds the + at its bound, inactive and explained, and pressing it names the bounds', {
    tags: ['spec-2.59', 'spec-5.4'],
  }, async () => {
    const page = await openCard(lending, await ex1Props(lending));
    const more = page.find(MORE);
    expect(more.getAttribute('aria-disabled')).toBe('true');
    // The range above says the bound, so the button keeps its sign; its name says it as well.
    expect(page.text(MORE)).toBe('');
    expect(more.getAttribute('aria-label')?.replaceAll('\u00a0', ' ')).toBe(
      'up to S/ 500: Raise the amount by S/ 50,00',
    );
    expect(document.getElementById(more.getAttribute('aria-describedby') ?? '')?.textContent).toContain('500');
    await page.press(MORE);
    expect(page.text('.amount-note')).toBe('You can borrow S/ 100 to S/ 500.');
    expect(page.text('.cta a')).toBe('Apply now for S/ 500,00');
  });

  test.each([
    ['1.234', 'S/ 500,00', 'You can borrow S/ 100 to S/ 500.'],
    ['S/ 260', 'S/ 250,00', 'Amounts go in steps of S/ 50.'],
    ['350,00', 'S/ 350,00', ''],
  ])('who types %s gets %s, and a word about it when it is another amount', async (typed, amount, note) => {
    const page = await openCard(lending, await ex1Props(lending));
    await page.enter(AMOUNT, typed);
    expect(page.text('.cta a')).toBe('Apply now for S/ 500,00');
    await page.do(() => page.card.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })));
    expect(page.text('.cta a')).toBe(`Apply now for ${amount}`);
    expect(page.text('.amount-note')).toBe(note);
  });

  test('who types what we cannot read keeps it, with a word about the form we understand', async () => {
    const page = await openCard(lending, await ex1Props(lending));
    await page.enter(AMOUNT, 'mil');
    await page.do(() => page.find(AMOUNT).dispatchEvent(new Event('focusout', { bubbles: true })));
    expect(page.find<HTMLInputElement>(AMOUNT).value).toBe('mil');
    expect(page.find(AMOUNT).getAttribute('aria-invalid')).toBe('true');
    expect(page.text('.amount-note')).toContain('for example 500.');
  });

  test('a visitor who changes the kind of loan starts from the defaults of its default product', {
    tags: ['spec-1.2', 'spec-2.58', 'spec-4.25'],
  }, async () => {
    const page = await openCard(lending, await ex1Props(lending));
    await page.press('input[value=INSTALLMENT]');
    expect(page.text('.cta a')).toBe('Apply now for S/ 500,00');
    expect(page.find<HTMLInputElement>(term(3)).checked).toBe(true);
    expect(page.find<HTMLInputElement>(SLIDER).value).toBe('500');
    await page.until(() => expect(page.text('.det')).toContain('See the 3 instalments'));
    await page.until(() => expect(page.find('.receipt').dataset['confirmation']).toBe('confirmed'));
  });

  test('who takes a longer term changes product, and is told why the amount moved', async () => {
    const page = await openCard(lending, await installmentProps(lending));
    await page.press(term(12));
    expect(page.text('.cta a')).toBe('Apply now for S/ 1.000,00');
    expect(page.text('.amount-note')).toBe('From 7 months: S/ 1.000 or more.');
    await page.until(() => expect(page.find('.receipt').dataset['confirmation']).toBe('confirmed'));
    expect(document.cookie).toContain('calc_selected_product_id=12');
  });

  test('hears the result once, half a second after the last change, and nothing before', async () => {
    const page = await openCard(lending, await ex1Props(lending));
    const presses = [page.press(LESS), page.press(LESS)];
    expect(page.text('[role=status]')).toBe('');
    await Promise.all(presses);
    await page.until(() =>
      expect(page.text('[role=status]')).toMatch(/^You pay back S\/ 465,\d\d, by 14\/02\/2026\. TCEA [\d.,]+ %\.$/),
    );
  });
});

describe('when the server cannot confirm', () => {
  test('the card says so, keeps the offer, and the retry confirms it', async () => {
    const page = await openCard(lending, await ex1Props(lending));
    page.environment.offline = true;
    await page.press(LESS);
    await page.until(() => expect(page.text('.receipt .note')).toContain('We could not confirm this'));
    expect(page.text('.money.xl')).toBe('S/ 519,27');
    page.environment.offline = false;
    await page.press('.receipt .note button');
    await page.until(() => expect(page.find('.receipt').dataset['confirmation']).toBe('confirmed'));
    expect(page.text('.receipt .note')).toBe('');
  });

  test('the card tries again by itself when the network is back', async () => {
    const page = await openCard(lending, await ex1Props(lending));
    page.environment.offline = true;
    await page.press(LESS);
    await page.until(() => expect(page.text('.receipt .note')).toContain('could not confirm'));
    page.environment.offline = false;
    await page.do(() => page.window.dispatchEvent(new page.window.Event('online')));
    await page.until(() => expect(page.find('.receipt').dataset['confirmation']).toBe('confirmed'));
  });

  test('a new day moves the due dates, and the visitor is told that and nothing about prices', async () => {
    const nowMs = lending.clock.now();
    const page = await openCard(lending, await ex1Props(lending));
    // The lender's day has changed; this browser's has not yet.
    const { replaceEnvironment } = await import('#stores/environment.ts');
    replaceEnvironment({ ...page.environment.parts, nowMs: () => nowMs });
    lending.clock.moveTo('2026-01-16');
    await page.press(LESS);
    await page.until(() =>
      expect(page.text('.receipt .note')).toBe('It is a new day: these are the due dates as of 16/01/2026.'),
    );
    await page.until(() => expect(page.find('.receipt').dataset['confirmation']).toBe('confirmed'));
    expect(page.text('.facts')).toContain('15/02/2026');
    expect(page.environment.requests).toEqual([
      'POST /api/v1/public/offer',
      'GET /api/v1/public/offer/product-settings?sequence=1',
      'POST /api/v1/public/offer',
    ]);
  });

  test('newer prices are taken over, and the visitor is told', async () => {
    const props = await ex1Props(lending);
    const { singlePayProduct } = props.settings;
    const pricing = { ...singlePayProduct.pricing, tea: singlePayProduct.pricing.tea - 20 };
    const settings = { ...props.settings, singlePayProduct: { ...singlePayProduct, pricing } };
    const page = await openCard(lending, { ...props, settings });
    await page.press(LESS);
    await page.until(() =>
      expect(page.text('.receipt .note')).toBe('Our prices have changed. These are the prices of 15/01/2026.'),
    );
    await page.until(() => expect(page.find('.receipt').dataset['confirmation']).toBe('confirmed'));
    expect(page.text('.money.xl')).toBe('S/ 519,27');
  });
});

describe('a loan that is not sold any more', () => {
  const CLOSED = 'We are not offering this loan right now';

  test('shows a sentence in place of its price, and the other type can be chosen', async () => {
    const page = await openCard(lending, await ex1Props(lending));
    await setTheCap(lending.db, '2026-01-15', '90.00');
    await page.press(LESS);
    await page.until(() => expect(page.text('.note.bad')).toContain(CLOSED));
    expect(page.find('.receipt').hidden).toBe(true);
    expect(page.find('.det').hidden).toBe(true);
    await page.press('input[name=productType][value=INSTALLMENT]');
    await page.until(() => expect(page.find('.receipt').dataset['confirmation']).toBe('confirmed'));
    expect(page.find('.receipt').hidden).toBe(false);
    await page.press('input[name=productType][value=SINGLE_PAY]');
    expect(page.text('.note.bad')).toContain(CLOSED);
  });

  test('is closed on a day without a cap, whatever is chosen', async () => {
    const page = await openCard(lending, await ex1Props(lending));
    await setTheCap(lending.db, '2026-01-15', undefined);
    await page.press(LESS);
    await page.until(() => expect(page.text('.note.bad')).toContain(CLOSED));
    expect(page.find('.receipt').hidden).toBe(true);
  });
});

describe('when what saves and confirms does not load', () => {
  async function openBroken(page: { cookies?: Record<string, string> } = {}) {
    const reload = vi.fn();
    const environment = testEnvironment(lending);
    const where = () => ({ search: location.search, pathname: location.pathname, assign: vi.fn(), replace: vi.fn() });
    const parts = { ...environment.parts, location: () => ({ ...where(), reload }) };
    const url = 'http://localhost:4321/en/';
    return {
      reload,
      page: await openCard(lending, await ex1Props(lending), {
        ...page,
        url,
        environment: { ...environment, parts },
        island: () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
      }),
    };
  }

  test('what is not sold has no price there either', async () => {
    await setTheCap(lending.db, '2026-01-15', '90.00');
    const { page } = await openBroken();
    await page.do(() => page.find('.step').dispatchEvent(new Event('pointerdown', { bubbles: true })));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(page.find('.receipt').hidden).toBe(true);
  });

  test('the details of the old choice are gone, not grey, and no later change brings them back', async () => {
    const { page } = await openBroken();
    await page.press(LESS);
    await page.until(() => expect(page.text('.receipt .note')).toContain('could not confirm'));
    expect(page.find('.det').hidden).toBe(true);
    await page.press(LESS);
    expect(page.text('.cta a')).toBe('Apply now for S/ 400,00');
    expect(page.text('.receipt .note')).toContain('could not confirm');
    expect(page.find('.det').hidden).toBe(true);
  });

  test('trying again keeps the choice', async () => {
    const { page, reload } = await openBroken();
    await page.press(LESS);
    await page.until(() => expect(page.text('.receipt .note')).toContain('could not confirm'));
    await page.press(LESS);
    await page.press('.receipt .note button');
    expect(reload).toHaveBeenCalledOnce();
    expect(location.href).toBe(
      'http://localhost:4321/en/?productType=SINGLE_PAY&productId=1&amount=400&term=30&loanType=LOAN&clientType=new',
    );
  });

  test('and nothing was chosen, the details still belong to the total, and an earlier choice stays the one to restore', async () => {
    const { page, reload } = await openBroken({ cookies: { calc_selected_amount: '250' } });
    await page.do(() => page.find(SLIDER).dispatchEvent(new Event('focusin', { bubbles: true })));
    await page.until(() => expect(page.text('.receipt .note')).toContain('could not confirm'));
    expect(page.find('.det').hidden).toBe(false);
    await page.press('.receipt .note button');
    expect(reload).toHaveBeenCalledOnce();
    expect(location.search).toBe('');
  });
});

describe('a page built on another day', () => {
  test('takes over today’s figures as soon as it comes alive', async () => {
    const props = await ex1Props(lending);
    lending.clock.moveTo('2026-01-19');
    const page = await openCard(lending, props);
    await page.until(() => expect(page.text('.facts')).toContain('18/02/2026'));
    await page.until(() => expect(page.find('.receipt').dataset['confirmation']).toBe('confirmed'));
    expect(page.text('.receipt .note')).toBe('');
    expect(page.environment.requests[0]).toBe('GET /api/v1/public/offer/product-settings?sequence=1');
  });

  test('says of which day its figures are when today’s do not come', async () => {
    const props = await ex1Props(lending);
    lending.clock.moveTo('2026-01-19');
    const environment = testEnvironment(lending);
    environment.offline = true;
    const page = await openCard(lending, props, { environment });
    await page.until(() => expect(page.text('.receipt .note')).toContain('The figures are from 15/01/2026.'));
  });
});
