import { Hono } from 'hono';
import { expect } from 'vitest';
import { SCREENS } from '#api/screens.ts';
import { formatPercent } from '#i18n/format.ts';
import { MESSAGES } from '#i18n/messages.ts';
import ClientLayout from '#layouts/client/client.astro';
import { allProducts } from '#loan/product.ts';
import { sheetPath } from '#server/lending/complaints/complaints-context.ts';
import { serveSheetPage } from '#server/lending/complaints/sheet-page.ts';
import { linkHref } from '#storyblok/link.ts';
import { builtComplaintPages } from '#tests/blocks/built-complaint-pages.ts';
import { examplePage, render, renderBlock } from '#tests/blocks/example-page.ts';
import { seedStory } from '#tests/blocks/seed.ts';
import { FIRST_LOAN } from '#tests/support/loan/products.ts';
import { promise } from './promise.ts';

/** A page as visitors get it, with blanks that are seen. */
async function pageOf(slug: string): Promise<string> {
  const html = await renderBlock(seedStory(slug, 'es'), { ...examplePage('es'), story: `es/${slug}` });
  return html.replaceAll('&nbsp;', ' ').replaceAll('\u00a0', ' ');
}

promise('Todo préstamo pasa por una evaluación.', { story: 'settings/global#general_conditions' }, async () => {
  const page = examplePage('es');
  const { email, social, footer_navigation: links, legal_navigation: legal } = page.settings;
  for (const screen of ['sign-in', 'sign-up'] as const) {
    const html = await render(ClientLayout, { page, screen, title: SCREENS[screen].slug }, { default: '<h1>Tú</h1>' });
    const footer = /<footer[\s\S]*<\/footer>/.exec(html)?.[0] ?? '';
    // Mail, networks, navigation and conditions, as on every other page.
    expect(footer).toContain(`href="mailto:${email}"`);
    expect(footer).toContain('Todo préstamo pasa por una evaluación.');
    expect(social.length * links.length * legal.length).toBeGreaterThan(0);
    for (const { title } of [...links, ...legal]) expect(footer, screen).toContain(`>${title}<`);
    for (const { url } of social) expect(footer, screen).toContain(`href="${linkHref(url, 'es')}"`);
  }
});

promise('Todos los precios de un primer préstamo, con su nombre.', { story: 'tarifas#lead' }, async () => {
  const page = await pageOf('tarifas');
  const told = [...page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
    .map(([, json = '']) => JSON.parse(json))
    .flatMap((data) => data['@graph'] ?? [data])
    .filter((thing) => thing['@type'] === 'LoanOrCredit');
  // What search engines are told of each loan is what the page says.
  expect(told).toHaveLength(allProducts(FIRST_LOAN).length);
  for (const { interestRate, annualPercentageRate } of told) {
    for (const rate of [interestRate, annualPercentageRate]) {
      expect(page).toContain(`<dd>${formatPercent(rate).replace('\u00a0', ' ')}</dd>`);
    }
  }
});

promise('Ves el total, las fechas y la TCEA antes de darnos un solo dato.', { text: 'calculator_lead' }, async () => {
  const card = (await pageOf('home')).split('<form')[1]?.split('</form>')[0] ?? '';
  // It opens on the smallest and shortest of the loans in instalments.
  expect(card).toMatch(/<input(?=[^>]*name="amount")[^>]*value="500/);
  expect(card).toMatch(/<input(?=[^>]*name="term")(?=[^>]*value="3")[^>]*checked/);
  const loans = FIRST_LOAN.installmentProducts;
  expect(loans.length).toBeGreaterThan(1);
  expect(Math.min(...loans.map(({ defaultAmount }) => defaultAmount))).toBe(500);
  expect(Math.min(...loans.map(({ defaultTerm }) => defaultTerm))).toBe(3);
  for (const words of ['Devuelves en total', 'Cuesta', 'TCEA', '3 cuotas de', 'al ']) {
    expect(card).toContain(words);
  }
  expect(card).not.toMatch(/type="(?:email|tel)"/);
});

promise('Salen del mismo cálculo que tu contrato.', { story: 'tarifas#lead' }, async () => {
  const pages = [await pageOf('home'), await pageOf('tarifas'), await pageOf('como-funciona')];
  const fees = new Set(allProducts(FIRST_LOAN).flatMap(({ pricing }) => pricing.fees.map(({ name }) => name)));
  expect(fees.size).toBeGreaterThan(1);
  for (const name of fees) expect(pages[1]).toContain(MESSAGES[`calc_results_${name}`].es);
  // No price is struck out that nobody may ever have paid.
  // The calculators show the prices of the day, which these tests make up.
  for (const page of pages) expect(page.replace(/<form class="calc".*?<\/form>/gs, '')).not.toMatch(/<(?:del|s)\b/);
});

promise('El código tiene esta forma: LR-2026-000123.', { text: 'track_code_invalid' }, async () => {
  const app = new Hono();
  serveSheetPage(app as never, { pages: builtComplaintPages } as never);
  const body = new URLSearchParams({ code: 'LR-26-123', key: '' });
  const answer = await app.request(sheetPath('es'), { method: 'POST', body });
  expect(answer.status).toBe(400);
  const page = await answer.text();
  // In the list on top and beside its field, as every form does; what was typed is there.
  for (const [field, words] of [
    ['code', MESSAGES.track_code_invalid.es],
    ['key', MESSAGES.track_key_required.es],
  ]) {
    expect(page).toMatch(new RegExp(`<a[^>]*href="#${field}"[^>]*>${words}</a>`));
    expect(page).toMatch(new RegExp(`data-error-for="${field}"(?![^>]*hidden)`));
  }
  expect(page).toMatch(/name="code"[^>]*value="LR-26-123"/);
});
