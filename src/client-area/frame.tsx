import { lazy, Suspense, useEffect, useMemo, useRef } from 'react';
import { type Locale, localePath } from '#i18n/locale.ts';
import type { Say } from '#i18n/translate.ts';
import { environment } from '#stores/environment.ts';
import { $isOnline } from '#stores/online.ts';
import { $accessToken } from '#stores/session.ts';
import { Note } from '#ui/note/note.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { Toast } from '#ui/toast/toast.tsx';
import { $screen, type CurrentScreen, type ShownScreen } from './current-screen.store.ts';
import { ErrorBoundary, ErrorView } from './error-view.tsx';
import type { FrameTextKey } from './frame-texts.ts';
import { $notice, clearNotice } from './notice.ts';
import { setPageTitle } from './page-title.ts';
import { restoreScroll } from './scroll-memory.ts';
import { useSite } from './site.ts';
import { useStore } from './use-store.ts';
import { words } from './words.ts';

/** Comes with a session: a visitor is asked nothing. */
const Questions = lazy(() => import('./proof/questions.tsx').then((module) => ({ default: module.Questions })));

interface Props {
  readonly locale: Locale;
  readonly texts: Readonly<Record<string, string>>;
}

/** What stands around every screen: the network's state, the screen or what is there instead, the questions above it. */
export function Frame({ locale, texts }: Props) {
  const screen = useStore($screen);
  const isOnline = useStore($isOnline);
  const notice = useStore($notice);
  const token = useStore($accessToken);
  const [say, sayError] = useMemo(() => words(texts), [texts]);
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
      <View screen={screen} locale={locale} texts={texts} say={say} />
      {token && (
        <ErrorBoundary fallback={null} onError={(error) => environment().log('nothing can be asked', error)}>
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
      return <Shown key={screen.visit} screen={screen} locale={locale} texts={texts} say={say} />;
    case 'loading':
      return (
        <div className="wrap page">
          <Skeleton label={say('client_loading')} look="cards" />
        </div>
      );
    case 'not-found':
      return <ErrorView say={say} status={404} message={say('error_not_found')} homeHref={home} />;
    case 'error':
      return <ErrorView say={say} status={screen.status} message={screen.message} homeHref={home} />;
    case 'failed':
      return <Failed say={say} />;
  }
}

/** A part of the screen did not load, and reloading once has not helped. */
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

function Shown({ screen, locale, texts, say }: Omit<ViewProps, 'screen'> & { readonly screen: ShownScreen }) {
  const { Screen, sent, query, isStateUnknown, visit } = screen;
  const site = useSite();
  const place = useRef<HTMLDivElement>(null);
  const [sayHere, sayError] = useMemo(() => words({ ...texts, ...sent.texts }), [texts, sent]);
  useEffect(() => {
    setPageTitle(sent.title, site.name);
    const isBack = restoreScroll();
    // The page's own title and start are the browser's; from then on whoever does not see has to be told.
    if (visit > 1) focusScreen(place.current, isBack ? leftFor : undefined);
    const here = addressHere();
    return () => {
      leftFor = here;
    };
  }, [visit, sent, site]);
  const crashed = <ErrorView say={say} status={500} message={say('error_server')} homeHref={localePath(locale, '')} />;
  return (
    <div ref={place}>
      {isStateUnknown && (
        <div className="wrap above">
          <Note look="warn">
            <p>{say('client_state_unknown')}</p>
          </Note>
        </div>
      )}
      <ErrorBoundary fallback={crashed} onError={(error) => environment().log('a screen failed', error)}>
        <Screen say={sayHere} sayError={sayError} locale={locale} query={query} />
      </ErrorBoundary>
    </div>
  );
}

/** The screen that was left last: whoever comes back had pressed the link to it. */
let leftFor: string | undefined;

function addressHere(): string {
  const { pathname, search } = environment().location();
  return pathname + search;
}

/**
 * The new screen's heading takes the focus, and with it a screen reader's voice. After Back it is the link that led away,
 * where that is there already.
 */
function focusScreen(place: HTMLElement | null, cameFrom: string | undefined): void {
  const links = place?.querySelectorAll<HTMLAnchorElement>('a[href]') ?? [];
  const link = cameFrom && [...links].find((each) => each.getAttribute('href') === cameFrom);
  const target = link || (place?.querySelector<HTMLElement>('h1') ?? place);
  // Nobody reaches a heading with the keyboard: it can be given the focus only.
  if (target && !link) target.tabIndex = -1;
  target?.focus({ preventScroll: true });
}
