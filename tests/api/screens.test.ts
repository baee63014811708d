import { describe, expect, test } from 'vitest';
import { CLIENT_SCREENS } from '#api/client-screens.ts';
import { isApplicationScreen, SCREEN_GUARDS, SCREENS, type ScreenName, screenAt, screenPath } from '#api/screens.ts';

const NAMES = Object.keys(SCREENS) as ScreenName[];

/** Product-spec §2, route by route, and the two pages of domain 2.1.2. */
const ROUTES = [
  '/',
  ...[
    'agreement',
    'cancelled',
    'completed',
    'completed-returning',
    'existing-client',
    'financial',
    'in-progress',
    'information-missing',
    'iov',
    'new-client',
    'offer',
    'offer-repeated',
    'offer-topup',
    'personal',
    'rejected',
    'topup-completed',
    'waiting',
  ].map((child) => `/application/${child}/`),
  '/application/',
  '/calculator/',
  '/calculatoripl/',
  '/calculators/',
  '/libro-de-reclamaciones/',
  '/login-as/',
  '/profile/',
  '/profile/documents/',
  '/profile/settings/',
  '/profile/settings/edit-email/',
  ...['flex-pay', 'payment-plan', 'trust-level'].map((card) => `/profile/cards/${card}/`),
  ...[
    'bcp-agente-method',
    'marketing',
    'modal-loader',
    'navigation',
    'niubiz-method',
    'viabcp-method',
    'payment/extend-info',
    'payment/extend-loan',
    'payment/failure',
    'payment/payment-plan-info',
    'payment/repay-loan',
    'payment/success',
  ].map((component) => `/profile/components/${component}/`),
  '/sign-in/',
  '/sign-up/',
  ...['inactivity-warning', 'no-phone-access', 'payment-plan-schedule', 'payment-schedule'].map(
    (modal) => `/modals/${modal}/`,
  ),
  '/online-payment/completed/',
  '/forgot-password/',
  '/reset-password/',
];

describe('the table of screens', () => {
  test('has every route of the spec', { tags: ['spec-2.2', 'spec-2.12', 'spec-2.13'] }, () => {
    const shown = NAMES.map((name) => screenPath(name));
    expect(ROUTES.filter((route) => !shown.includes(route))).toEqual([]);
  });

  test('names a screen after its URL', () => {
    const odd = NAMES.filter((name) => name !== 'home' && SCREENS[name].slug.replaceAll('/', '-') !== name);
    expect(odd).toEqual([]);
  });

  test.each<[ScreenName, string]>([
    ['profile', '/profile/'],
    ['profile-settings', '/profile/settings/'],
    ['sign-in', '/sign-in/'],
    ['home', '/'],
  ])('knows the named route %s', { tags: ['spec-2.8', 'spec-2.10'] }, (name, path) => {
    expect(screenPath(name)).toBe(path);
  });

  test('has a URL for every screen a client can be sent to', () => {
    const missing = CLIENT_SCREENS.filter((name) => !Object.hasOwn(SCREENS, name));
    expect(missing, 'add a row to src/api/screens.ts').toEqual([]);
  });

  test('sends clients to every screen behind a session', () => {
    // `application` only leads on to the next one.
    const guarded = NAMES.filter((name) => SCREENS[name].guards.length > 0 && name !== 'application');
    const unknown = guarded.filter((name) => !CLIENT_SCREENS.some((known) => known === name));
    expect(unknown, 'add it to CLIENT_SCREENS of src/api/client-screens.ts').toEqual([]);
  });

  test('asks for a session before everything that is a client’s own', { tags: 'spec-6.4' }, () => {
    const open = NAMES.filter((name) => SCREENS[name].guards.length === 0);
    expect(open.filter((name) => name.startsWith('profile'))).toEqual([]);
    expect(open.filter(isApplicationScreen)).toEqual(['application-existing-client', 'application-new-client']);
    for (const { guards } of Object.values(SCREENS)) {
      expect([[], [...SCREEN_GUARDS]]).toContainEqual([...guards]);
    }
  });
});

describe('from a URL to its screen', () => {
  test('every screen is found at its own path, in both languages, with or without slashes', {
    tags: 'spec-2.1',
  }, () => {
    for (const name of NAMES) {
      const path = screenPath(name);
      const forms = [path, path.slice(1), `/en${path}`, `/en${path}`.replace(/\/$/, ''), `${path}index.html`];
      expect(forms.map(screenAt)).toEqual(forms.map(() => name));
    }
  });

  test.each([
    '/preguntas/',
    '/profile/nothing/',
    '/english/',
    '/application/personal/more/',
    '/entre/',
    '/es/profile/',
  ])('%s is a page like any other', (path) => {
    expect(screenAt(path)).toBeUndefined();
  });

  test('a query stays behind the slash', () => {
    expect(screenPath('application-information-missing', { item: 'bankAccount' })).toBe(
      '/application/information-missing/?item=bankAccount',
    );
  });
});
