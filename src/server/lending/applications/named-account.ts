import { readAccountAnswer } from '#api/field-rules/bank-account.ts';
import { cents } from '#loan/money.ts';
import type { Refusal } from '#server/kit/errors.ts';
import type { Client } from '#server/kit/gate.ts';
import type { Trx } from '#server/kit/tables.ts';
import { uuidv4 } from '#server/kit/uuid.ts';
import type { BankAccount } from '#server/lending/clients/bank-account-store.ts';
import { endContactChanges } from '#server/lending/clients/contact-change-notifications.ts';
import { endNotifications } from '#server/lending/clients/notification-store.ts';
import { rememberMark } from '#server/lending/fraud/person-mark-store.ts';
import { RETURNED_KINDS } from '#server/lending/loans/notify-of-loan.ts';
import { lockLoan, readOpenLoan } from '#server/lending/loans/store/loan-store.ts';
import { readBanks } from '#server/lending/parameters/bank-store.ts';
import { isOpen, readOrders } from '#server/lending/payouts/disbursement-store.ts';
import { sealDestinations } from '#server/lending/payouts/payout-destination.ts';
import { type Destination, queueDisbursement } from '#server/lending/payouts/queue-disbursement.ts';
import { borrowerOf } from '#server/lending/people/borrower.ts';
import { requestContactChange } from '#server/lending/people/contact-change.ts';
import type { IdentityContext, Origin } from '#server/lending/people/people-context.ts';
import { personSeal } from '#server/lending/people/person-seal.ts';
import { stepUpOf } from '#server/lending/people/session-gate.ts';
import { recordAccess } from '#server/lending/people/store/access-log-store.ts';
import { readContactChanges } from '#server/lending/people/store/contact-change-store.ts';
import { type Person, readPerson } from '#server/lending/people/store/person-store.ts';
import { readAccountInUse, readTrustedAccount } from './account-in-use.ts';
import type { ApplicationContext } from './application-context.ts';
import { noApplication } from './application-refusals.ts';
import type { LockedApplication } from './locked-application.ts';
import { completeStep, readSteps } from './store/application-step-store.ts';
import type { StoredApplication } from './store/application-store.ts';

/**
 * The account that counts, with the holder's name: the client's own. One that was named and waits is not it yet.
 * @param named counts for a client without another one that was proved; by default the last application's
 */
export async function destinationOf(
  { vault }: Pick<ApplicationContext, 'vault'>,
  { trx, personId }: LockedApplication,
  named?: Pick<BankAccount, 'bankId' | 'cci'>,
): Promise<{ readonly destination: Destination; readonly notBefore: number | undefined }> {
  const proved = named && ((await readTrustedAccount(trx, vault, personId)) ?? { ...named, usableAt: undefined });
  const account = proved ?? (await readAccountInUse(trx, vault, personId));
  const person = await readPerson(trx, vault, personId);
  if (!account || !person) throw new Error(`person ${personId} has no account or no holder`);
  const { bankId, cci, usableAt } = account;
  const bank = (await readBanks(trx)).find(({ id }) => id === bankId);
  const destination = { bankId: bank?.code ?? cci.slice(0, 3), cci, holder: borrowerOf(person).name };
  return { destination, notBefore: usableAt?.getTime() };
}

/**
 * Tells whether another account is still of use. The loan of an application in ISSUING is locked first, because the
 * day's close may be voiding it at this very moment (domain 2.3.2 row 22), and a void loan must never be paid out.
 */
export async function canNameAccount(
  { trx }: LockedApplication,
  { stage, loanId }: StoredApplication,
): Promise<boolean> {
  if (stage !== 'ISSUING' || !loanId) return true;
  const stored = await lockLoan(trx, { id: loanId });
  return stored?.loan.status === 'DISBURSMENT_FAILED';
}

/**
 * Asks for the proof that the client owes before another account is kept; a change of account is written down (domain
 * 2.1.3).
 */
export async function proveAccount(
  context: IdentityContext,
  { trx, seal }: LockedApplication,
  { id, stage }: StoredApplication,
  { value, naming }: { readonly value: string; readonly naming: Naming },
): Promise<Refusal | undefined> {
  const { financial } = await readSteps(trx, seal, id);
  const accountType = financial.data?.bankAccountType ?? 'SAVINGS';
  const account = { ...readAccountAnswer(value), accountType };
  return nameAccount(trx, context, naming, { account, isOwed: stage === 'ISSUING' });
}

/**
 * Another account: kept with what the client told of it, and, when the bank has refused the first one, paid to once it
 * counts.
 */
export async function changeAccount(
  context: ApplicationContext,
  held: LockedApplication,
  application: StoredApplication,
  value: string,
): Promise<void> {
  const { trx, seal, personId, now } = held;
  const { bankId, cci } = readAccountAnswer(value);
  const { financial } = await readSteps(trx, seal, application.id);
  if (!financial.data) throw new Error(`${application.reference} has no account to change`);
  const { accountNumber: _, ...rest } = financial.data;
  const data = { ...rest, bankId, cci };
  await completeStep(trx, seal, { applicationId: application.id, step: 'financial', data, now });
  await rememberMark(trx, context.vault, personId, { kind: 'cci', value: cci }, now);
  if (application.stage === 'ISSUING' && application.loanId) await payAgain(context, held, application.loanId);
}

