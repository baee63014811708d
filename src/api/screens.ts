import type { ClientScreen } from '#loan/application-screens.ts';

/** What stands before a screen (product-spec §6); the router has one function for each of these names and no other. */
export const SCREEN_GUARDS = ['authenticated', 'profile-state'] as const;
export type ScreenGuard = (typeof SCREEN_GUARDS)[number];

/** Screens that no situation of a client forbids: pages for everybody, and the ways in. */
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
  /** The URL without language and without slashes at the ends: `application/personal`, empty for home. */
  readonly slug: string;
  readonly guards: readonly ScreenGuard[];
}

/** A screen of the client area: a session first, then the profile state decides. */
const client = (slug: string): Screen => ({ slug, guards: ['authenticated', 'profile-state'] });
const open = (slug: string): Screen => ({ slug, guards: [] });

/**
 * Every screen of product-spec §2 by the name the profile state and the code call it. Names follow from the URL, with
 * dashes for slashes. `application` itself is no screen: its guard sends everybody to their next one (design §8).
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
  // Also for visitors: what it shows depends on who asks (product-spec §4).
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
  // Somebody who cannot sign in reads this one.
  'modals-no-phone-access': open('modals/no-phone-access'),
  'modals-inactivity-warning': client('modals/inactivity-warning'),
  'modals-payment-plan-schedule': client('modals/payment-plan-schedule'),
  'modals-payment-schedule': client('modals/payment-schedule'),
  // The card provider sends everybody back here; without a session it is neutral (domain 2.11.3).
  'online-payment-completed': open('online-payment/completed'),
};

const NAME_OF_SLUG: ReadonlyMap<string, ScreenName> = new Map(
  (Object.entries(SCREENS) as [ScreenName, Screen][]).map(([name, { slug }]) => [slug, name]),
);

/** The path without language, always with a slash at the end; the language is the caller's (`localePath`). */
export function screenPath(name: ScreenName, query: Readonly<Record<string, string>> = {}): string {
  const { slug } = SCREENS[name];
  const search = new URLSearchParams(query).toString();
  return `/${slug}${slug && '/'}${search && `?${search}`}`;
}

/** The screen at a URL path, with or without `/en` and slashes at the ends; undefined for every other page. */
export function screenAt(path: string): ScreenName | undefined {
  const slug = path.replace(/^\/?(?:en(?:\/|$))?/, '').replace(/(?:^|\/)(?:index\.html)?$/, '');
  return NAME_OF_SLUG.get(slug);
}

/** Whether a name that came over the wire is a screen of ours. */
export function isScreenName(name: string): name is ScreenName {
  return Object.hasOwn(SCREENS, name);
}

/** On the home hero a client whose next screen's name says `application` is sent to it (product-spec §4). */
export function isApplicationScreen(name: string): boolean {
  return name.includes('application');
}
