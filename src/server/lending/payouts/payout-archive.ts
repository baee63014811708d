import { type Kysely, sql } from 'kysely';
import type { Clock } from '#server/kit/clock.ts';
import type { Database } from '#server/kit/db.ts';
import { type Refusal, refused } from '#server/kit/errors.ts';
import type { Log } from '#server/kit/log.ts';
import type { Tables } from '#server/kit/tables.ts';
import type { ArchivedOrder, PayoutArchive, PayoutGateway } from '#server/lending/gateways/payout/payout-gateway.ts';
import { recordAudit } from '#server/lending/staff/audit-store.ts';
import { closeTasks, openTask } from '#server/lending/staff/task-store.ts';
import {
  type BookedPayout,
  readBegunPayouts,
  readPayouts,
  readPayoutsOnTheirWay,
  readUnsentPayouts,
} from './begun-payouts.ts';

export interface ArchiveContext {
  readonly db: Database<Tables>;
  readonly clock: Clock;
  readonly log: Log;
  readonly payout: PayoutGateway;
}

/** Why nothing is paid out. */
export type PayoutHold =
  /**
   * The books name another archive, or none although money has gone out: another machine, or a disk that is missing.
   */
  | 'another-archive'
  /** The books name another database: these were restored, or copied. */
  | 'another-database'
  /**
   * There are orders in the archive that the books do not know as sent: the books were put back to an earlier state.
   */
  | 'older-books';

/** The name of the archive of a bank that remembers every order itself. */
const BANK_ITSELF = 'bank';

const HELD: Readonly<Record<PayoutHold, string>> = {
  'another-archive': 'the archive of payment orders is not the one these books were kept with',
  'another-database': 'these books were restored or copied from another database',
  'older-books': 'the archive has orders that these books do not know as sent',
};

interface Binding {
  readonly position: number;
  readonly archive: string;
  readonly database: string;
  readonly acceptedOrders: readonly string[];
}

/**
 * The archive as this process knows it: the binding it has compared, in which server, and the warnings it has given
 * staff.
 */
interface Known {
  compared?: string;
  told?: { readonly hold: PayoutHold; readonly archive: string };
}
const known = new WeakMap<PayoutGateway, Known>();

/**
 * Why payouts are held, or undefined when archive and books belong together (decision 0106). An order that was sent is
 * known by the archive of its sender and by the books; with another archive, or books from before, it could go out twice.
 * Books without any payout and an archive without any order belong together from their first start.
 */
export async function readPayoutHold(context: ArchiveContext): Promise<PayoutHold | undefined> {
  const memory = known.get(context.payout) ?? {};
  known.set(context.payout, memory);
  const archive = await nameOf(context.payout);
  const hold = await holdOf(context, archive, memory);
  if (hold !== memory.told?.hold || (hold && archive !== memory.told?.archive))
    await tell(context, memory, archive, hold);
  return hold;
}

async function holdOf(context: ArchiveContext, archive: string, memory: Known): Promise<PayoutHold | undefined> {
  const { kysely } = context.db;
  const { database, startedAt, binding } = await readBinding(kysely);
  if (!binding) return (await bindFirst(context, { archive, database })) ? undefined : 'another-archive';
  if (binding.archive !== archive) return 'another-archive';
  if (binding.database !== database) return 'another-database';
  // Once in the life of a server: books go back only with a restart of theirs, or with another server in its place.
  const here = `${binding.position} ${startedAt}`;
  if (memory.compared === here) return undefined;
  const { unknown, notSent } = await compare(kysely, context.payout.archive);
  const accepted = new Set(binding.acceptedOrders);
  if ([...unknown, ...notSent.map(({ id }) => id)].some((id) => !accepted.has(id))) return 'older-books';
  memory.compared = here;
  return undefined;
}

/** A lender that has paid nothing out yet, or whose archive has everything the books have, begins by itself. */
async function bindFirst(
  { db, clock, payout }: ArchiveContext,
  { archive, database }: { readonly archive: string; readonly database: string },
): Promise<boolean> {
  if (payout.archive) {
    const lying = new Set(await payout.archive.orderIds());
    const { unknown, notSent } = await compare(db.kysely, payout.archive);
    const lacking = (await readBegunPayouts(db.kysely)).filter(({ id }) => !lying.has(id));
    if (unknown.length + notSent.length + lacking.length > 0) return false;
  }
  await insertBinding(db.kysely, {
    position: 1,
    archive,
    database,
    acceptedOrders: [],
    by: 'first start',
    reason: 'The books and the archive know the same orders.',
    now: clock.now(),
  });
  // Another process may have been first, with another disk.
  return (await readBinding(db.kysely)).binding?.archive === archive;
}

/** Once: a person who has closed the task is not told again by the same process. */
async function tell(
  { db, clock, log, payout }: ArchiveContext,
  memory: Known,
  archive: string,
  hold: PayoutHold | undefined,
): Promise<void> {
  if (memory.told) {
    await closeTasks(db.kysely, archiveSubject(memory.told.archive), { by: 'clock', now: clock.now() });
    delete memory.told;
  }
  if (hold === undefined) return;
  const place = payout.archive?.place ?? 'the bank';
  log.error({ hold, archive, place }, `payouts are held: ${HELD[hold]}`);
  const task = { kind: 'payouts-held', subject: archiveSubject(archive), says: 'payouts-held' } as const;
  await openTask(db.kysely, { ...task, facts: { place, hold } }, clock.now());
  memory.told = { hold, archive };
}