/**
 * The loan that waits for another account without an application that says so, because an operator made it. The account
 * is asked for as one item, whose id is the loan's.
 */
export async function returnedLoanOf({ trx, personId, application }: LockedApplication): Promise<string | undefined> {
  const stored = await readOpenLoan(trx, personId);
  if (stored?.loan.status !== 'DISBURSMENT_FAILED' || stored.id === application?.loanId) return undefined;
  const orders = await readOrders(trx, stored.id);
  return orders.some(isOpen) ? undefined : stored.id;
}

/**
 * Names another account for such a loan, with the same proof.
 * @returns the 428 that asks for the proof, or the reason why it is too late
 */
export async function changeReturned(
  context: ApplicationContext & IdentityContext,
  held: LockedApplication,
  loanId: string,
  { value, naming }: { readonly value: string; readonly naming: Naming },
): Promise<Refusal | undefined> {
  const { trx, personId, now } = held;
  await lockLoan(trx, { id: loanId });
  // A payout that has gone through, or the day's close, may have been first.
  if ((await returnedLoanOf(held)) !== loanId) return noApplication();
  const account = { ...readAccountAnswer(value), accountType: 'SAVINGS' };
  const unproved = await nameAccount(trx, context, naming, { account, isOwed: true });
  if (unproved) return unproved;
  await rememberMark(trx, context.vault, personId, { kind: 'cci', value: account.cci }, now);
  await payAgain(context, held, loanId, account);
  return undefined;
}

async function payAgain(context: ApplicationContext, held: LockedApplication, loanId: string, named?: BankAccount) {
  const { trx, personId, today } = held;
  const { number, terms } = await trx
    .selectFrom('loan')
    .select(['number', 'terms'])
    .where('id', '=', loanId)
    .executeTakeFirstOrThrow();
  const order = {
    id: uuidv4(),
    loanId,
    personId,
    purpose: 'loan',
    amountCents: cents(terms.principalCents),
    ...(await destinationOf(context, held, named)),
    orderedOn: today,
    now: context.clock.now(),
  } as const;
  await queueDisbursement(trx, order, sealDestinations(context.vault));
  await endNotifications(trx, personId, RETURNED_KINDS, order.now, { loanNumber: number });
}

/** The client who names an account, and where the request came from. */
export interface Naming {
  readonly client: Client;
  readonly origin: Origin;
}

/**
 * An account that a client names in an application, under the lock of the person. Another one than the one that counts
 * is a change of contact like that of the settings (domain 2.1.3); nobody's first account is. After a refusal of the bank
 * a first account needs the proof too, without the day: the money is owed already, and no signature follows.
 * @returns the 428 that asks for the proof; then nothing was written
 */
export async function nameAccount(
  trx: Trx,
  context: IdentityContext,
  { client, origin }: Naming,
  { account, isOwed }: { readonly account: BankAccount; readonly isOwed: boolean },
): Promise<Refusal | undefined> {
  const { vault, clock } = context;
  const { personId, sessionId, assurance } = client;
  const now = clock.now();
  const kind = 'BANK_ACCOUNT';
  const open = await readContactChanges(trx, await personSeal(trx, vault, personId), personId);
  const waiting = open.find((change) => change.kind === kind);
  // Told and waiting already.
  if (waiting && (JSON.parse(waiting.value) as BankAccount).cci === account.cci) return undefined;
  const trusted = await readTrustedAccount(trx, vault, personId);
  const isChange = trusted !== undefined && trusted.cci !== account.cci;
  if (isChange || (isOwed && !trusted)) {
    const proof = await stepUpOf(trx, { sessionId, isFull: assurance === 'full' }, 'change-bank-account', now);
    if ('kind' in proof) return proof;
  }
  if (!isChange) {
    await endContactChanges(trx, { personId, kind, status: 'CANCELLED', now });
    return undefined;
  }
  const person = await readPerson(trx, vault, personId);
  if (!person) throw new Error(`no holder of the account of person ${personId}`);
  await requestAccountChange(trx, context, { person, sessionId, origin }, account);
  return undefined;
}

/**
 * Requests a change of account that was proved: the channels in use are told, and it waits for its day. The person must
 * be locked.
 * @returns false when the same change is waiting already
 */
export async function requestAccountChange(
  trx: Trx,
  context: IdentityContext,
  by: { readonly person: Person; readonly sessionId: string; readonly origin: Origin },
  { bankId, accountType, cci }: BankAccount,
): Promise<boolean> {
  const { person, sessionId, origin } = by;
  const value = JSON.stringify({ bankId, accountType, cci });
  const asked = { kind: 'BANK_ACCOUNT', value, sessionId, status: 'PENDING' } as const;
  const { isNew } = await requestContactChange(trx, context, person, asked);
  if (!isNew) return false;
  const { caller, userAgent } = origin;
  const at = context.clock.now();
  await recordAccess(trx, { personId: person.id, kind: 'BANK_ACCOUNT_CHANGED', at, caller, userAgent });
  return true;
}
