import { isApplicationScreen } from '#api/screens.ts';
import { $clientView } from '#calculator/client-view.ts';
import { type Locale, localeOfPath, localePath } from '#i18n/locale.ts';
import { environment } from '#stores/environment.ts';
import { refreshProfileState } from '#stores/profile-state.ts';
import { ErrorBoundary, ErrorView } from '../frame/error-view.tsx';
import { type Site, SiteContext } from '../frame/site.ts';
import { $router, replaceScreen } from '../router.ts';
import type { SentTexts } from '../screen.ts';
import { followSession } from '../session/follow-session.ts';
import { createSay } from '../texts/screen-say.ts';
import css from './embed.css?url';
import { EmbeddedCalculator } from './embedded-calculator.tsx';
import type { CalculatorScreenTextKey } from './texts.ts';

/** The frame data of the client area's pages, for a page that was built for visitors. */
export interface SentFrame {
  readonly texts: Readonly<Record<string, string>>;
  readonly site: Site;
}

/**
 * Shows the client's calculator in the page's own island; of two on a page the second is hidden. On home a client with
 * an open application is sent to it instead (product-spec §4).
 */
export async function embedCalculator(): Promise<void> {
  const [first, ...others] = document.querySelectorAll<HTMLElement>('main .calculator');
  const amount = first?.querySelector('[name=typed]');
  if (!amount) return;
  const { pathname } = environment().location();
  const locale = localeOfPath(pathname);
  if (pathname === localePath(locale, '') && (await leadsOn())) return;
  const [frame, sent] = await Promise.all([
    textsOf<SentFrame>(locale, 'frame'),
    textsOf<SentTexts>(locale, 'calculator'),
    addStyles(css),
  ]);
  // This page has no client-area screens, so a new address needs a page load. The router notifies before it writes
  // the address, hence the microtask.
  $router.listen(() => queueMicrotask(() => environment().location().reload()));
  followSession();
  const [say, sayError] = createSay<CalculatorScreenTextKey>({ ...frame.texts, ...sent.texts });
  const failed = <ErrorView say={say} status={500} message={say('error_server')} homeHref={localePath(locale, '')} />;
  for (const other of others) other.hidden = true;
  const view = (
    <SiteContext value={frame.site}>
      <ErrorBoundary fallback={failed} onError={(error) => environment().log('the calculator failed', error)}>
        <EmbeddedCalculator say={say} sayError={sayError} locale={locale} query={{}} />
      </ErrorBoundary>
    </SiteContext>
  );
  $clientView.set({ card: amount.id, view });
}

/** Opens the next screen if it belongs to an application; tells whether it did. */
async function leadsOn(): Promise<boolean> {
  const answer = await refreshProfileState();
  if (answer.kind !== 'ok' || !isApplicationScreen(answer.value.nextScreen.name)) return false;
  replaceScreen(answer.value.nextScreen);
  environment().location().reload();
  return true;
}

async function textsOf<Texts>(locale: Locale, name: string): Promise<Texts> {
  const answer = await environment().fetch(`${localePath(locale, '')}client-area-texts/${name}.json`);
  if (!answer.ok) throw new Error(`the texts of ${name} answer ${answer.status}`);
  return (await answer.json()) as Texts;
}

/** Adds a style sheet; resolves when the styles apply. */
function addStyles(href: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    link.onload = resolve;
    link.onerror = () => reject(new Error(`${href} did not load`));
    document.head.append(link);
  });
}
