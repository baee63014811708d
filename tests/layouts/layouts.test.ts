import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { SCREENS, type ScreenName } from '#api/screens.ts';
import { LOCALES } from '#i18n/locale.ts';
import { MESSAGE_SETS, MESSAGES, type MessageKey } from '#i18n/messages.ts';
import ClientLayout from '#layouts/client/client.astro';
import DefaultLayout from '#layouts/default/default.astro';
import ErrorLayout from '#layouts/error/error.astro';
import IframeLayout from '#layouts/iframe/iframe.astro';
import { filesUnder, read } from '#tests/architecture/source-tree.ts';
import { examplePage, render } from '#tests/blocks/example-page.ts';
import { htmlValidator } from '#tests/support/html-validator.ts';

const LAYOUTS = { DefaultLayout, ErrorLayout, IframeLayout };
const problemsOf = htmlValidator({
  rules: { 'void-style': 'off', 'no-trailing-whitespace': 'off', 'tel-non-breaking': 'off', 'long-title': 'off' },
});

const props = (locale: 'es' | 'en' = 'es', path = 'tarifas') => ({
  page: examplePage(locale),
  path,
  title: 'Tarifas y comisiones',
  description: 'Todos los precios.',
  styles: ['.a{color:red}'],
});
const slots = { default: '<h1>Tarifas</h1>' };

describe.each(Object.entries(LAYOUTS))('the %s', (_, layout) => {
  test.each(LOCALES)('is a valid document in %s', { tags: 'spec-2.18' }, async (locale) => {
    const html = await render(layout, props(locale), slots);
    expect(await problemsOf(html)).toEqual([]);
    expect(html).toContain(`<html lang="${locale === 'es' ? 'es-PE' : 'en'}">`);
    expect(html).toContain('<style>.a{color:red}</style>');
  });
});

