/** What the pages of the client area share: their routes, and what travels to the island. */
import { SCREENS, type ScreenName } from '#api/screens.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale, localePath } from '#i18n/locale.ts';
import { pickTexts, type Translate } from '#i18n/translate.ts';
import type { ClientAreaProps } from './client-area.island.tsx';
import { frameTextKeys } from './frame-texts.ts';
import { sentTexts } from './screen-texts.ts';
import { CLIENT_SCREENS, READY_VIEWS, viewOf } from './screen-views.ts';
import type { Site } from './site.ts';

export interface ClientPageProps {
  readonly locale: Locale;
  readonly screen: ScreenName;
}

/** The pages of every screen: `getStaticPaths` of their one route. `/calculator/` has a page of its own. */
export function clientRoutes() {
  return LOCALES.flatMap((locale) =>
    CLIENT_SCREENS.filter((screen) => screen !== 'calculator').map((screen) => ({
      params: { client: localePath(locale, SCREENS[screen].slug).slice(1, -1) },
      props: { locale, screen },
    })),
  );
}

/** Where each screen's texts lie, beside its page. */
export function textRoutes() {
  return LOCALES.flatMap((locale) =>
    CLIENT_SCREENS.map((screen) => ({
      params: { lang: locale === DEFAULT_LOCALE ? undefined : locale, screen },
      props: { locale, screen },
    })),
  );
}

/** What the island of a page gets, when the screen that it renders has been loaded. */
export async function islandProps(
  { locale, screen }: ClientPageProps,
  t: Translate,
  site: Site,
): Promise<ClientAreaProps> {
  const view = await viewOf(screen)?.();
  if (view) READY_VIEWS.set(screen, view.Screen);
  return { locale, screen, sent: sentTexts(screen, t), frame: pickTexts(t, frameTextKeys()), site };
}
