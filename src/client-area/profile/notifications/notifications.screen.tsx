import { useState } from 'react';
import type { NotificationBody } from '#api/endpoints/clients/list-notifications.ts';
import { screenAt } from '#api/screens.ts';
import { LoadedView, useLoaded } from '#client-area/data/loaded.tsx';
import { MoreButton } from '#client-area/data/more-button.tsx';
import { limaMoment } from '#client-area/loan-parts/lima-moment.ts';
import { DOCUMENTS, LOANS, PlaceList, SETTINGS } from '#client-area/loan-parts/place-list.tsx';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { Coded } from '#client-area/texts/coded.tsx';
import { useStore } from '#client-area/use-store.ts';
import { EmptyState } from '#ui/empty-state/empty-state.tsx';
import { TitledSection } from '#ui/titled-section/titled-section.tsx';
import { createInbox, type InboxStore } from './inbox.store.ts';
import type { NotificationsTextKey } from './texts.ts';

type Props = ScreenProps<NotificationsTextKey>;

/** `/profile/notifications`: all notifications, also after their e-mail or SMS is lost. */
export function Screen({ say }: Props) {
  const inbox = useLoaded(createInbox);
  return (
    <div className="wrap page stack-l">
      <div className="stack-s">
        <h1>{say('notifications_title')}</h1>
        <p className="lead">{say('notifications_lead')}</p>
      </div>
      <div className="cols main">
        <section className="card stack" aria-label={say('notifications_title')}>
          <LoadedView store={inbox} look="lines" say={say}>
            {({ items, unread, nextCursor }) =>
              items.length === 0 ? (
                <EmptyState title={say('notifications_empty')}>
                  <p>{say('notifications_empty_text')}</p>
                </EmptyState>
              ) : (
                <>
                  <Unread inbox={inbox} unread={unread} say={say} />
                  <ul className="inbox">
                    {items.map((item) => (
                      <Item key={item.id} item={item} inbox={inbox} say={say} />
                    ))}
                  </ul>
                  {nextCursor && <MoreButton store={inbox} say={say} />}
                </>
              )
            }
          </LoadedView>
          <p className="floor">
            <a className="tapl" href={screenHref('profile-settings')}>
              {say('notifications_choose')}
            </a>
          </p>
        </section>
        <aside className="desk">
          <TitledSection id="notices-other" look="card" title={say('profile_other')}>
            <PlaceList places={[LOANS, DOCUMENTS, SETTINGS]} say={say} />
          </TitledSection>
        </aside>
      </div>
    </div>
  );
}

function Unread({ inbox, unread, say }: Pick<Props, 'say'> & { readonly inbox: InboxStore; readonly unread: number }) {
  const state = useStore(inbox.readAll.$state);
  return (
    <div className="stack-s">
      <div className="apart">
        <p className="strong" role="status">
          {unread === 0 ? say('notifications_all_read') : say('notifications_unread', { count: unread })}
        </p>
        {unread > 0 && (
          <button
            type="button"
            className="btn line sm"
            aria-disabled={state === 'busy' || undefined}
            onClick={inbox.readAll.run}
          >
            {say(state === 'busy' ? 'form_busy' : 'notifications_read_all')}
          </button>
        )}
      </div>
      <p className="small" role="alert">
        {state === 'failed' && say('notifications_read_failed')}
      </p>
    </div>
  );
}

interface ItemProps extends Pick<Props, 'say'> {
  readonly item: NotificationBody;
  readonly inbox: InboxStore;
}

/** A notice with one act: what it is about, which also marks it as read, or else only that. */
function Item({ item, inbox, say }: ItemProps) {
  const { id, title, body, createdAt, readAt, link, severity } = item;
  const { date, time } = limaMoment(createdAt);
  const screen = screenAt(link);
  const isUnread = readAt === null;
  return (
    <li className={isUnread ? `unread ${severity.toLowerCase()}` : undefined}>
      <h2>{title}</h2>
      <p>
        <Coded text={body} />
      </p>
      <div className="apart">
        <p className="small mute">
          <time dateTime={createdAt}>{`${date}, ${time}`}</time>
          {isUnread && (
            <>
              {' · '}
              <span className="strong state">{say('notifications_new')}</span>
            </>
          )}
        </p>
        {screen ? (
          <a className="tapl small" href={screenHref(screen)} onClick={isUnread ? () => inbox.markRead(id) : undefined}>
            {say('profile_news_open')}
            <span className="sr">{`: ${title}`}</span>
          </a>
        ) : (
          isUnread && <Read item={item} inbox={inbox} say={say} />
        )}
      </div>
    </li>
  );
}

function Read({ item: { id, title }, inbox, say }: ItemProps) {
  const [reading] = useState(() => inbox.reading(id));
  const state = useStore(reading.$state);
  return (
    <>
      <button
        type="button"
        className="btn quiet sm"
        aria-disabled={state === 'busy' || undefined}
        onClick={reading.run}
      >
        {say(state === 'busy' ? 'form_busy' : 'profile_news_read')}
        <span className="sr">{`: ${title}`}</span>
      </button>
      <p className="small" role="alert">
        {state === 'failed' && say('notifications_read_failed')}
      </p>
    </>
  );
}
