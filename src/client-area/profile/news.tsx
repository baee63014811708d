import { useState } from 'react';
import { listNotifications, type NotificationBody } from '#api/endpoints/list-notifications.ts';
import { readNotifications } from '#api/endpoints/read-notifications.ts';
import { screenAt } from '#api/screens.ts';
import { createLoadedFrom } from '#client-area/data/loaded.store.ts';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '#client-area/use-store.ts';
import { request } from '#stores/protected-call.ts';
import { Note } from '#ui/note/note.tsx';
import type { ProfileTextKey } from './texts.ts';

/** More would push the loan itself out of sight. */
const MOST_SHOWN = 2;

const LOOKS = { INFO: 'plain', SUCCESS: 'ok', WARNING: 'warn', CRITICAL: 'bad' } as const;

function createNews() {
  const loaded = createLoadedFrom((signal) => request(listNotifications, { query: {} }, { signal, quiet: true }));
  const markRead = async (id: string) => {
    await request(readNotifications, { body: { ids: [id] } }, { quiet: true });
    await loaded.load();
  };
  return { $state: loaded.$state, markRead };
}

/** What the client was told and has not read. News that cannot be had are no reason to say anything. */
export function News({ say }: Pick<ScreenProps<ProfileTextKey>, 'say'>) {
  const [news] = useState(createNews);
  const state = useStore(news.$state);
  if (state.kind !== 'ready') return null;
  const unread = state.value.items.filter(({ readAt }) => readAt === null).slice(0, MOST_SHOWN);
  if (unread.length === 0) return null;
  return (
    <section className="stack-s" aria-label={say('profile_news')}>
      {unread.map((item) => (
        <Item key={item.id} item={item} onRead={() => news.markRead(item.id)} say={say} />
      ))}
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
