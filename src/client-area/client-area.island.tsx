import './client-area.css';
import { useEffect, useState } from 'react';
import { SCREENS, type ScreenName } from '#api/screens.ts';
import { type Locale, localePath } from '#i18n/locale.ts';
import { isSparing } from '#stores/connection.ts';
import { replaceEnvironment } from '#stores/environment.ts';
import { firstScreen, preloadScreen, startScreens } from './current-screen.store.ts';
import { Frame } from './frame/frame.tsx';
import { pressOnce } from './frame/press-once.ts';
import { rememberScroll } from './frame/scroll-memory.ts';
import { type Site, SiteContext } from './frame/site.ts';
import { followLinks, noticeLinks } from './router.ts';
import type { SentTexts } from './screen.ts';
import { followSession } from './session/follow-session.ts';

export interface ClientAreaProps {
  readonly locale: Locale;
  /** The screen of the page's own address. */
  readonly screen: ScreenName;
  readonly sent: SentTexts;
  /** The texts of FRAME_TEXT_KEYS. */
  readonly frame: Readonly<Record<string, string>>;
  readonly site: Site;
}

/**
 * The client area: one island on each of its pages. The build renders the page's own screen as it is before anything
 * has been requested; React takes it over, and shows the screen of the address from then on.
 */
export function ClientArea({ locale, screen, sent, frame, site }: ClientAreaProps) {
  // A build renders the pages of all addresses, each in one go.
  if (import.meta.env.SSR && typeof window === 'undefined') {
    const pathname = localePath(locale, SCREENS[screen].slug);
    replaceEnvironment({ location: () => ({ pathname, search: '' }) as Location });
  }
  const [first] = useState(() => firstScreen(screen, sent));
  // biome-ignore lint/correctness/useExhaustiveDependencies: an island's props never change
  useEffect(() => {
    const stops = [
      rememberScroll(),
      pressOnce(),
      followLinks(),
      startScreens(first),
      followSession(),
      // With data saver on, screens that may never be opened are not preloaded.
      ...(isSparing() ? [] : [noticeLinks(preloadScreen)]),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return (
    <SiteContext value={site}>
      <Frame first={first} locale={locale} texts={frame} />
    </SiteContext>
  );
}
