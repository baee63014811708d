import { expect } from 'vitest';
import { STORED } from '#api/browser-storage.ts';
import { COOKIES } from '#api/cookies.ts';
import { sendDeviceData } from '#api/endpoints/people/send-device-data.ts';
import { cciDoubt } from '#api/field-rules/bank-account.ts';
import { screenPath } from '#api/screens.ts';
import QuestionPage from '#blocks/question-page.astro';
import { questionsOf } from '#blocks/questions.ts';
import SameAmountTable from '#blocks/same-amount.astro';
import { sameAmount } from '#blocks/same-amount.ts';
import { formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import MaintenanceLayout from '#layouts/default/default.astro';
import { loanOutcomes } from '#loan/outcomes.ts';
import { PAYMENT_METHODS } from '#loan/payment-intent.ts';
import { SANDBOX_ACCOUNTS } from '#server/lending/gateways/transfer/transfer-accounts.ts';
import { SEED_BANKS } from '#server/lending/parameters/seed-banks.ts';
import { filesUnder } from '#tests/architecture/source-tree.ts';
import { examplePage, render, renderBlock } from '#tests/blocks/example-page.ts';
import { seedStory } from '#tests/blocks/seed.ts';
import { FIRST_LOAN } from '#tests/support/loan/products.ts';
import { promise } from './promise.ts';

/** A page as visitors get it, with blanks that are seen. */
async function pageOf(slug: string): Promise<string> {
  const html = await renderBlock(seedStory(slug, 'es'), { ...examplePage('es'), story: `es/${slug}` });
  return html.replaceAll('&nbsp;', ' ').replaceAll('\u00a0', ' ');
}

/** The answers of the questions that have pages of their own. */
async function answersOf(slug: string): Promise<string> {
  const page = { ...examplePage('es'), story: `es/${slug}` };
  const questions = questionsOf(seedStory(slug, 'es'), page.story);
  const pages = await Promise.all(questions.map((question) => render(QuestionPage, { question, page })));
  return plain(pages.join('\n').replaceAll('&nbsp;', ' '));
}

const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

promise(
  'Estas son todas, cada una con su nombre.',
  { story: 'cookies#lead', tags: 'promise-cookies-tags-and-what-a-browser-remembers' },
  async () => {
    const named = [...(await pageOf('cookies')).matchAll(/<code>([^<]+)<\/code>/g)].map(([, name]) => name);
    expect(named.sort()).toEqual([...Object.keys(COOKIES), ...Object.keys(STORED)].sort());
  },
);

promise(
  'Dura hasta {count} días.',
  { text: 'cookie_lasts_days', tags: 'promise-cookies-tags-and-what-a-browser-remembers' },
  async () => {
    const shown = await pageOf('cookies');
    for (const row of shown.split('<dt>').slice(1)) {
      const name = /<code>([^<]+)</.exec(row)?.[1] as keyof typeof COOKIES;
      if (!(name in COOKIES)) continue;
      const { seconds } = COOKIES[name];
      const lasts = ['un año', `${seconds / 86_400} días`, `${seconds / 3600} horas`, `${seconds / 60} minutos`];
      expect(
        lasts.some((words) => row.includes(`Dura hasta ${words}.`)),
        name,
      ).toBe(true);
    }
  },
);

promise(
  'Datos del equipo y de la conexión: tipo de equipo, sistema, navegador y sus versiones, tamaño de la pantalla, hora y dirección desde la que se conecta (IP).',
  { story: 'privacidad#body', tags: 'promise-what-is-asked-of-a-browser-and-what-is-not' },
  () => {
    // What else is a field says what kind of device it is.
    const fields = Object.keys(sendDeviceData.body?.shape ?? {}).filter((name) => !name.startsWith('is'));
    expect(fields.sort()).toEqual([
      'browser',
      'browserVendor',
      'browserVersion',
      'clientTime',
      'deviceType',
      'originalUserAgent',
      'os',
      'osVersion',
      'screenResolution',
    ]);
  },
);

promise(
  'Hay tres formas, y ninguna es a la cuenta de una persona.',
  { story: 'como-pagar#lead', tags: 'promise-ways-to-pay-and-our-accounts' },
  async () => {
    const page = await pageOf('como-pagar');
    const ways = page.slice(page.indexOf('<ul class="ways"'), page.indexOf('</header>'));
    expect([...ways.matchAll(/<h2>([^<]+)</g)].map(([, name]) => name)).toEqual(['Tarjeta', 'Código', 'Transferencia']);
    // What is not a card or a transfer is paid with a code.
    expect(PAYMENT_METHODS.filter((method) => method !== 'NIUBIZ' && method !== 'MANUAL')).toHaveLength(5);
    for (const place of ['PagoEfectivo', 'Yape', 'Plin', 'agentes', 'app de tu banco']) expect(ways).toContain(place);
    expect(page).toContain('A nombre de Mañay Préstamos S.A.C., RUC 20999999990.');
  },
);

promise(
  'Nunca a la cuenta de una persona.',
  { story: 'preguntas#answer', tags: 'promise-ways-to-pay-and-our-accounts' },
  async () => {
    const answer = (await answersOf('preguntas')).split('De tres formas').at(-1)?.split('</article>')[0];
    for (const name of ['tarjeta', 'PagoEfectivo', 'Yape', 'Plin', 'agentes', 'la app de tu banco', 'transferencia']) {
      expect(answer).toContain(name);
    }
    expect(answer).toContain('href="/como-pagar/#pagar"');
  },
);

promise('Copiar CCI {bank}', { text: 'bank_copy_cci', tags: 'promise-ways-to-pay-and-our-accounts' }, async () => {
  const copied = [...(await pageOf('como-pagar')).matchAll(/data-copy="([^"]*)"/g)].map(([, value]) => value);
  expect(copied).toEqual(SANDBOX_ACCOUNTS.flatMap(({ account, cci }) => [account.replaceAll('-', ''), cci]));
  for (const { bank, account, cci } of SANDBOX_ACCOUNTS) {
    expect(cci, bank).toMatch(/^\d{20}$/);
    expect(cciDoubt(cci), bank).toBeUndefined();
    const { code, accountLengths = [] } = SEED_BANKS.find(({ name }) => name === bank) ?? {};
    const digits = account.replaceAll('-', '');
    expect(cci.slice(0, 3)).toBe(code);
    // Without the branch, which comes before it in the CCI as well.
    expect(cci.slice(6, 18), bank).toContain(digits.slice(digits.length === 18 ? 8 : bank === 'Scotiabank' ? 0 : 3));
    if (accountLengths.length > 0) expect(accountLengths, bank).toContain(digits.length);
  }
});

promise(
  'En el Libro de Reclamaciones, sin necesidad de una cuenta. Te da un número y una clave para consultar tu reclamo, y contestamos en 15 días hábiles como máximo, sin prórroga.',
  { story: 'preguntas#answer', tags: 'promise-the-complaints-book' },
  async () => {
    // That it needs no account, gives both and counts fifteen days: tests/server/lending/complaints/file-complaint.
    for (const html of [await answersOf('preguntas'), await pageOf('terminos'), await pageOf('como-cobramos')]) {
      expect(html).toContain(`<a href="${screenPath('libro-de-reclamaciones')}">Libro de Reclamaciones`);
    }
  },
);

promise(
  'Un préstamo de {example_amount} cuesta menos si pagas antes, y más si te atrasas o extiendes.',
  { story: 'home#lead', tags: 'promise-the-price-shown-to-visitors' },
  async () => {
    const home = await pageOf('home');
    const { tariff } = examplePage('es');
    if (!tariff) throw new Error('the example page has a tariff');
    const outcomes = loanOutcomes(FIRST_LOAN.singlePayProduct, 500, 30, { tariff, lateDays: 10 });
    const [early, onTime, late] = outcomes;
    const extended = outcomes.find(({ kind, days }) => kind === 'extended' && days === 14);
    for (const outcome of [early, onTime, late, extended]) {
      expect(home).toContain(`<span class="money">${plain(formatSoles(outcome?.costCents ?? 0))}</span>`);
    }
    for (const name of ['Pagas antes, el día 15', 'Pagas a tiempo', 'Pagas 10 días tarde', 'Extiendes 14 días']) {
      expect(home).toContain(`<b>${name}</b>`);
    }
    expect(home).toContain('S/ 14,46 más que a tiempo');
  },
);

promise(
  'Debajo está lo que pagas en total si pagas antes, si te atrasas o si extiendes.',
  { story: 'tarifas#lead', tags: 'promise-extensions' },
  async () => {
    const page = await pageOf('tarifas');
    const [, single = ''] = page.split('<table class="outcomes"');
    for (const words of ['el día 15', '10 días tarde', 'Extiendes 7 días', 'Extiendes 30 días', 'S/ 587,49']) {
      expect(single.split('</table>')[0]).toContain(words);
    }
    expect(page).toMatch(/Interés moratorio, TEA.*?<dd>16,97 %<\/dd>/s);
    expect(page).toMatch(/Extender 14 días.*?<dd>S\/ 8,00<\/dd>/s);
  },
);

promise('WhatsApp', { text: 'contacts_whatsapp' }, async () => {
  const page = examplePage('es');
  const closed = { ...page, settings: { ...page.settings, maintenance_on: true } };
  const title = { title: 'Tarifas', description: 'Todos los precios.' };
  const html = await render(MaintenanceLayout, { page: closed, path: 'tarifas', styles: [], ...title });
  expect(html).toContain('Estamos ajustando el telar');
  expect(html).toMatch(/<a href="https:\/\/wa\.me\/51900000123"[^>]*>(?:(?!<\/a>).)*WhatsApp/s);
});

promise('No encontramos esta página', { story: '404#title' }, async () => {
  const html = await renderBlock(seedStory('404', 'en'), { ...examplePage('en'), story: 'en/404' });
  // The specification's own sentence.
  expect(html).toMatch(/<h1[^>]*>\s*This page could not be found\s*<\/h1>/);
});

promise('Todas las preguntas', { story: 'home#more_label' }, async () => {
  const [home, all] = [await pageOf('home'), await pageOf('preguntas')];
  expect(home).toMatch(/href="\/preguntas\/"[^>]*>\s*Todas las preguntas/);
  const questions = (html: string) => [...html.matchAll(/<(?:summary|a)\b[^>]*>([^<]*\?)</g)].map(([, text]) => text);
  const few = questions(home);
  expect(few.length).toBeGreaterThan(2);
  expect(questions(all)).toEqual(expect.arrayContaining(few));
});

promise(
  'Con quien hace falta para prestarte: el banco que transfiere, Niubiz si pagas con tarjeta, PagoEfectivo si pagas con un código, las empresas que entregan nuestros SMS y correos, la SUNAT y quien le envía tus boletas por nosotros, y la autoridad que los pida por ley.',
  { story: 'privacidad#body', tags: 'promise-who-is-given-data' },
  () => {
    // Whoever gets data of people has a gateway. The sign of the device is worked out here; transfers are read, not sent.
    const gateways = filesUnder('src/server/lending/gateways').map((file) => file.split('/')[4] ?? '');
    const outside = gateways.filter((name) => !/\.(?:ts|md)$/.test(name) && name !== 'sandbox');
    expect([...new Set(outside)].sort()).toEqual([
      'card',
      'cash-code',
      // The page's next sentence: registers and a credit bureau, when they are asked.
      'checks',
      'device-risk',
      'email',
      'payout',
      'sms',
      // SUNAT, or a provider of electronic invoicing.
      'tax-documents',
      'transfer',
    ]);
  },
);

promise(
  'Es todo lo que cuesta el préstamo (interés, comisiones e IGV) expresado como tasa anual: sirve para comparar préstamos.',
  { text: 'calc_tcea_tip', tags: 'promise-the-price-shown-to-visitors' },
  async () => {
    const form = (await pageOf('home')).split('<form')[1]?.split('</form>')[0] ?? '';
    const explained = [...form.matchAll(/<summary[^>]*>(.*?)<\/summary>/gs)].map(([, words = '']) =>
      words.replace(/<[^>]+>/g, ''),
    );
    // Every part of the cost has its name and says what it is, and so does the rate.
    for (const name of ['Interés', 'Comisión tecnológica', 'Comisión de evaluación']) {
      expect(explained).toContain(`${name}: qué es`);
    }
    expect(explained[0]).toMatch(/^[\d.,]+ %: qué es$/);
    expect(form).toMatch(/La de este es [\d.,]+ % \([\d.,]+ % sin IGV\): supone que repites su costo todo el año\./);
  },
);

promise(
  'El mismo monto en un solo pago o en cuotas: compara cuánto devuelves y hasta cuándo.',
  { text: 'calculators_lead', tags: 'promise-the-price-shown-to-visitors' },
  async () => {
    const { products, t } = examplePage('es');
    const same = sameAmount(products);
    expect(same?.loans.map(({ product }) => product.productType)).toEqual(['SINGLE_PAY', 'INSTALLMENT']);
    const table = plain((await render(SameAmountTable, { same, t })).replaceAll('&nbsp;', ' '));
    for (const { offer } of same?.loans ?? []) {
      expect(plain(formatSoles(offer.principalCents))).toBe('S/ 500,00');
      expect(table).toContain(plain(formatSoles(offer.totalCents)));
      expect(table).toContain(formatDate(offer.dueDate));
    }
  },
);
