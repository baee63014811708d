import { createHash } from 'node:crypto';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { StaffActName } from '#i18n/staff-acts.ts';
import { actionsOnRecord } from '#i18n/staff-codes/audit.ts';
import { BUSINESS_TIME_ZONE } from '#server/kit/clock.ts';
import type { Db, Tables, Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { findColleague } from './colleague-store.ts';
import { keyset, type ListSource, placesOf } from './list-source.ts';

/** One recorded act. It contains no personal data: people and things are referenced by id. */
export interface AuditEntry {
  /** `operator:<login>`, `staff:<name>` or `job:<name>`; a login's account is in the row too. */
  readonly actor: string;
  /** `<noun>.<verb>`: `person.create`, `loan.originate`. */
  readonly action: string;
  /** The object of the act: `person:<id>`, `loan:<number>`. */
  readonly subject: string;
  /** JSON, without personal data. */
  readonly before?: unknown;
  readonly after?: unknown;
  readonly at: number;
  /** The client on whose behalf staff acted. */
  readonly onBehalfOf?: string | undefined;
  readonly impersonationId?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly caller?: string | undefined;
}

/**
 * Appends a row to the hash chain, in the transaction of the act. The end of the chain stays locked until that
 * transaction ends, so a transaction must record last, after it has taken every other lock: others then wait as
 * briefly as possible, and locks are always taken in the same order.
 */
export async function recordAudit(trx: Trx, entry: AuditEntry): Promise<void> {
  const head = await trx
    .selectFrom('audit_head')
    .select(['position', 'hash'])
    .where('id', '=', 1)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const row: UnsealedRow = {
    position: head.position + 1,
    id: uuidv7(entry.at),
    at: new Date(entry.at),
    actor: entry.actor,
    action: entry.action,
    subject: entry.subject,
    on_behalf_of: entry.onBehalfOf ?? null,
    impersonation_id: entry.impersonationId ?? null,
    session_id: entry.sessionId ?? null,
    caller: entry.caller ?? null,
    colleague_id: await accountOf(trx, entry.actor),
    before: entry.before ?? null,
    after: entry.after ?? null,
    prev_hash: head.hash,
  };
  const hash = hashOfRow(row);
  await trx
    .insertInto('audit')
    .values({ ...row, before: jsonOrNull(row.before), after: jsonOrNull(row.after), hash })
    .execute();
  await trx.updateTable('audit_head').set({ position: row.position, hash }).where('id', '=', 1).execute();
}

/**
 * Appends a row unless its actor has recorded the same, with the same facts, since then. Requests that come together
 * wait for each other at the end of the chain, so that one of them records.
 */
export async function recordAuditOnce(trx: Trx, entry: AuditEntry, sinceMs: number): Promise<void> {
  await trx.selectFrom('audit_head').select('position').where('id', '=', 1).forNoKeyUpdate().executeTakeFirstOrThrow();
  const same = await trx
    .selectFrom('audit')
    .select('after')
    .where('subject', '=', entry.subject)
    .where('actor', '=', entry.actor)
    .where('action', '=', entry.action)
    .where('at', '>', new Date(sinceMs))
    .execute();
  if (same.some(({ after }) => canonical(after) === canonical(entry.after ?? null))) return;
  await recordAudit(trx, entry);
}

async function accountOf(trx: Trx, actor: string): Promise<string | null> {
  const login = /^operator:(.+)$/s.exec(actor)?.[1];
  return login === undefined ? null : ((await findColleague(trx, login))?.id ?? null);
}

/** A row as it is stored. */
export type AuditRow = Selectable<Tables['audit']>;

const KEYS = { position: 'number' } as const;
export const isAuditPlace = placesOf(KEYS);

export interface AuditFilter {
  readonly subject?: string | undefined;
  /** A login, or `machine`: what was done under it, in the account of a client too. */
  readonly colleague?: string | undefined;
  /** An act of the desk: done, proposed, approved or withdrawn. */
  readonly act?: StaffActName | undefined;
  /** Days in Lima, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Lists recorded acts, the newest first. */
export function listAudit(db: Db, { subject, colleague, act, from, to }: AuditFilter): ListSource<AuditRow> {
  const startOf = (day: RawBuilder<unknown>) => sql<Date>`(${day}::timestamp at time zone ${BUSINESS_TIME_ZONE})`;
  // A login is spelt in the audit as in its account, and typed as people spell it.
  const actors = sql<string>`select prefix || ${colleague ?? ''} from (values ('operator:'), ('staff:')) prefixes (prefix)
    union all select prefix || login from colleague, (values ('operator:'), ('staff:')) prefixes (prefix)
    where lower(login) = lower(${colleague ?? ''})`;
  const rows = db
    .selectFrom('audit')
    .selectAll()
    .$if(subject !== undefined, (query) => query.where('subject', '=', subject ?? ''))
    .$if(colleague !== undefined, (query) => query.where(sql<boolean>`actor in (${actors})`))
    .$if(act !== undefined, (query) => query.where('action', 'in', act ? actionsOnRecord(act) : []))
    .$if(from !== undefined, (query) => query.where(sql<boolean>`at >= ${startOf(sql`${from}::date`)}`))
    .$if(to !== undefined, (query) => query.where(sql<boolean>`at < ${startOf(sql`(${to}::date + 1)`)}`));
  return keyset(db, { rows, keys: KEYS, isDescending: true }, (stored) => stored);
}

/**
 * The acts on an object, oldest first.
 * @internal
 */
export async function readAudit(db: Db, subject: string) {
  return db.selectFrom('audit').selectAll().where('subject', '=', subject).orderBy('position').execute();
}

export type AuditCheck =
  | { readonly kind: 'intact'; readonly rows: number; readonly hash: string }
  /** The first row that was altered or removed. */
  | { readonly kind: 'broken'; readonly position: number };

const PAGE = 1000;

/** Verifies the whole chain: no row altered, removed or inserted. */
export async function verifyAudit(db: Db): Promise<AuditCheck> {
  const head = await db.selectFrom('audit_head').select(['position', 'hash']).executeTakeFirstOrThrow();
  let hash = '';
  let position = 0;
  while (position < head.position) {
    const rows = await db
      .selectFrom('audit')
      .selectAll()
      .where('position', '>', position)
      .where('position', '<=', head.position)
      .orderBy('position')
      .limit(PAGE)
      .execute();
    for (const { hash: written, ...row } of rows) {
      if (row.position !== position + 1 || row.prev_hash !== hash || hashOfRow(row) !== written) {
        return { kind: 'broken', position: position + 1 };
      }
      position = row.position;
      hash = written;
    }
    if (rows.length === 0) return { kind: 'broken', position: position + 1 };
  }
  return hash === head.hash ? { kind: 'intact', rows: position, hash } : { kind: 'broken', position };
}

type UnsealedRow = Omit<AuditRow, 'hash'>;

function hashOfRow({ colleague_id, ...row }: UnsealedRow): string {
  // Rows from before accounts were sealed without this field.
  const sealed = colleague_id === null ? row : { ...row, colleague_id };
  return createHash('sha256').update(row.prev_hash).update(canonical(sealed)).digest('hex');
}

/** Writes the same text for the same value, in whichever order the database returns its fields. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

function jsonOrNull(value: unknown): string {
  return JSON.stringify(value ?? null);
}
