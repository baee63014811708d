import type { Kysely } from 'kysely';
import type { Db, Tables } from '#server/kit/tables.ts';

export interface Bank {
  readonly id: string;
  readonly name: string;
  /** `002`: the first three digits of every interbank account of the bank. */
  readonly code: string;
  /** Valid lengths of its account numbers; empty when unknown. */
  readonly accountLengths: readonly number[];
}

/** The banks a client may choose, in the lender's order. */
export async function readBanks(db: Db): Promise<Bank[]> {
  const rows = await db
    .selectFrom('bank')
    .select(['id', 'name', 'code', 'account_lengths as accountLengths'])
    .where('active', '=', true)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows;
}

/** Adds banks; one that is there already stays as it is. @returns how many were added */
export async function insertBanks(db: Kysely<Tables>, banks: readonly Bank[]): Promise<number> {
  const added = await db
    .insertInto('bank')
    .values(
      banks.map(({ id, name, code, accountLengths }, index) => ({
        id,
        name,
        code,
        account_lengths: JSON.stringify(accountLengths),
        position: index + 1,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return added.length;
}
