import type { CallInput, CallOutput } from '#api/call.ts';
import { listNotifications } from '#api/endpoints/clients/list-notifications.ts';
import { readNotifications } from '#api/endpoints/clients/read-notifications.ts';
import { type Act, createAct } from '#client-area/data/act.store.ts';
import { createPaged, type PagedStore } from '#client-area/data/paged.store.ts';
import { environment } from '#stores/environment.ts';
import { showUnread } from '#stores/profile.ts';
import { type RequestOptions, request } from '#stores/protected-call.ts';

type Inbox = CallOutput<typeof listNotifications>;
type Which = CallInput<typeof readNotifications>['body'];

export interface InboxStore extends PagedStore<Inbox> {
  /** Marks one as read when it is opened, without waiting for the response. */
  readonly markRead: (id: string) => Promise<void>;
  /** Marks one as read that leads nowhere: only that was asked for, so it waits and says a failure. */
  readonly reading: (id: string) => Act;
  readonly readAll: Act;
}

/** Creates the list of the client's notifications. `quiet`: as part of another screen, without asking for a proof. */
export function createInbox({ quiet = false }: { readonly quiet?: boolean } = {}): InboxStore {
  /** The number of answers that marked something. */
  let marks = 0;
  const paged = createPaged<Inbox>(async (cursor, reading) => {
    for (;;) {
      const before = marks;
      const answer = await request(listNotifications, { query: { ...(cursor && { cursor }) } }, { ...reading, quiet });
      // A list that was read before something was marked would show it as unread.
      if (answer.kind === 'ok' && marks !== before) continue;
      if (answer.kind === 'ok') showUnread(answer.value.unread);
      return answer;
    }
  });

  const mark = (which: Which, options: RequestOptions) => request(readNotifications, { body: which }, options);

  /** Updates the list without reloading it: loaded pages stay. */
  const taken = (isRead: (id: string) => boolean, unread: number) => {
    marks += 1;
    showUnread(unread);
    const state = paged.$state.get();
    if (state.kind !== 'ready') return;
    const readAt = new Date(environment().nowMs()).toISOString();
    const items = state.value.items.map((item) =>
      item.readAt === null && isRead(item.id) ? { ...item, readAt } : item,
    );
    paged.amend({ ...state.value, items, unread });
  };

  return {
    ...paged,
    markRead: async (id) => {
      const answer = await mark({ ids: [id] }, { quiet: true });
      if (answer.kind === 'ok') taken((each) => each === id, answer.value.unread);
    },
    reading: (id) =>
      createAct(
        () => mark({ ids: [id] }, { saysFailure: true }),
        ({ value }) => taken((each) => each === id, value.unread),
      ),
    readAll: createAct(
      () => {
        const state = paged.$state.get();
        return mark(
          { all: true, upTo: state.kind === 'ready' ? state.value.items[0]?.id : undefined },
          { saysFailure: true },
        );
      },
      ({ value }) => {
        taken(() => true, value.unread);
        // A message has come since the list was shown.
        if (value.unread > 0) paged.load();
      },
    ),
  };
}
