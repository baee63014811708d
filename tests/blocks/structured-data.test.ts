import { expect, test } from 'vitest';
import JsonLd from '#blocks/json-ld.astro';
import { breadcrumbData, faqData, loanData, organizationData } from '#blocks/structured-data.ts';
import { formatPercent } from '#i18n/format.ts';
import { examplePage, render, renderBlock } from './example-page.ts';

const SITE = 'https://manay.pe/';

/** Reads a page as a search engine does. */
function read(html: string): Record<string, unknown>[] {
  return [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json = '']) =>
    JSON.parse(json),
  );
}

test('the loans carry the figures the engine computes: a first loan of EX1 has a TCEA of 413.44 %', () => {
  const page = examplePage();
  const data = loanData(page, { siteUrl: SITE, pageUrl: `${SITE}tarifas/` }, (product) => `P${product.productId}`);
  const [single, short, long] = data['@graph'] as Record<string, unknown>[];
  expect(single).toMatchObject({
    '@type': 'LoanOrCredit',
    name: 'P1',
    currency: 'PEN',
    amount: { minValue: 100, maxValue: 500 },
    loanTerm: { minValue: 7, maxValue: 30, unitCode: 'DAY' },
    interestRate: 110,
    feesAndCommissionsSpecification: 'https://manay.pe/tarifas/',
  });
  const products = page.products as NonNullable<typeof page.products>;
  const { singlePayProduct } = products;
  const whole = {
    ...page,
    products: { ...products, singlePayProduct: { ...singlePayProduct, defaultAmount: 500 } },
  };
  const [ofFiveHundred] = loanData(whole, { siteUrl: SITE, pageUrl: SITE }, () => '')['@graph'] as object[];
  expect(ofFiveHundred).toMatchObject({ annualPercentageRate: 413.44 });
  expect(long).toMatchObject({ loanTerm: { minValue: 7, maxValue: 12, unitCode: 'MON' }, interestRate: 85 });
  expect(short).toMatchObject({ loanTerm: { minValue: 2, maxValue: 6, unitCode: 'MON' }, interestRate: 95 });
});

test('every rate that search engines get is on the page: the TEA, and the TCEA of a loan that is named', async () => {
  const html = await renderBlock({ _uid: 'r', component: 'rates-table', title: 'Tarifas' });
  const [{ '@graph': loans } = {}] = read(html);
  const shown = html.replaceAll('&nbsp;', ' ').replaceAll('\u00a0', ' ');
  for (const { interestRate, annualPercentageRate } of loans as Record<string, number>[]) {
    for (const rate of [interestRate, annualPercentageRate]) {
      expect(shown).toContain(`<dd>${formatPercent(rate as number).replace('\u00a0', ' ')}</dd>`);
    }
  }
  expect(shown).toMatch(/TCEA con IGV de S\/ 500,00 a 3 meses\s*<\/dt>/);
});

test('a table of rates says which day the highest rate is of, where a sandbox carries an old one forward', async () => {
  const page = examplePage();
  const carried = { ...page, products: page.products && { ...page.products, capOf: '2026-04-30' } };
  const rates = (of: typeof page) => renderBlock({ _uid: 'r', component: 'rates-table', title: 'Tarifas' }, of);
  expect(await rates(carried)).toMatch(/%\.\s+<span>Sitio de prueba: .*se publicó para fechas hasta el 30\/04\/2026/);
  expect(await rates(page)).not.toContain('Sitio de prueba');
});

test('what is charged is on the public pages, and no price is struck out that nobody may ever have paid', async () => {
  for (const block of [
    { component: 'rates-table' },
    { component: 'representative-example', product_id: 1, amount: 500, term: 30 },
  ]) {
    const html = await renderBlock({ _uid: 'r', title: 'Tarifas', ...block });
    expect(html.replaceAll('\u00a0', ' ')).toMatch(/S\/ \d+,\d\d/);
    expect(html).not.toContain('<del');
  }
});

test('the lender is named with its legal name and RUC', () => {
  const { settings } = examplePage();
  expect(organizationData(examplePage(), SITE)).toMatchObject({
    '@type': 'FinancialService',
    telephone: '+5115000123',
    '@id': 'https://manay.pe/#organization',
    legalName: settings.company_name,
    taxID: settings.company_ruc,
    email: settings.email,
  });
});

test('a page knows its way home', () => {
  const crumbs = breadcrumbData([
    { name: 'Inicio', url: SITE },
    { name: 'Tarifas', url: `${SITE}tarifas/` },
  ]);
  expect(crumbs['itemListElement']).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Inicio', item: SITE },
    { '@type': 'ListItem', position: 2, name: 'Tarifas', item: `${SITE}tarifas/` },
  ]);
});

test('the questions on a page are the questions search engines get', async () => {
  const question = { component: 'faq-question', question: '¿Cuánto cuesta?', answer: paragraph('S/ 73,03') };
  const group = { component: 'faq-group', anchor: 'costos', title: 'Costos', questions: [{ _uid: 'q', ...question }] };
  const html = await renderBlock({
    _uid: 'f',
    component: 'faq',
    title: 'Preguntas',
    groups: [{ _uid: 'g', ...group }],
  });
  expect(read(html)).toEqual([
    {
      '@context': 'https://schema.org',
      ...faqData([{ question: '¿Cuánto cuesta?', answer: '<p>S/ 73,03</p>' }]),
    },
  ]);
});

test('a text that ends a script stays data', { tags: 'asvs-1.2.3' }, async () => {
  const evil = '</script><script>alert(1)</script>';
  const html = await render(JsonLd, { data: { name: evil } });
  expect(html).not.toContain('<script>alert');
  expect(read(html)).toEqual([{ '@context': 'https://schema.org', name: evil }]);
});

function paragraph(text: string): object {
  return { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] };
}
