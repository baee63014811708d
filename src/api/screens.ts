import { CLIENT_SCREENS, type ClientScreen } from './client-screens.ts';
/** The guards of screens (product-spec §6); the router has one function for each. */
export const SCREEN_GUARDS = ['authenticated', 'profile-state'] as const;
export type ScreenGuard = (typeof SCREEN_GUARDS)[number];

/** Screens without guards: public pages, and those for signing in. */
const OPEN_SCREENS = [
  'home',
  'application-existing-client',
  'application-new-client',
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

/** The folders of screens; a name is its URL with dashes, so the deepest folder that fits is the screen's. */
const FOLDERS = [
  'application',
  'modals',
  'online-payment',
  'profile/components/payment',
  'profile/components',
  'profile/settings',
  'profile/cards',
  'profile',
];

function slugOf(name: ScreenName): string {
  if (name === 'home') return '';
  const folder = FOLDERS.find((each) => name.startsWith(`${each.replaceAll('/', '-')}-`));
  return folder ? `${folder}/${name.slice(folder.length + 1)}` : name;
}

/**
 * Screens that are also open to visitors: what the calculator shows depends on the session (product-spec §4), the help
 * without a telephone is for clients who cannot sign in, and the return address of the card provider is neutral without
 * a session (domain 2.11.3).
 */
const WITHOUT_SESSION: readonly ScreenName[] = [
  ...OPEN_SCREENS,
  'calculator',
  'modals-no-phone-access',
  'online-payment-completed',
];

/**
 * Every screen of product-spec §2 by the name used in the profile state and in code. `application` always redirects to
 * the client's next screen (design §8). Computed from the names, because the table travels with the client area.
 */
export const SCREENS: Readonly<Record<ScreenName, Screen>> = Object.fromEntries(
  [...OPEN_SCREENS, 'application' as const, ...CLIENT_SCREENS].map((name): [ScreenName, Screen] => [
    name,
    // A screen of the client area requires a session, then the profile state decides.
    { slug: slugOf(name), guards: WITHOUT_SESSION.includes(name) ? [] : SCREEN_GUARDS },
  ]),
) as Record<ScreenName, Screen>;

const NAME_OF_SLUG: ReadonlyMap<string, ScreenName> = new Map(
  (Object.entries(SCREENS) as [ScreenName, Screen][]).map(([name, { slug }]) => [slug, name]),
);

/** Builds the path without language, with a trailing slash; the caller adds the language (`localePath`). */
export function screenPath(name: ScreenName, query: Readonly<Record<string, string>> = {}): string {
  const { slug } = SCREENS[name];
  const search = new URLSearchParams(query).toString();
  return `/${slug}${slug && '/'}${search && `?${search}`}`;
}

/** Finds the screen at a URL path, with or without its language and slashes; undefined for other pages. */
export function screenAt(path: string): ScreenName | undefined {
  // By hand, because it travels with every page of the client area; a test compares it with the list of languages.
  const slug = path.replace(/^\/?(?:en(?:\/|$))?|\/?(?:index\.html)?$/g, '');
  return NAME_OF_SLUG.get(slug);
}

/**
 * Tells whether a next screen belongs to an application: from the home page its client is sent there (product-spec §4).
 */
export function isApplicationScreen(name: string): boolean {
  return name.includes('application');
}
