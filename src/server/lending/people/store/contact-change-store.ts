import type { Selectable } from 'kysely';
import type { ContactKind, PendingChange } from '#api/contact-change.ts';
import type { Db, Tables, Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import type { Seal } from '#server/kit/vault.ts';
import { maskedEmail, maskedNumber, maskedPhone } from '../masks.ts';

/** Time that a change waits before it counts, and time that a new mailbox has to answer (domain 2.1.3). */
export const CONTACT_WAIT_MS = 24 * 3_600_000;

export type ContactChannel = 'PHONE' | 'EMAIL';

/** The telephones and mailboxes that are told of a change. */
export interface Channels {
  readonly phones: readonly string[];
  readonly emails: readonly string[];
}

export interface ContactChange {
  readonly id: string;
  readonly personId: string;
  readonly kind: ContactKind;
  /** An address, a number, or an account as JSON. */
  readonly value: string;
  readonly told: Channels;
  readonly sessionId: string | null;
  /** In wrong hands, staff say: it is told nothing, and what it can reach does not stop this change. */
  readonly lostChannel: ContactChannel | null;
  readonly status: 'SENT' | 'PENDING';
  readonly requestedAt: Date;
  readonly countsAt: Date;
}

const OPEN = ['SENT', 'PENDING'] as const;

/** Stores a change; an open one of the same kind is replaced. The person's row is locked. */
export async function insertContactChange(
  trx: Trx,
  seal: Seal,
  change: Omit<ContactChange, 'id' | 'requestedAt' | 'countsAt'> & { readonly now: number },
): Promise<ContactChange> {
  const { personId, kind, value, told, sessionId, lostChannel, status, now } = change;
  await closeContactChanges(trx, { personId, kind, status: 'REPLACED', now });
  const id = uuidv7(now);
  const requestedAt = new Date(now);
  const countsAt = new Date(now + CONTACT_WAIT_MS);
  await trx
    .insertInto('contact_change')
    .values({
      id,
      person_id: personId,
      kind,
      value_sealed: seal.seal(value, placeOf('value_sealed', id)),
      told_sealed: seal.seal(JSON.stringify(told), placeOf('told_sealed', id)),
      session_id: sessionId,
      lost_channel: lostChannel,
      status,
      requested_at: requestedAt,
      counts_at: countsAt,
    })
    .execute();
  return { id, personId, kind, value, told, sessionId, lostChannel, status, requestedAt, countsAt };
}

/** All that is kept of the changes of a person, decided or not, oldest first: for the export of their data. */
export async function readKeptContactChanges(db: Db, seal: Seal, personId: string) {
  const rows = await db
    .selectFrom('contact_change')
    .selectAll()
    .where('person_id', '=', personId)
    .where('value_sealed', 'is not', null)
    .orderBy('requested_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...toChange(seal, row), status: row.status, decidedAt: row.decided_at }));
}

/** Removes telephones, mailboxes and accounts of decided changes: of one person, or all that were decided before a day. */
export async function forgetContactChanges(
  db: Db,
  which: { readonly personId: string } | { readonly before: Date },
): Promise<void> {
  const query = db
    .updateTable('contact_change')
    .set({ value_sealed: null, told_sealed: null })
    .where('decided_at', 'is not', null)
    .where('value_sealed', 'is not', null);
  await ('personId' in which
    ? query.where('person_id', '=', which.personId)
    : query.where('decided_at', '<', which.before)
  ).execute();
}

/** The open changes of a person, oldest first. */
export async function readContactChanges(db: Db, seal: Seal, personId: string): Promise<ContactChange[]> {
  const rows = await db
    .selectFrom('contact_change')
    .selectAll()
    .where('person_id', '=', personId)
    .where('status', 'in', OPEN)
    .orderBy('requested_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => toChange(seal, row));
}

/**
 * Closes open changes of a person: those of one kind, those that other sessions asked for, or all.
 * @returns those that were open
 */
export async function closeContactChanges(
  trx: Trx,
  {
    personId,
    kind,
    status,
    now,
    askedBeside,
    keepsApproved = false,
  }: {
    readonly personId: string;
    readonly kind?: ContactKind;
    readonly status: 'STOPPED' | 'CANCELLED' | 'REPLACED' | 'EXPIRED' | 'APPLIED';
    readonly now: number;
    readonly askedBeside?: string | undefined;
    /** Keeps the changes that staff approved against a channel in wrong hands: all of them, or all but one. */
    readonly keepsApproved?: boolean | { readonly but: string | null };
  },
): Promise<Pick<Selectable<Tables['contact_change']>, 'id' | 'kind' | 'told_sealed'>[]> {
  let query = trx
    .updateTable('contact_change')
    .set({ status, decided_at: new Date(now) })
    .where('person_id', '=', personId)
    .where('status', 'in', OPEN);
  if (kind !== undefined) query = query.where('kind', '=', kind);
  if (askedBeside !== undefined) query = query.where('session_id', '!=', askedBeside);
  if (keepsApproved !== false) {
    const but = keepsApproved === true ? null : keepsApproved.but;
    query = query.where((row) =>
      row.or([row('lost_channel', 'is', null), ...(but === null ? [] : [row('id', '=', but)])]),
    );
  }
  return query.returning(['id', 'kind', 'told_sealed']).execute();
}

/** The new mailbox has answered: the day begins. @returns false when the change is not open any more */
export async function confirmContactChange(trx: Trx, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('contact_change')
    .set({ status: 'PENDING', counts_at: new Date(now + CONTACT_WAIT_MS) })
    .where('id', '=', id)
    .where('status', '=', 'SENT')
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** People with a change whose time has come, the longest wait first. */
export async function findPeopleWithDueChanges(db: Db, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('contact_change')
    .select('person_id as personId')
    .where('status', 'in', OPEN)
    .where('counts_at', '<=', new Date(now))
    // All of them: a change that cannot be applied stays due, and must not take the place of others.
    .groupBy('person_id')
    .orderBy(({ fn }) => fn.min('counts_at'))
    .execute();
  return rows.map(({ personId }) => personId);
}

/** Until when nothing is paid out to a person, at least; undefined when no change is open. */
export async function readPayoutsHeldUntil(db: Db, personId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('contact_change')
    .select(({ fn }) => fn.max('counts_at').as('until'))
    .where('person_id', '=', personId)
    .where('status', 'in', OPEN)
    .executeTakeFirst();
  return row?.until ?? undefined;
}

/** Presents a change as its client sees it. */
export function presentChange({ kind, value, status, countsAt, lostChannel }: ContactChange): PendingChange {
  return {
    masked: maskedValue(kind, value),
    confirmed: status === 'PENDING',
    countsAt: countsAt.toISOString(),
    cancellable: lostChannel === null,
  };
}

/** The open change of one kind, as its client sees it. */
export function pendingOf(changes: readonly ContactChange[], kind: ContactKind): PendingChange | null {
  const change = changes.find((one) => one.kind === kind);
  return change ? presentChange(change) : null;
}

export function maskedValue(kind: ContactKind, value: string): string {
  if (kind === 'EMAIL') return maskedEmail(value);
  return kind === 'PHONE' ? maskedPhone(value) : maskedNumber((JSON.parse(value) as { readonly cci: string }).cci);
}

function toChange(seal: Seal, row: Selectable<Tables['contact_change']>): ContactChange {
  return {
    id: row.id,
    personId: row.person_id,
    kind: row.kind,
    value: seal.open(row.value_sealed as string, placeOf('value_sealed', row.id)),
    told: openTold(seal, row),
    sessionId: row.session_id,
    lostChannel: row.lost_channel,
    status: row.status as ContactChange['status'],
    requestedAt: row.requested_at,
    countsAt: row.counts_at,
  };
}

/** Decrypts the channels that were told of a change. */
export function openTold(
  seal: Seal,
  { id, told_sealed: sealed }: Pick<Selectable<Tables['contact_change']>, 'id' | 'told_sealed'>,
): Channels {
  return JSON.parse(seal.open(sealed as string, placeOf('told_sealed', id))) as Channels;
}

function placeOf(column: string, id: string) {
  return { table: 'contact_change', column, id };
}
