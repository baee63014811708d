/** The screen of a page as it stands before the script: its heading and how it looks while loading. For pages only. */
import { renderToStaticMarkup } from 'react-dom/server';
import { SCREENS } from '#api/screens.ts';
import { localePath } from '#i18n/locale.ts';
import { replaceEnvironment } from '#stores/environment.ts';
import type { ClientAreaProps } from './client-area.island.tsx';
import { createSay } from './screen-say.ts';
import { viewOf } from './screen-views.ts';
import { SiteContext } from './site.ts';

/** The address of the screen that is being drawn; modules read it as they load, too. */
let pathname = '/';
replaceEnvironment({ location: () => ({ pathname, search: '' }) as Location });

/**
 * A client's screen as HTML, drawn by the screen itself without any data; styles show it to the client whose screen it
 * was last (layouts/signed-in.ts), and the frame takes it away with the screen that has loaded. Undefined for screens of
 * visitors, and for `/application/`, which only leads on.
 */
export async function drawScreen({ locale, screen, sent, frame, site }: ClientAreaProps): Promise<string | undefined> {
  const { guards, slug } = SCREENS[screen];
  const view = viewOf(screen);
  if (!view || guards.length === 0 || screen === 'application') return undefined;
  const { Screen } = await view();
  const [say, sayError] = createSay({ ...frame, ...sent.texts });
  // From here on nothing waits: pages are drawn side by side.
  pathname = localePath(locale, slug);
  const html = renderToStaticMarkup(
    <SiteContext value={site}>
      <Screen say={say} sayError={sayError} locale={locale} query={{}} />
    </SiteContext>,
  );
  // Without a script no control pretends to work; links do.
  return html.replace(/<(?:button|input|select|textarea)\b/g, '$& disabled');
}
