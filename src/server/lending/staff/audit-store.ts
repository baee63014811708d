import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Db, Tables, Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { findColleague } from './colleague-store.ts';

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

/** Appends to the hash chain in the act's transaction, whose end stays locked: record last, others wait briefly. */
export async function recordAudit(trx: Trx, entry: AuditEntry): Promise<void> {
  const head = await trx
    .selectFrom('audit_head')
    .select(['position', 'hash'])
    .where('id', '=', 1)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const row: AuditRow = {
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

async function accountOf(trx: Trx, actor: string): Promise<string | null> {
  const login = /^operator:(.+)$/s.exec(actor)?.[1];
  return login === undefined ? null : ((await findColleague(trx, login))?.id ?? null);
}

/** The acts on an object, oldest first. */
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

type AuditRow = Omit<Selectable<Tables['audit']>, 'hash'>;

function hashOfRow({ colleague_id, ...row }: AuditRow): string {
  // Rows from before accounts were sealed without this field.
  const sealed = colleague_id === null ? row : { ...row, colleague_id };
  return createHash('sha256').update(row.prev_hash).update(canonical(sealed)).digest('hex');
}

/** The same text for the same value, in whichever order the database returns its fields. */
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
