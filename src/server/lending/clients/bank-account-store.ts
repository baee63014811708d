import type { Db, Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import type { Seal } from '#server/kit/vault.ts';

/** The bank account to which a client is paid. */
export interface BankAccount {
  /** The bank's id as `/application/banks` gives it. */
  readonly bankId: string;
  readonly accountType: string;
  /** Twenty digits. */
  readonly cci: string;
}

/** An account chosen in the settings. */
export interface NamedAccount extends BankAccount {
  readonly id: string;
  readonly namedAt: Date;
  /** Payouts to it start at this time. */
  readonly usableAt: Date;
}

export async function insertBankAccount(
  trx: Trx,
  seal: Seal,
  named: { readonly personId: string; readonly account: BankAccount; readonly usableAt: Date; readonly now: number },
): Promise<NamedAccount> {
  const { personId, usableAt, now } = named;
  const { bankId, accountType, cci } = named.account;
  const account: BankAccount = { bankId, accountType, cci };
  const id = uuidv7(now);
  const namedAt = new Date(now);
  await trx
    .insertInto('bank_account')
    .values({
      id,
      person_id: personId,
      account_sealed: seal.seal(JSON.stringify(account), placeOf(id)),
      usable_at: usableAt,
      created_at: namedAt,
    })
    .execute();
  return { ...account, id, namedAt, usableAt };
}

/** The newest account, if it was chosen after a moment. */
export async function readNamedAccount(
  db: Db,
  seal: Seal,
  { personId, after }: { readonly personId: string; readonly after?: Date | undefined },
): Promise<NamedAccount | undefined> {
  const [newest] = await readNamedAccounts(db, seal, personId, 1);
  return newest && after && newest.namedAt < after ? undefined : newest;
}

/** All chosen accounts, newest first. */
export async function readNamedAccounts(db: Db, seal: Seal, personId: string, limit: number): Promise<NamedAccount[]> {
  const rows = await db
    .selectFrom('bank_account')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...open(seal, row), id: row.id, namedAt: row.created_at, usableAt: row.usable_at }));
}

function open(seal: Seal, { id, account_sealed }: { readonly id: string; readonly account_sealed: string }) {
  return JSON.parse(seal.open(account_sealed, placeOf(id))) as BankAccount;
}

function placeOf(id: string) {
  return { table: 'bank_account', column: 'account_sealed', id };
}
