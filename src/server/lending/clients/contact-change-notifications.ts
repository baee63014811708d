import type { Trx } from '#server/kit/tables.ts';
import { CONTACT_NOTIFICATIONS } from '#server/lending/people/contact-change.ts';
import type { ContactNews } from '#server/lending/people/people-context.ts';
import { closeContactChanges } from '#server/lending/people/store/contact-change-store.ts';
import { endNotifications } from './notification-store.ts';
import { notify } from './notify.ts';

/** Closes open changes of contact, and ends what the client area says of them. */
export async function endContactChanges(trx: Trx, which: Parameters<typeof closeContactChanges>[1]): Promise<void> {
  const closed = await closeContactChanges(trx, which);
  const kinds = closed.map(({ kind }) => CONTACT_NOTIFICATIONS[kind]);
  await endNotifications(trx, which.personId, kinds, which.now);
}

/** Notifies of a change of contact in place of what was told before. */
export async function notifyOfContactChange(trx: Trx, { ends, ...news }: ContactNews): Promise<void> {
  await endNotifications(trx, news.personId, ends, news.now);
  await notify(trx, { ...news, params: {} });
}
