import { describe, expect, test } from 'vitest';
import { SCREENS, screenPath } from '#api/screens.ts';
import { pagesAhead } from '#layouts/interface/pages-ahead.ts';

type Condition =
  | { readonly and: readonly Condition[] }
  | { readonly not: Condition }
  | { readonly href_matches: readonly string[] }
  | { readonly selector_matches: string };
interface Rules {
  readonly prefetch: readonly [{ readonly where: Condition; readonly eagerness: string }];
  readonly prerender: readonly [{ readonly where: Condition; readonly eagerness?: string }];
}

const SITE = 'https://manay.pe';
const rulesOf = (path: string) => JSON.parse(pagesAhead(path) ?? '') as Rules;

/** Reads the rules as a browser does (html.spec.whatwg.org, speculation rules), for a link without attributes. */
function holds(condition: Condition, href: string): boolean {
  if ('and' in condition) return condition.and.every((each) => holds(each, href));
  if ('not' in condition) return !holds(condition.not, href);
  if ('selector_matches' in condition) return false;
  return condition.href_matches.some((pattern) => new URLPattern(pattern, SITE).test(href));
}

const isFetched = (from: string, href: string) => holds(rulesOf(from).prefetch[0].where, new URL(href, SITE).href);
const isRendered = (from: string, href: string) => holds(rulesOf(from).prerender[0].where, new URL(href, SITE).href);

test('a page is fetched when somebody is about to open it, and rendered when its link is pressed', () => {
  const { prefetch, prerender } = rulesOf('tarifas');
  expect(prefetch[0].eagerness).toBe('moderate');
  expect(prerender[0].eagerness ?? 'conservative').toBe('conservative');
});

test('a page of one long form renders nothing ahead', () => {
  expect(pagesAhead('libro-de-reclamaciones')).toBeUndefined();
});

describe('from a page of the public site', () => {
  test.each(['/', '/en/', '/tarifas/', '/en/tarifas/#rates', '/preguntas/costos/', '/calculators/'])(
    '%s is fetched and rendered',
    (href) => {
      expect(isFetched('tarifas', href)).toBe(true);
      expect(isRendered('tarifas', href)).toBe(true);
    },
  );

  test.each(['/sign-in/', '/en/profile/', '/application/new-client/?productType=SINGLE_PAY&amount=500'])(
    'the screen %s is fetched only, because it calls the server when it runs',
    (href) => {
      expect(isFetched('tarifas', href)).toBe(true);
      expect(isRendered('tarifas', href)).toBe(false);
    },
  );

  test.each([
    '/api/v1/public/complaints/',
    '/contrato.pdf',
    '/libro-de-reclamaciones/seguimiento/LR-2026-1/',
    '/en/libro-de-reclamaciones/seguimiento/LR-2026-1/',
    'https://elsewhere.example/page/',
    'mailto:hola@manay.pe',
    'whatsapp://send/',
  ])('%s is neither', (href) => {
    expect(isFetched('tarifas', href)).toBe(false);
    expect(isRendered('tarifas', href)).toBe(false);
  });
});

describe('from a screen of the client area', () => {
  test.each(['/', '/en/', '/tarifas/', '/en/preguntas/'])('the page %s is', (href) => {
    for (const from of ['profile', 'en/profile', 'sign-in', '/application/new-client/'])
      expect(isRendered(from, href)).toBe(true);
  });

  test('another screen is not: the router opens it, and its page would be fetched for nothing', () => {
    const pages = ['home', 'libro-de-reclamaciones', 'calculators'];
    const screens = Object.keys(SCREENS).filter((name) => !pages.includes(name)) as (keyof typeof SCREENS)[];
    expect(screens.length).toBeGreaterThan(45);
    const found = screens
      .flatMap((name) => [screenPath(name), `/en${screenPath(name)}`])
      .filter((href) => isFetched('profile', href) || isRendered('profile', href));
    expect(found).toEqual([]);
  });
});
