import type { ClientScreen } from '#loan/application-screens.ts';

/** The guards of screens (product-spec §6); the router has one function for each. */
export const SCREEN_GUARDS = ['authenticated', 'profile-state'] as const;
export type ScreenGuard = (typeof SCREEN_GUARDS)[number];

/** Screens without guards: public pages, and those for signing in. */
const OPEN_SCREENS = [
  'home',
  'application-new-client',
  'application-existing-client',
  'calculatoripl',
  'calculators',
  'libro-de-reclamaciones',
  'login-as',
  'sign-in',
  'sign-up',
  'forgot-password',
  'reset-password',
] as const;

export type ScreenName = ClientScreen | 'application' | (typeof OPEN_SCREENS)[number];

export interface Screen {
  /** The URL without language and without leading and trailing slashes: `application/personal`, empty for home. */
  readonly slug: string;
  readonly guards: readonly ScreenGuard[];
}

/** A screen of the client area: requires a session, then the profile state decides. */
const client = (slug: string): Screen => ({ slug, guards: ['authenticated', 'profile-state'] });
const open = (slug: string): Screen => ({ slug, guards: [] });

/**
 * Every screen of product-spec §2 by the name used in the profile state and in code. Names follow from the URL, with
 * dashes for slashes. `application` always redirects to the client's next screen (design §8).
 */
export const SCREENS: Readonly<Record<ScreenName, Screen>> = {
  home: open(''),
  application: client('application'),
  'application-agreement': client('application/agreement'),
  'application-cancelled': client('application/cancelled'),
  'application-completed': client('application/completed'),
  'application-completed-returning': client('application/completed-returning'),
  'application-existing-client': open('application/existing-client'),
  'application-financial': client('application/financial'),
  'application-in-progress': client('application/in-progress'),
  'application-information-missing': client('application/information-missing'),
  'application-iov': client('application/iov'),
  'application-new-client': open('application/new-client'),
  'application-offer': client('application/offer'),
  'application-offer-repeated': client('application/offer-repeated'),
  'application-offer-topup': client('application/offer-topup'),
  'application-personal': client('application/personal'),
  'application-rejected': client('application/rejected'),
  'application-topup-completed': client('application/topup-completed'),
  'application-waiting': client('application/waiting'),
  // For visitors too: what it shows depends on the session (product-spec §4).
  calculator: open('calculator'),
  calculatoripl: open('calculatoripl'),
  calculators: open('calculators'),
  'libro-de-reclamaciones': open('libro-de-reclamaciones'),
  'login-as': open('login-as'),
  profile: client('profile'),
  'profile-documents': client('profile/documents'),
  'profile-notifications': client('profile/notifications'),
  'profile-settings': client('profile/settings'),
  'profile-settings-edit-address': client('profile/settings/edit-address'),
  'profile-settings-edit-email': client('profile/settings/edit-email'),
  'profile-settings-edit-phone': client('profile/settings/edit-phone'),
  'profile-cards-flex-pay': client('profile/cards/flex-pay'),
  'profile-cards-payment-plan': client('profile/cards/payment-plan'),
  'profile-cards-trust-level': client('profile/cards/trust-level'),
  'profile-what-if': client('profile/what-if'),
  'profile-components-bcp-agente-method': client('profile/components/bcp-agente-method'),
  'profile-components-marketing': client('profile/components/marketing'),
  'profile-components-modal-loader': client('profile/components/modal-loader'),
  'profile-components-navigation': client('profile/components/navigation'),
  'profile-components-niubiz-method': client('profile/components/niubiz-method'),
  'profile-components-viabcp-method': client('profile/components/viabcp-method'),
  'profile-components-payment-extend-info': client('profile/components/payment/extend-info'),
  'profile-components-payment-extend-loan': client('profile/components/payment/extend-loan'),
  'profile-components-payment-failure': client('profile/components/payment/failure'),
  'profile-components-payment-payment-plan-info': client('profile/components/payment/payment-plan-info'),
  'profile-components-payment-repay-loan': client('profile/components/payment/repay-loan'),
  'profile-components-payment-success': client('profile/components/payment/success'),
  'sign-in': open('sign-in'),
  'sign-up': open('sign-up'),
  'forgot-password': open('forgot-password'),
  'reset-password': open('reset-password'),
  // For clients who cannot sign in.
  'modals-no-phone-access': open('modals/no-phone-access'),
  'modals-inactivity-warning': client('modals/inactivity-warning'),
  'modals-payment-plan-schedule': client('modals/payment-plan-schedule'),
  'modals-payment-schedule': client('modals/payment-schedule'),
  // The return address of the card provider; neutral without a session (domain 2.11.3).
  'online-payment-completed': open('online-payment/completed'),
};

const NAME_OF_SLUG: ReadonlyMap<string, ScreenName> = new Map(
  (Object.entries(SCREENS) as [ScreenName, Screen][]).map(([name, { slug }]) => [slug, name]),
);

/** The path without language, with a trailing slash; the caller adds the language (`localePath`). */
export function screenPath(name: ScreenName, query: Readonly<Record<string, string>> = {}): string {
  const { slug } = SCREENS[name];
  const search = new URLSearchParams(query).toString();
  return `/${slug}${slug && '/'}${search && `?${search}`}`;
}

/** The screen at a URL path, with or without `/en` and slashes; undefined for other pages. */
export function screenAt(path: string): ScreenName | undefined {
  const slug = path.replace(/^\/?(?:en(?:\/|$))?/, '').replace(/(?:^|\/)(?:index\.html)?$/, '');
  return NAME_OF_SLUG.get(slug);
}

/** Whether a name from the wire is a known screen. */
export function isScreenName(name: string): name is ScreenName {
  return Object.hasOwn(SCREENS, name);
}

/** Whether a next screen belongs to an application: from the home page its client is sent there (product-spec §4). */
export function isApplicationScreen(name: string): boolean {
  return name.includes('application');
}
