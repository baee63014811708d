import { useStore } from '@nanostores/react';
import type { NotificationBody } from '#api/endpoints/clients/list-notifications.ts';
import { screenAt } from '#api/screens.ts';
import { useLoaded } from '#client-area/data/loaded.tsx';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { Note } from '#ui/note/note.tsx';
import { createInbox } from './notifications/inbox.store.ts';
import type { ProfileTextKey } from './texts.ts';

const LOOKS = { INFO: 'plain', SUCCESS: 'ok', WARNING: 'warn', CRITICAL: 'bad' } as const;

/** The newest notification that was not read, and the way to all of them. If they cannot be loaded, only that. */
export function News({ say }: Pick<ScreenProps<ProfileTextKey>, 'say'>) {
  const news = useLoaded(() => createInbox({ quiet: true }));
  const state = useStore(news.$state);
  const newest = state.kind === 'ready' ? state.value.items.find(({ readAt }) => readAt === null) : undefined;
  return (
    <section className="stack-s" aria-label={say('profile_news')}>
      {newest && <Item item={newest} onRead={() => news.markRead(newest.id)} say={say} />}
      <p>
        <a className="tapl small" href={screenHref('profile-notifications')}>
          {say('profile_news_all')}
        </a>
      </p>
    </section>
  );
}

interface ItemProps extends Pick<ScreenProps<ProfileTextKey>, 'say'> {
  readonly item: NotificationBody;
  readonly onRead: () => void;
}

function Item({ item, onRead, say }: ItemProps) {
  const { title, body, link, severity } = item;
  const screen = screenAt(link);
  return (
    <Note look={LOOKS[severity]} title={title}>
      <p>{body}</p>
      <div className="row">
        {screen && (
          <a className="btn line sm" href={screenHref(screen)} onClick={onRead}>
            {say('profile_news_open')}
          </a>
        )}
        <button type="button" className="btn quiet sm" onClick={onRead}>
          {say('profile_news_read')}
        </button>
      </div>
    </Note>
  );
}