function archiveSubject(archive: string): string {
  return `payout-archive:${archive}`;
}

async function nameOf({ archive }: PayoutGateway): Promise<string> {
  return archive ? archive.identify() : BANK_ITSELF;
}

interface Bound {
  readonly database: string;
  /** Instant when its server was started. */
  readonly startedAt: string;
  readonly binding?: Binding;
}

/** A restored copy has another number in the same server, and another server has another name. */
async function readBinding(db: Kysely<Tables>): Promise<Bound> {
  const { rows } = await sql<{
    here: string;
    started: string;
    position: number | null;
    archive: string;
    database: string;
    accepted_orders: readonly string[];
  }>`
    select here.name as here, here.started, payout_archive.* from (
      select (select system_identifier from pg_control_system()) || '/' || oid as name,
        pg_postmaster_start_time()::text as started
      from pg_database where datname = current_database()
    ) here left join payout_archive on true order by position desc limit 1`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database does not know its own name');
  const { here, started, position, archive, database, accepted_orders: acceptedOrders } = row;
  const binding = position === null ? {} : { binding: { position, archive, database, acceptedOrders } };
  return { database: here, startedAt: started, ...binding };
}

async function insertBinding(
  db: Kysely<Tables>,
  {
    acceptedOrders,
    by,
    now,
    ...binding
  }: Binding & { readonly by: string; readonly reason: string; readonly now: number },
): Promise<boolean> {
  const row = await db
    .insertInto('payout_archive')
    .values({
      ...binding,
      accepted_orders: JSON.stringify(acceptedOrders),
      confirmed_by: by,
      created_at: new Date(now),
    })
    .onConflict((conflict) => conflict.column('position').doNothing())
    .returning('position')
    .executeTakeFirst();
  return row !== undefined;
}

interface Comparison {
  /** In the archive, and nowhere in the books. */
  readonly unknown: readonly string[];
  /** In the archive, and by the books never given to the bank. */
  readonly notSent: readonly BookedPayout[];
}

/** Reads the archive first, because whatever is in it was in the books before. */
async function compare(db: Kysely<Tables>, archive: PayoutArchive | undefined): Promise<Comparison> {
  const ids = (await archive?.orderIds()) ?? [];
  const booked = await readPayouts(db, ids);
  return { unknown: ids.filter((id) => !booked.has(id)), notSent: await readUnsentPayouts(db, ids) };
}

export interface ArchiveReport extends Pick<Comparison, 'notSent'> {
  readonly archive: string;
  readonly place: string;
  readonly hold: PayoutHold | undefined;
  /** Orders, and by their notes the loans, that the books do not know. */
  readonly unknown: readonly ArchivedOrder[];
  /** On their way by the books, and known neither by the archive nor by the bank. */
  readonly notFound: readonly BookedPayout[];
}

/** Reports the differences between the archive of this process and the books. */
export async function reportArchive(context: ArchiveContext): Promise<ArchiveReport> {
  const { db, payout } = context;
  const { unknown, notSent } = await compare(db.kysely, payout.archive);
  const archived: ArchivedOrder[] = [];
  for (const id of unknown) archived.push(...(await readArchived(payout.archive, id)));
  const notFound: BookedPayout[] = [];
  const lying = new Set(await payout.archive?.orderIds());
  for (const booked of await readPayoutsOnTheirWay(db.kysely)) {
    // Asking about what was claimed and not published publishes it: not while payouts are held.
    if (!lying.has(booked.id) && (await payout.find(booked.id)).kind === 'not-found') notFound.push(booked);
  }
  return {
    archive: await nameOf(payout),
    place: payout.archive?.place ?? 'the bank',
    hold: await readPayoutHold(context),
    unknown: archived,
    notSent,
    notFound,
  };
}

async function readArchived(archive: PayoutArchive | undefined, id: string): Promise<ArchivedOrder[]> {
  const found = await archive?.read(id);
  return found ? [found] : [];
}

/** A person says that the archive of this process is the one these books belong to: payouts go on. */
export async function confirmArchive(
  context: ArchiveContext,
  { archive, operator, reason }: { readonly archive: string; readonly operator: string; readonly reason: string },
): Promise<{ readonly kind: 'confirmed' } | Refusal> {
  const { db, clock, payout } = context;
  if ((await nameOf(payout)) !== archive) {
    return refused(409, 'payout_archive', `This process has the archive ${await nameOf(payout)}.`);
  }
  const { unknown, notSent } = await compare(db.kysely, payout.archive);
  const acceptedOrders = [...unknown, ...notSent.map(({ id }) => id)];
  const [actor, now] = [`operator:${operator}`, clock.now()];
  const isWritten = await db.kysely.transaction().execute(async (trx) => {
    const { database, binding } = await readBinding(trx);
    const position = (binding?.position ?? 0) + 1;
    const row = { position, archive, database, acceptedOrders, by: actor, reason, now };
    if (!(await insertBinding(trx, row))) return false;
    const subject = archiveSubject(archive);
    await closeTasks(trx, subject, { by: actor, now });
    const after = { reason, acceptedOrders };
    await recordAudit(trx, { actor, action: 'payouts.confirm-archive', subject, after, at: now });
    return true;
  });
  if (!isWritten) return refused(409, 'payout_archive', 'Another archive was confirmed a moment ago.');
  return { kind: 'confirmed' };
}
