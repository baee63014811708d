import { type ExpressionBuilder, sql } from 'kysely';
import type { Db, Tables, Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { withholdNotifications } from '#server/lending/messages/outbox-store.ts';
import type { OutsideChannel } from './notification-kind.ts';
import type { NotificationKind } from './notification-kinds.ts';

export interface NewNotification {
  readonly personId: string;
  readonly kind: string;
  readonly params: object;
  readonly severity: Tables['notification']['severity'];
  readonly link: string;
  /** Identifies the event; a second notification with the same key is not stored. */
  readonly naturalKey: string;
  readonly templateVersion: number;
}

export interface StoredNotification extends NewNotification {
  readonly id: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
  readonly readAt: Date | null;
}

/** @returns its id, or undefined when this person has been notified already */
export async function insertNotification(
  trx: Trx,
  notification: NewNotification,
  now: number,
): Promise<string | undefined> {
  const row = await trx
    .insertInto('notification')
    .values({
      id: uuidv7(now),
      person_id: notification.personId,
      kind: notification.kind,
      params: JSON.stringify(notification.params),
      severity: notification.severity,
      link: notification.link,
      natural_key: notification.naturalKey,
      template_version: notification.templateVersion,
      created_at: new Date(now),
      read_at: null,
    })
    .onConflict((conflict) => conflict.constraint('notification_once').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** One page, newest first; `before` is the id of the last one of the page before. */
export async function readNotifications(
  db: Db,
  personId: string,
  { before, limit }: { readonly before?: string | undefined; readonly limit: number },
): Promise<StoredNotification[]> {
  let query = db.selectFrom('notification').selectAll().where('person_id', '=', personId);
  if (before !== undefined) query = query.where('id', '<', before);
  const rows = await query.orderBy('id', 'desc').limit(limit).execute();
  return rows.map(toNotification);
}

export async function readNotification(db: Db, id: string): Promise<StoredNotification | undefined> {
  const row = await db.selectFrom('notification').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toNotification(row);
}

/** The number of unread notifications: on the bell, and `unreadNotifications` of the profile. */
export async function countUnread(db: Db, personId: string): Promise<number> {
  const { unread } = await db
    .selectFrom('notification')
    .select(({ fn }) => fn.countAll<string>().as('unread'))
    .where('person_id', '=', personId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(unread);
}

/** Marks notifications as read; ids of other people, unknown ones and those already read are ignored. */
export async function markRead(
  db: Db,
  personId: string,
  which: { readonly ids: readonly string[] } | { readonly all: true; readonly upTo?: string | undefined },
  now: number,
): Promise<void> {
  let update = db
    .updateTable('notification')
    .set({ read_at: new Date(now) })
    .where('person_id', '=', personId)
    .where('read_at', 'is', null);
  if ('ids' in which) {
    if (which.ids.length === 0) return;
    update = update.where('id', 'in', which.ids);
  } else if (which.upTo !== undefined) update = update.where('id', '<=', which.upTo);
  await update.execute();
}

/**
 * Ends notifications that are no longer true: they are among the read ones from now on, and what has not left of them
 * yet, because it waits for its hours or its channel failed, is not sent any more. Called where the event that makes them
 * untrue is written, before its own notification.
 */
export async function endNotifications(
  trx: Trx,
  personId: string,
  kinds: readonly NotificationKind[],
  now: number,
  of: {
    /** Only those about this loan, or about none. */
    readonly loanNumber?: string;
    /** The natural key of the one that stays. */
    readonly except?: string;
  } = {},
): Promise<void> {
  if (kinds.length === 0) return;
  const { loanNumber, except } = of;
  const isEnded = ({ eb, and }: ExpressionBuilder<Tables, 'notification'>) =>
    and([
      eb('person_id', '=', personId),
      eb('kind', 'in', kinds),
      ...(loanNumber === undefined
        ? []
        : [sql<boolean>`coalesce(params ->> 'loanNumber', ${loanNumber}) = ${loanNumber}`]),
      ...(except === undefined ? [] : [eb('natural_key', '!=', except)]),
    ]);
  const ended = trx.selectFrom('notification').select('id').where(isEnded);
  await withholdNotifications(trx, ended, { because: 'no-longer-true', now });
  await trx
    .updateTable('notification')
    .set({ read_at: new Date(now) })
    .where(isEnded)
    .where('read_at', 'is', null)
    .execute();
}

/** The channels by which a client gets service messages. */
export interface NotificationPreference {
  readonly email: boolean;
  readonly sms: boolean;
  /** True when an SMS may name the lender and the matter. */
  readonly smsDetails: boolean;
}

/** The default: every channel, and messages that say what they are about. */
export const DEFAULT_PREFERENCE: NotificationPreference = { email: true, sms: true, smsDetails: true };

export async function readPreference(db: Db, personId: string): Promise<NotificationPreference> {
  const row = await db
    .selectFrom('notification_preference')
    .select(['email', 'sms', 'sms_details'])
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row ? { email: row.email, sms: row.sms, smsDetails: row.sms_details } : DEFAULT_PREFERENCE;
}

/** Reads the channels, and whether the mailbox is confirmed, in one query. */
export async function readChannels(
  db: Db,
  personId: string,
): Promise<Pick<NotificationPreference, OutsideChannel> & { readonly hasMailbox: boolean }> {
  const row = await db
    .selectFrom('person')
    .leftJoin('notification_preference as chosen', 'chosen.person_id', 'person.id')
    .select(['person.email_verified_at', 'chosen.email', 'chosen.sms'])
    .where('person.id', '=', personId)
    .executeTakeFirstOrThrow();
  const { email, sms } = DEFAULT_PREFERENCE;
  return { email: row.email ?? email, sms: row.sms ?? sms, hasMailbox: row.email_verified_at !== null };
}

export async function savePreference(
  db: Db,
  personId: string,
  { email, sms, smsDetails }: NotificationPreference,
  now: number,
): Promise<void> {
  const chosen = { email, sms, sms_details: smsDetails, updated_at: new Date(now) };
  await db
    .insertInto('notification_preference')
    .values({ person_id: personId, ...chosen })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(chosen))
    .execute();
}

function toNotification(row: {
  readonly id: string;
  readonly person_id: string;
  readonly kind: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly severity: StoredNotification['severity'];
  readonly link: string;
  readonly natural_key: string;
  readonly template_version: number;
  readonly created_at: Date;
  readonly read_at: Date | null;
}): StoredNotification {
  return {
    id: row.id,
    personId: row.person_id,
    kind: row.kind,
    params: row.params,
    severity: row.severity,
    link: row.link,
    naturalKey: row.natural_key,
    templateVersion: row.template_version,
    createdAt: row.created_at,
    readAt: row.read_at,
  };
}