describe('the default layout', () => {
  test('tells search engines where the page is and where its other language is', async () => {
    const html = await render(DefaultLayout, props('en'), slots);
    expect(html).toMatch(/<link rel="canonical" href="http[^"]*\/en\/tarifas\/"/);
    expect(html).toMatch(/hreflang="es-PE" href="http[^"]*[^n]\/tarifas\/"/);
    expect(html).toMatch(/hreflang="en" href="http[^"]*\/en\/tarifas\/"/);
    expect(html).toMatch(/hreflang="x-default" href="http[^"]*[^n]\/tarifas\/"/);
  });

  test('makes no links of amounts on a telephone, and a shared page has a picture with size and words', async () => {
    const html = await render(DefaultLayout, props('en'), slots);
    expect(html).toContain('<meta name="format-detection" content="telephone=no">');
    expect(html).toMatch(/og:image" content="http[^"]*\/images\/share-en\.png"/);
    const size = await sharp('public/images/share-en.png').metadata();
    expect(html).toContain(`og:image:width" content="${size.width}"`);
    expect(html).toContain(`og:image:height" content="${size.height}"`);
    expect(html).toMatch(/og:image:alt" content="Loans that add up/);
  });

  test('keeps a page out of search engines when its editor says so', async () => {
    const html = await render(DefaultLayout, { ...props(), noIndex: true }, slots);
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).not.toContain('rel="canonical"');
    expect(html).not.toContain('rel="alternate"');
  });

  test('marks the page one is on in the navigation, and leads to its other language', async () => {
    const html = await render(DefaultLayout, props(), slots);
    expect(html).toMatch(/href="\/tarifas\/" aria-current="page"/);
    expect(html).toMatch(/<a class="lang" href="\/en\/tarifas\/"/);
  });

  test('shows contacts, small print with today’s figures, and copyright in the footer', {
    tags: ['spec-2.18', 'spec-2.32', 'spec-9.18'],
  }, async () => {
    const html = (await render(DefaultLayout, props(), slots)).replaceAll('\u00a0', ' ');
    const footer = html.slice(html.indexOf('<footer'));
    expect(footer).toContain('https://wa.me/51900000123');
    expect(footer).toContain('mailto:ayuda@manay.example');
    expect(footer).toContain('tel:+5115000123');
    expect(footer).toContain('Total a pagar: S/ 573,03 el 14/02/2026');
    expect(footer).toContain('© 2026 Mañay Préstamos S.A.C.');
  });

  test('says under its example which day the highest rate is of, where a sandbox carries an old one forward', async () => {
    const { page, ...rest } = props();
    const { products } = page;
    const carried = { ...page, products: products && { ...products, capOf: '2026-04-30' } };
    const said = 'Prueba: tasa máxima legal hasta el 30/04/2026.';
    expect(await render(DefaultLayout, { ...rest, page: carried }, slots)).toContain(said);
    expect(await render(DefaultLayout, { ...rest, page }, slots)).not.toContain('Sitio de prueba');
  });

  test('has no navigation on a landing page: logo, other language and the footer alone', {
    tags: ['spec-1.8', 'spec-2.45'],
  }, async () => {
    const partsOf = (html: string) => [
      html.match(/<header[\s\S]*<\/header>/)?.[0] ?? '',
      html.match(/<footer[\s\S]*/)?.[0],
    ];
    const linksIn = (html: string) => [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
    const [header = '', footer] = partsOf(
      await render(DefaultLayout, { ...props('es', 'landing'), hasNavigation: false }, slots),
    );
    expect(linksIn(header)).toEqual(['/', '/en/landing/']);
    expect(header).not.toMatch(/<nav|<button/);
    expect(footer).toBe(partsOf(await render(DefaultLayout, props('es', 'landing'), slots))[1]);
  });

  test('gives way to the maintenance page when editors switch it on', { tags: ['spec-1.7', 'spec-2.22'] }, async () => {
    const page = examplePage('es');
    const html = await render(
      DefaultLayout,
      { ...props(), page: { ...page, settings: { ...page.settings, maintenance_on: true } } },
      slots,
    );
    expect(html).not.toContain('<h1>Tarifas</h1>');
    expect(html).toContain('Estamos ajustando el telar');
    expect(html).toContain('Atendemos las 24 horas');
    expect(html).toContain('tel:+5115000123');
    expect(html).toContain('href="https://wa.me/51900000123"');
  });
});

describe('the client layout', () => {
  const behindSession = (Object.keys(SCREENS) as ScreenName[]).filter((name) =>
    SCREENS[name].guards.includes('authenticated'),
  );

  test('has the menu of the account, with the way out, on every screen behind a session', {
    tags: ['asvs-7.4.4', 'spec-2.27', 'spec-2.29', 'spec-6.2'],
  }, async () => {
    expect(behindSession.length).toBeGreaterThan(30);
    const page = examplePage('es');
    for (const screen of behindSession) {
      const html = await render(ClientLayout, { page, screen, title: 'Mi cuenta' }, slots);
      expect(html.match(/<header[\s\S]*<\/header>/)?.[0], screen).toContain('account-btn');
    }
  });

  test('has a brief footer: the book, who to call, the company; every link and text of the others folded once', {
    tags: 'spec-2.32',
  }, async () => {
    const page = examplePage('es');
    const footerOf = (html: string) => html.match(/<footer[\s\S]*<\/footer>/)?.[0] ?? '';
    const linksOf = (html: string) => [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href).sort();
    for (const screen of ['sign-in', 'sign-up', 'profile', 'application-offer'] as const) {
      const path = SCREENS[screen].slug;
      const html = footerOf(await render(ClientLayout, { page, screen, title: 'Mi cuenta' }, slots));
      const other = footerOf(await render(DefaultLayout, props('es', path), slots));
      const [open = '', folded = ''] = html.split('</summary>');
      for (const each of ['libro-de-reclamaciones', 'https://wa.me/51900000123', 'tel:+5115000123', 'S.A.C.']) {
        expect(open, screen).toContain(each);
        expect(folded, screen).not.toContain(`"${each}`);
      }
      expect(folded, screen).toContain('mailto:ayuda@manay.example');
      expect(linksOf(html), screen).toEqual(linksOf(other).filter((href) => href !== '/'));
    }
  });

  test('has the main navigation for visitors and theirs for clients, and neither during an application', async () => {
    const page = examplePage('es');
    for (const [screen, isShown] of [
      ['sign-in', true],
      ['profile', true],
      ['application-offer', false],
      ['application-completed', true],
    ] as const) {
      const html = await render(ClientLayout, { page, screen, title: 'Mi cuenta' }, slots);
      const header = html.match(/<header[\s\S]*<\/header>/)?.[0] ?? '';
      expect(header, screen).toMatch(/class="wide-nav for-visitors"[\s\S]*href="\/tarifas\/"/);
      const hidden = [
        ...header.matchAll(/<(?:nav class="wide-nav[^"]*"|button class="icon-btn bare menu-btn")[^>]*>/g),
      ];
      expect(hidden.length, screen).toBe(3);
      for (const [tag] of hidden) expect(tag.includes(' hidden'), `${screen}: ${tag}`).toBe(!isShown);
    }
  });

  test('is that of every page of a screen behind a session', { tags: 'asvs-7.4.4' }, () => {
    const built = filesUnder('src/pages').filter((file) => read(file).includes('<ClientArea'));
    expect(built.length).toBeGreaterThan(0);
    expect(built.filter((file) => !/<ClientLayout[\s\S]*<ClientArea/.test(read(file)))).toEqual([]);
  });
});

test.each(LOCALES)(
  'the logo of a header knows in %s where a client goes on, except on their loans',
  {
    tags: 'spec-2.31',
  },
  async (locale) => {
    const logoOf = (html: string) => html.match(/<header[\s\S]*?<a[^>]*class="logo"[^>]*>/)?.[0] ?? '';
    const page = examplePage(locale);
    const next = `data-next="${locale === 'es' ? '' : `/${locale}`}/application/"`;
    expect(logoOf(await render(DefaultLayout, props(locale), slots))).toContain(next);
    expect(logoOf(await render(ErrorLayout, props(locale), slots))).toContain(next);
    expect(logoOf(await render(ClientLayout, { page, screen: 'profile-settings', title: 'A' }, slots))).toContain(next);
    expect(logoOf(await render(ClientLayout, { page, screen: 'profile', title: 'A' }, slots))).not.toContain(
      'data-next',
    );
  },
);

describe('the error layout', () => {
  test('has the header of every page with its links, menu and way in, and no footer', {
    tags: ['spec-2.19', 'spec-2.24'],
  }, async () => {
    const headerOf = (html: string) => html.match(/<header[\s\S]*<\/header>/)?.[0];
    const html = await render(ErrorLayout, props('es', '404'), slots);
    const ofHome = headerOf(await render(DefaultLayout, props('es', ''), slots));
    expect(ofHome).toMatch(/class="logo"[\s\S]*href="\/tarifas\/"[\s\S]*client-link[\s\S]*popovertarget="menu"/);
    // No page is this one; its other language is home.
    expect(headerOf(html)).toBe(ofHome?.replaceAll(' aria-current="page"', ''));
    expect(html).not.toContain('<footer');
  });
});

test.each(Object.entries(LAYOUTS))('the %s gives way to the maintenance page', async (_, layout) => {
  const page = examplePage('es');
  const settings = { ...page.settings, maintenance_on: true };
  const html = await render(layout, { ...props(), page: { ...page, settings } }, slots);
  expect(html).toContain('Estamos ajustando el telar');
  expect(html).toContain('Atendemos las 24 horas');
  expect(html).not.toContain('<h1>Tarifas</h1>');
});

test.each([
  ['default layout', DefaultLayout],
  ['iframe layout', IframeLayout],
])(
  'the %s needs no loader: the settings and the texts of all three sets are in the page as it arrives',
  { tags: 'spec-2.21' },
  async (_, layout) => {
    const page = examplePage('es');
    const words = Object.values(MESSAGE_SETS).flatMap((set) => Object.keys(set).slice(0, 1) as MessageKey[]);
    expect(words).toHaveLength(3);
    const body = words.map((key) => `<p>${page.t(key)}</p>`).join('');
    const html = await render(layout, { ...props(), page }, { default: body });
    expect(html).toContain(`<title>Tarifas y comisiones | ${page.settings.site_name}</title>`);
    expect(html).toContain(page.t('skip_to_content'));
    for (const key of words) expect(html).toContain(`<p>${MESSAGES[key].es}</p>`);
    expect(html).not.toMatch(/skeleton|aria-busy/);
  },
);

describe('the iframe layout', () => {
  test('has the page alone, without header, navigation and footer', { tags: 'spec-2.20' }, async () => {
    const html = await render(IframeLayout, props(), slots);
    expect(html).toContain('<h1>Tarifas</h1>');
    expect(html).not.toMatch(/<header|<nav|<footer/);
  });
});
