import { hashOf } from '#server/kit/secret.ts';
import type { Db, Trx } from '#server/kit/tables.ts';
import { inFours } from '#server/kit/totp.ts';
import { newTypedCode } from './staff-challenges.ts';

const COUNT = 8;

/** Makes eight codes, each of which counts once in the place of the app's; older ones end. They are read this once. */
export async function makeRecoveryCodes(trx: Trx, colleagueId: string, now: number): Promise<readonly string[]> {
  await endRecoveryCodes(trx, colleagueId, now);
  const codes = Array.from({ length: COUNT }, newTypedCode);
  const row = { colleague_id: colleagueId, made_at: new Date(now), ended_at: null };
  await trx
    .insertInto('colleague_recovery_code')
    .values(codes.map((code) => ({ ...row, code_hash: hashOf(code) })))
    .execute();
  return codes.map(inFours);
}

export async function endRecoveryCodes(trx: Trx, colleagueId: string, now: number): Promise<void> {
  await trx
    .updateTable('colleague_recovery_code')
    .set({ ended_at: new Date(now) })
    .where('colleague_id', '=', colleagueId)
    .where('ended_at', 'is', null)
    .execute();
}

/** @returns false when it is not a code of this account, or was used or replaced */
export async function takeRecoveryCode(trx: Trx, colleagueId: string, code: string, now: number): Promise<boolean> {
  const row = await trx
    .updateTable('colleague_recovery_code')
    .set({ ended_at: new Date(now) })
    .where('colleague_id', '=', colleagueId)
    .where('code_hash', '=', hashOf(code))
    .where('ended_at', 'is', null)
    .returning('code_hash')
    .executeTakeFirst();
  return row !== undefined;
}

export async function countRecoveryCodes(db: Db, colleagueId: string): Promise<number> {
  const { count } = await db
    .selectFrom('colleague_recovery_code')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('colleague_id', '=', colleagueId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}
