import { lazy, memo, Suspense, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { type Locale, localePath } from '#i18n/locale.ts';
import type { Say } from '#i18n/translate.ts';
import { environment } from '#stores/environment.ts';
import { $isOnline } from '#stores/online.ts';
import { $accessToken } from '#stores/session.ts';
import type {} from '#ui/field/early-form.ts';
import { Note } from '#ui/note/note.tsx';
import { Toast } from '#ui/toast/toast.tsx';
import { $isStateUnknown, $screen, type CurrentScreen, type ShownScreen } from '../current-screen.store.ts';
import { loadSignedIn } from '../guards.ts';
import type { FrameTextKey } from '../texts/frame-texts.ts';
import { createSay } from '../texts/screen-say.ts';
import { useStore } from '../use-store.ts';
import { ErrorBoundary, ErrorView } from './error-view.tsx';
import { $notice, clearNotice } from './notice.ts';
import { setPageTitle } from './page-title.ts';
import { PrivateView } from './private-view.tsx';
import { restoreScroll } from './scroll-memory.ts';
import { useSite } from './site.ts';

/** Loaded with a session, because visitors do not have anything to prove. */
const Questions = lazy(() => loadSignedIn().then((module) => ({ default: module.Questions })));

interface Props {
  readonly locale: Locale;
  readonly texts: Readonly<Record<string, string>>;
}

/** The frame around every screen: the network's state, the screen or its error, and the proof questions above it. */
export function Frame({ first, locale, texts }: Props & { readonly first: ShownScreen }) {
  const screen = useStore($screen) ?? first;
  const isOnline = useStore($isOnline);
  const isStateUnknown = useStore($isStateUnknown);
  const notice = useStore($notice);
  const token = useStore($accessToken, { ssr: () => undefined });
  const [say, sayError] = useMemo(() => createSay(texts), [texts]);
  useLayoutEffect(() => {
    if (screen !== first) globalThis.endEarly?.();
  }, [screen, first]);
  return (
    <>
      <div role="status">
        {!isOnline && (
          <div className="wrap">
            <Note title={say('client_offline')} icon="wifi">
              <p>{say('client_offline_text')}</p>
            </Note>
          </div>
        )}
      </div>
      {isStateUnknown && screen.kind === 'shown' && (
        <div className="wrap above">
          <Note look="warn">
            <p>{say('client_state_unknown')}</p>
          </Note>
        </div>
      )}
      <View screen={screen} locale={locale} texts={texts} say={say} />
      {token && (
        <ErrorBoundary fallback={null} onError={(error) => environment().log('questions failed', error)}>
          <Suspense>
            <Questions say={say} sayError={sayError} />
          </Suspense>
        </ErrorBoundary>
      )}
      <Toast message={notice} onGone={clearNotice} />
    </>
  );
}

interface ViewProps extends Props {
  readonly screen: CurrentScreen;
  readonly say: Say<FrameTextKey>;
}

function View({ screen, locale, texts, say }: ViewProps) {
  const home = localePath(locale, '');
  switch (screen.kind) {
    case 'shown':
      return <Shown key={screen.visit} screen={screen} locale={locale} texts={texts} />;
    case 'not-found':
      return <ErrorView say={say} status={404} message={say('error_not_found')} homeHref={home} />;
    case 'error':
      return <ErrorView say={say} status={screen.status} message={screen.message} homeHref={home} />;
    case 'failed':
      return <Failed say={say} />;
  }
}

/** A screen of which a chunk did not load, also after one reload. */
function Failed({ say }: { readonly say: Say<FrameTextKey> }) {
  return (
    <div className="wrap narrow page">
      <Note look="bad" title={say('client_failed')}>
        <p>{say('client_failed_text')}</p>
        <button type="button" className="btn line sm" onClick={() => environment().location().reload()}>
          {say('client_retry')}
        </button>
      </Note>
    </div>
  );
}

interface ShownProps extends Props {
  readonly screen: ShownScreen;
}

/**
 * The shown screen. Changes around it leave it alone, because the page's own rendering waits here until React may take
 * it over.
 */
const Shown = memo((props: ShownProps) => (
  <Suspense>
    <TakenOver {...props} />
  </Suspense>
));

function TakenOver({ screen, locale, texts }: ShownProps) {
  const { Screen, sent, query, visit } = screen;
  const site = useSite();
  const place = useRef<HTMLDivElement>(null);
  const [say, sayError] = useMemo(() => createSay({ ...texts, ...sent.texts }), [texts, sent]);
  useEffect(() => {
    globalThis.endEarly?.();
    setPageTitle(sent.title, site.name);
    const isBack = restoreScroll();
    // The browser announces the first page itself; later screens have to be announced to screen readers.
    if (visit > 1) focusScreen(place.current, isBack ? leftFor : undefined);
    const here = addressHere();
    return () => {
      leftFor = here;
    };
  }, [visit, sent, site]);
  const crashed = <ErrorView say={say} status={500} message={say('error_server')} homeHref={localePath(locale, '')} />;
  return (
    <div ref={place} className={visit === 0 ? 'first' : 'fresh'}>
      <ErrorBoundary fallback={crashed} onError={(error) => environment().log('screen failed', error)}>
        <PrivateView>
          <Screen say={say} sayError={sayError} locale={locale} query={query} />
        </PrivateView>
      </ErrorBoundary>
    </div>
  );
}

/** The last screen that was left: after Back its link gets the focus. */
let leftFor: string | undefined;

function addressHere(): string {
  const { pathname, search } = environment().location();
  return pathname + search;
}

/**
 * Focuses the new screen's heading, which makes screen readers read it. After Back the link that led away is focused,
 * if it has rendered.
 */
function focusScreen(place: HTMLElement | null, cameFrom: string | undefined): void {
  const links = place?.querySelectorAll<HTMLAnchorElement>('a[href]') ?? [];
  const link = cameFrom && [...links].find((each) => each.getAttribute('href') === cameFrom);
  const target = link || (place?.querySelector<HTMLElement>('h1') ?? place);
  // The heading must be focusable by script, but not by keyboard.
  if (target && !link) target.tabIndex = -1;
  target?.focus({ preventScroll: true });
}
