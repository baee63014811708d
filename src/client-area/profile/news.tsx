import { useLoaded } from '#client-area/data/loaded.tsx';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '../use-store.ts';
import { createInbox } from './notifications/inbox.store.ts';
import type { ProfileTextKey } from './texts.ts';

/** The newest notification in one line, which leads to all of them. If they cannot be loaded, only the link. */
export function News({ isLate, say }: Pick<ScreenProps<ProfileTextKey>, 'say'> & { readonly isLate: boolean }) {
  const news = useLoaded(() => createInbox({ quiet: true }));
  const state = useStore(news.$state);
  const [newest] = state.kind === 'ready' ? state.value.items : [];
  return (
    // Of being late it says nothing that a phone does not show above.
    <p className={isLate ? 'desk' : undefined}>
      <a className="tapl small" href={screenHref('profile-notifications')}>
        {newest ? say('profile_news', { title: newest.title }) : say('profile_news_all')}
      </a>
    </p>
  );
}
