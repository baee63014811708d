/**
 * The common part of the client area's pages: their routes, and the props of their island. Only pages may import it.
 */
import { SCREENS, type ScreenName } from '#api/screens.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale, localePath } from '#i18n/locale.ts';
import { pickTexts, type Translate } from '#i18n/translate.ts';
import type { ClientAreaProps } from './client-area.island.tsx';
import type { Site } from './frame/site.ts';
import { CLIENT_SCREENS, READY_VIEWS, viewOf } from './screen-views.ts';
import { frameTextKeys } from './texts/frame-texts.ts';
import { sentTexts } from './texts/screen-texts.ts';

export interface ClientPageProps {
  readonly locale: Locale;
  readonly screen: ScreenName;
}

/** Lists the pages of every screen, for `getStaticPaths` of their one route. `/calculator/` has a page of its own. */
export function clientRoutes() {
  return LOCALES.flatMap((locale) =>
    CLIENT_SCREENS.filter((screen) => screen !== 'calculator').map((screen) => ({
      params: { client: localePath(locale, SCREENS[screen].slug).slice(1, -1) },
      props: { locale, screen },
    })),
  );
}

/** Lists the addresses of the screens' texts, beside their pages. */
export function textRoutes() {
  return LOCALES.flatMap((locale) =>
    CLIENT_SCREENS.map((screen) => ({
      params: { lang: locale === DEFAULT_LOCALE ? undefined : locale, screen },
      props: { locale, screen },
    })),
  );
}

/** Builds the props of a page's island, when the screen that it renders has been loaded. */
export async function islandProps(
  { locale, screen }: ClientPageProps,
  t: Translate,
  site: Site,
): Promise<ClientAreaProps> {
  const view = await viewOf(screen)?.();
  if (view) READY_VIEWS.set(screen, view.Screen);
  return { locale, screen, sent: sentTexts(screen, t), frame: pickTexts(t, frameTextKeys()), site };
}
