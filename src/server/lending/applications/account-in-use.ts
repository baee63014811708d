import type { AccountInUseBody } from '#api/endpoints/profile/get-profile.ts';
import type { ReceivingAccount } from '#api/payout-body.ts';
import type { Db } from '#server/kit/tables.ts';
import type { Vault } from '#server/kit/vault.ts';
import { readNamedAccount } from '#server/lending/clients/bank-account-store.ts';
import { readBanks } from '#server/lending/parameters/bank-store.ts';
import { openDestinations } from '#server/lending/payouts/payout-destination.ts';
import type { Destination } from '#server/lending/payouts/queue-disbursement.ts';
import { borrowerOf } from '#server/lending/people/borrower.ts';
import { maskedNumber } from '#server/lending/people/masks.ts';
import type { IdentityContext } from '#server/lending/people/people-context.ts';
import { personSeal } from '#server/lending/people/person-seal.ts';
import { readPerson } from '#server/lending/people/store/person-store.ts';
import { readSteps } from './store/application-step-store.ts';

/** The account that money for a client goes to now. */
export interface AccountInUse {
  /** The bank's id in `/application/banks`; undefined for a bank that is not listed. */
  readonly bankId: string | undefined;
  readonly cci: string;
  /** Whether the client's money has arrived there before. */
  readonly isProven: boolean;
  /** The instant before which nothing is sent to it; undefined when it may be used. */
  readonly usableAt: Date | undefined;
}

/**
 * An account that was named in the settings after money was last told to go elsewhere, in the form that a payout needs.
 * @returns undefined when the account at hand is the newest
 */
export async function laterDestination(
  db: Db,
  vault: Vault,
  { personId, after }: { readonly personId: string; readonly after: Date | undefined },
): Promise<{ readonly id: string; readonly destination: Destination; readonly usableAt: Date } | undefined> {
  const seal = await personSeal(db, vault, personId);
  const named = await readNamedAccount(db, seal, { personId, after });
  if (!named) return undefined;
  const person = await readPerson(db, vault, personId);
  if (!person) throw new Error(`no holder of the account of person ${personId}`);
  const bank = (await readBanks(db)).find(({ id }) => id === named.bankId);
  const { id, cci, usableAt } = named;
  return { id, usableAt, destination: { bankId: bank?.code ?? cci.slice(0, 3), cci, holder: borrowerOf(person).name } };
}

/**
 * The account that counts (domain 2.1.3): the newer of the one that was paid to last and the one that a change has made
 * count. An application names it only for a client who has neither; undefined when nobody ever named one.
 */
export async function readAccountInUse(db: Db, vault: Vault, personId: string): Promise<AccountInUse | undefined> {
  const trusted = await readTrustedAccount(db, vault, personId);
  if (trusted) return trusted;
  const applied = await lastApplied(db, vault, personId);
  return applied && { ...applied, isProven: false, usableAt: undefined };
}

/** The account that counts, without the one that an application names, which nobody has proved. */
export async function readTrustedAccount(db: Db, vault: Vault, personId: string): Promise<AccountInUse | undefined> {
  const paidOut = await lastPaidOut(db, vault, personId);
  const seal = await personSeal(db, vault, personId);
  const named = await readNamedAccount(db, seal, { personId, after: paidOut?.at });
  const account = named ?? paidOut;
  if (!account) return undefined;
  const { bankId, cci } = account;
  return { bankId, cci, isProven: paidOut?.cci === cci, usableAt: named?.usableAt };
}

/** Presents the account that counts to its client. */
export async function presentAccount(
  { db, vault }: Pick<IdentityContext, 'db' | 'vault'>,
  personId: string,
): Promise<AccountInUseBody | null> {
  const account = await readAccountInUse(db.kysely, vault, personId);
  if (!account) return null;
  return { bankId: account.bankId ?? null, masked: maskedNumber(account.cci), verified: account.isProven };
}

/** Finds the account that a loan would be paid to, for its holder to see before signing. */
export async function receivingAccountOf(db: Db, vault: Vault, personId: string): Promise<ReceivingAccount | null> {
  const account = await readAccountInUse(db, vault, personId);
  const person = await readPerson(db, vault, personId);
  if (!account || !person) return null;
  const { bankId, cci } = account;
  const bank = (await readBanks(db)).find(({ id, code }) => id === bankId || (!bankId && cci.startsWith(code)));
  return { bank: bank?.name ?? null, masked: maskedNumber(cci), holder: borrowerOf(person).name };
}

type PaidOut = Pick<AccountInUse, 'bankId' | 'cci'> & { readonly at: Date };

async function lastApplied(
  db: Db,
  vault: Vault,
  personId: string,
): Promise<Pick<AccountInUse, 'bankId' | 'cci'> | undefined> {
  const row = await db
    .selectFrom('application_step')
    .innerJoin('application', 'application.id', 'application_step.application_id')
    .select('application.id as applicationId')
    .where('application.person_id', '=', personId)
    .where('step', '=', 'financial')
    .where('completed_at', 'is not', null)
    .orderBy('completed_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const { financial } = await readSteps(db, await personSeal(db, vault, personId), row.applicationId);
  return financial.data && { bankId: financial.data.bankId, cci: financial.data.cci };
}

async function lastPaidOut(db: Db, vault: Vault, personId: string): Promise<PaidOut | undefined> {
  const row = await db
    .selectFrom('disbursement_order')
    .innerJoin('loan', 'loan.id', 'disbursement_order.loan_id')
    .select(['disbursement_order.id', 'loan_id as loanId', 'destination_sealed as destinationSealed'])
    .select('disbursement_order.created_at as at')
    .where('loan.person_id', '=', personId)
    .where('disbursement_order.status', '=', 'CONFIRMED')
    .orderBy('disbursement_order.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const { cci } = await openDestinations(db, vault)(row);
  const bank = (await readBanks(db)).find(({ code }) => cci.startsWith(code));
  return { bankId: bank?.id, cci, at: row.at };
}
