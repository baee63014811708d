/**
 * What the pages of the client area have in common: their routes, and what travels to the island. For pages only.
 */
import { SCREENS, type ScreenName } from '#api/screens.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#i18n/locale.ts';
import { pickTexts, type Translate } from '#i18n/translate.ts';
import type { ClientAreaProps } from './client-area.island.tsx';
import { frameTextKeys } from './frame-texts.ts';
import { sentTexts } from './screen-texts.ts';
import { CLIENT_SCREENS } from './screen-views.ts';
import type { Site } from './site.ts';

export interface ClientPageProps {
  readonly locale: Locale;
  readonly screen: ScreenName;
}

interface ClientRoute {
  readonly params: { readonly lang: string | undefined; readonly path: string | undefined };
  readonly props: ClientPageProps;
}

/** The routes of every screen below a folder, or of the one screen of that name: `getStaticPaths` of its page. */
export function clientRoutes(folder: string): ClientRoute[] {
  const below = CLIENT_SCREENS.filter((name) => `${SCREENS[name].slug}/`.startsWith(`${folder}/`));
  return LOCALES.flatMap((locale) =>
    below.map((screen) => ({
      params: {
        lang: locale === DEFAULT_LOCALE ? undefined : locale,
        path: SCREENS[screen].slug.slice(folder.length + 1) || undefined,
      },
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

/** What the island of a page gets. */
export function islandProps({ locale, screen }: ClientPageProps, t: Translate, site: Site): ClientAreaProps {
  return { locale, screen, sent: sentTexts(screen, t), frame: pickTexts(t, frameTextKeys()), site };
}
