import type { Db, Tables, Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import type { Seal } from '#server/kit/vault.ts';
import { keyset, type ListSource } from '#server/lending/staff/list-source.ts';

export interface Recovery {
  readonly id: string;
  readonly personId: string;
  readonly status: Tables['phone_recovery']['status'];
  /** Empty where a mailbox is asked for. */
  readonly newPhoneSealed: string;
  readonly newEmailSealed: string | null;
  readonly pictureSealed: string | null;
  readonly pictureType: string | null;
  readonly confirmedAt: Date | null;
}

/** No sealed text is empty: the number was forgotten, or a mailbox was asked for. */
const NONE = '';

const COLUMNS = [
  'id',
  'person_id as personId',
  'status',
  'new_phone_sealed as newPhoneSealed',
  'new_email_sealed as newEmailSealed',
  'selfie_sealed as pictureSealed',
  'selfie_media_type as pictureType',
  'confirmed_at as confirmedAt',
] as const;

/**
 * Creates a recovery of a telephone, which waits for the e-mailed link, or of a mailbox, which waits for its picture.
 * @returns its id
 */
export async function insertRecovery(
  db: Db,
  seal: Seal,
  recovery: { readonly personId: string; readonly newPhone?: string; readonly newEmail?: string; readonly now: number },
): Promise<string> {
  const id = uuidv7(recovery.now);
  const { newPhone, newEmail } = recovery;
  await db
    .insertInto('phone_recovery')
    .values({
      id,
      person_id: recovery.personId,
      new_phone_sealed: newPhone === undefined ? NONE : seal.seal(newPhone, placeOf('new_phone_sealed', id)),
      new_email_sealed: newEmail === undefined ? null : seal.seal(newEmail, placeOf('new_email_sealed', id)),
      status: 'EMAIL_SENT',
      created_at: new Date(recovery.now),
    })
    .execute();
  return id;
}

/** Stores the client's picture: the recovery now waits for staff. */
export async function storePicture(
  db: Db,
  seal: Seal,
  picture: { readonly id: string; readonly bytes: Uint8Array; readonly mediaType: string; readonly now: number },
): Promise<void> {
  const { id } = picture;
  const text = Buffer.from(picture.bytes).toString('base64');
  await db
    .updateTable('phone_recovery')
    .set({
      status: 'WAITING',
      selfie_sealed: seal.seal(text, placeOf('selfie_sealed', id)),
      selfie_media_type: picture.mediaType,
      confirmed_at: new Date(picture.now),
    })
    .where('id', '=', id)
    .execute();
}

export function openNewPhone(seal: Seal, { id, newPhoneSealed }: Recovery): string {
  return seal.open(newPhoneSealed, placeOf('new_phone_sealed', id));
}

/** The mailbox that was asked for; undefined when it is about a telephone. */
export function openNewEmail(seal: Seal, { id, newEmailSealed }: Recovery): string | undefined {
  return newEmailSealed === null ? undefined : seal.open(newEmailSealed, placeOf('new_email_sealed', id));
}

export function openPicture(seal: Seal, { id, pictureSealed }: Recovery): Uint8Array | undefined {
  if (pictureSealed === null) return undefined;
  return Buffer.from(seal.open(pictureSealed, placeOf('selfie_sealed', id)), 'base64');
}

/** Recoveries waiting for staff, oldest first. */
export function listWaiting<Row>(
  db: Db,
  present: (recovery: WaitingRecovery) => Row,
  only: { readonly id?: string | undefined } = {},
): ListSource<Row> {
  const rows = db
    .selectFrom('phone_recovery')
    .select(['id', 'person_id as personId', 'confirmed_at as confirmedAt', 'new_email_sealed as newEmailSealed'])
    .where('status', '=', 'WAITING');
  return keyset(db, { rows, keys: { id: 'uuid' }, only }, (stored) => stored.map(present));
}

/** A recovery as the list has it: without the picture, which is megabytes. */
export type WaitingRecovery = Pick<Recovery, 'id' | 'personId' | 'confirmedAt' | 'newEmailSealed'>;

export async function readRecovery(db: Db, id: string): Promise<Recovery | undefined> {
  return db.selectFrom('phone_recovery').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

/**
 * Decides a recovery once and deletes the picture, which is not needed any more.
 * @returns undefined when none is waiting
 */
export async function decideRecovery(
  trx: Trx,
  id: string,
  decision: { readonly status: 'APPROVED' | 'REJECTED'; readonly by: string; readonly now: number },
): Promise<Recovery | undefined> {
  const waiting = await trx
    .selectFrom('phone_recovery')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('status', '=', 'WAITING')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!waiting) return undefined;
  const { status, by, now } = decision;
  await trx
    .updateTable('phone_recovery')
    .set({ status, decided_by: by, decided_at: new Date(now), selfie_sealed: null })
    .where('id', '=', id)
    .execute();
  return waiting;
}

/** Every recovery of a person that is kept, with the telephone or mailbox unless it was forgotten, oldest first. */
export async function readRecoveriesOf(db: Db, seal: Seal, personId: string) {
  const rows = await db
    .selectFrom('phone_recovery')
    .select([...COLUMNS, 'created_at as createdAt', 'decided_at as decidedAt'])
    .where('person_id', '=', personId)
    .orderBy('id')
    .execute();
  return rows.map(({ createdAt, decidedAt, ...row }) => ({
    id: row.id,
    status: row.status,
    newPhone: row.newPhoneSealed === NONE ? undefined : openNewPhone(seal, row),
    newEmail: openNewEmail(seal, row),
    picture: openPicture(seal, row),
    pictureType: row.pictureType,
    createdAt,
    confirmedAt: row.confirmedAt,
    decidedAt,
  }));
}

/** Ends what a person asked for and nobody decided, and forgets every number, mailbox and picture of theirs. */
export async function endRecoveries(
  trx: Trx,
  personId: string,
  { by, now }: { readonly by: string; readonly now: number },
): Promise<void> {
  await trx
    .updateTable('phone_recovery')
    .set({ status: 'REJECTED', decided_by: by, decided_at: new Date(now), selfie_sealed: null })
    .where('person_id', '=', personId)
    .where('status', 'in', ['EMAIL_SENT', 'WAITING'])
    .execute();
  await trx
    .updateTable('phone_recovery')
    .set({ new_phone_sealed: NONE, new_email_sealed: null })
    .where('person_id', '=', personId)
    .execute();
}

/** Forgets numbers and mailboxes of recoveries whose link was not used in time, and of those that were decided long ago. */
export async function forgetRecoveries(db: Db, before: { readonly sent: Date; readonly decided: Date }): Promise<void> {
  await db
    .updateTable('phone_recovery')
    .set({ new_phone_sealed: NONE, new_email_sealed: null })
    .where(({ eb, or }) => or([eb('new_phone_sealed', '!=', NONE), eb('new_email_sealed', 'is not', null)]))
    .where(({ and, eb, or }) =>
      or([
        and([eb('status', '=', 'EMAIL_SENT'), eb('created_at', '<', before.sent)]),
        eb('decided_at', '<', before.decided),
      ]),
    )
    .execute();
}

function placeOf(column: string, id: string) {
  return { table: 'phone_recovery', column, id };
}
