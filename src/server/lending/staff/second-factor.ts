import type { FieldRule } from '#api/field-rules/field-rule.ts';
import { oneTimeCode } from '#api/field-rules/secrets.ts';
import { hashOf } from '#server/kit/secret.ts';
import type { Db, Trx } from '#server/kit/tables.ts';
import { stepOfCode } from '#server/kit/totp.ts';
import type { Vault } from '#server/kit/vault.ts';
import { acceptAttempt, INVITATION_MS, type Setup, type StoredColleague } from './colleague-store.ts';
import { takeRecoveryCode } from './recovery-codes.ts';

const TYPED = /^[A-Z2-7]{16}$/;

/** A code of ours that a person types, with blanks, dashes and small letters or without them. */
export const typedCode: FieldRule = {
  normalise: (typed) => oneTimeCode.normalise(typed).toUpperCase(),
  check: (value) => (TYPED.test(value) ? undefined : 'invalid'),
};

/** The code of the app or, in its place, one of the eight recovery codes. */
export const secondFactor: FieldRule = {
  normalise: typedCode.normalise,
  check: (value) => (TYPED.test(value) ? undefined : oneTimeCode.check(value)),
};

/**
 * Takes the second factor of an attempt whose password was right.
 * @returns how it was given; undefined when it is wrong, was used, or the password ended while it was compared
 */
export async function takeSecondFactor(
  trx: Trx,
  vault: Vault,
  { account, code, now }: { readonly account: StoredColleague; readonly code: string; readonly now: number },
): Promise<'app' | 'recovery-code' | undefined> {
  const step = stepOfCode(openSecondFactor(vault, account), code, { nowMs: now, lastStep: account.last_step });
  if (step !== undefined) return (await acceptAttempt(trx, account, step)) ? 'app' : undefined;
  if (!TYPED.test(code) || !(await takeRecoveryCode(trx, account.id, code, now))) return undefined;
  return (await acceptAttempt(trx, account)) ? 'recovery-code' : undefined;
}

/** Keeps what was chosen with an invitation, in the place of what was chosen with it before. */
export async function keepSetup(trx: Trx, { id, invitation, ...chosen }: Setup, now: number): Promise<void> {
  const setup = {
    invitation_hash: hashOf(invitation),
    password_hash: chosen.passwordHash,
    second_factor_sealed: chosen.secondFactorSealed,
    begun_at: new Date(now),
  };
  // Of invitations that are over.
  await trx
    .deleteFrom('colleague_setup')
    .where('begun_at', '<=', new Date(now - INVITATION_MS))
    .execute();
  await trx
    .insertInto('colleague_setup')
    .values({ colleague_id: id, ...setup })
    .onConflict((conflict) => conflict.column('colleague_id').doUpdateSet(setup))
    .execute();
}

/** @returns undefined when nothing was chosen with this invitation */
export async function findSetup(
  db: Db,
  { id, invitation }: Pick<Setup, 'id' | 'invitation'>,
): Promise<Setup | undefined> {
  const row = await db
    .selectFrom('colleague_setup')
    .select(['password_hash as passwordHash', 'second_factor_sealed as secondFactorSealed'])
    .where('colleague_id', '=', id)
    .where('invitation_hash', '=', hashOf(invitation))
    .executeTakeFirst();
  return row && { id, invitation, ...row };
}

const PLACE = { table: 'colleague', column: 'second_factor' } as const;

export function sealSecondFactor(vault: Vault, id: string, secret: Uint8Array): string {
  return vault.seal(Buffer.from(secret).toString('base64'), { ...PLACE, id });
}

export function openSecondFactor(
  vault: Vault,
  { id, second_factor_sealed: sealed }: Pick<StoredColleague, 'id' | 'second_factor_sealed'>,
): Uint8Array {
  return Buffer.from(vault.open(sealed ?? '', { ...PLACE, id }), 'base64');
}

/** Seals the second factors, in force or chosen, with the newest master key. @returns how many were sealed anew */
export async function resealSecondFactors(db: Db, vault: Vault): Promise<number> {
  let count = 0;
  const all = [
    ...(await db.selectFrom('colleague').select(['id', 'second_factor_sealed as sealed']).execute()),
    ...(await db
      .selectFrom('colleague_setup')
      .select(['colleague_id as id', 'second_factor_sealed as sealed'])
      .execute()),
  ];
  for (const { id, sealed } of all) {
    const anew = sealed === null ? null : vault.reseal(sealed, { ...PLACE, id });
    if (anew === sealed || anew === null) continue;
    const set = { second_factor_sealed: anew };
    await db
      .updateTable('colleague')
      .set(set)
      .where('id', '=', id)
      .where('second_factor_sealed', '=', sealed)
      .execute();
    await db.updateTable('colleague_setup').set(set).where('second_factor_sealed', '=', sealed).execute();
    count += 1;
  }
  return count;
}
