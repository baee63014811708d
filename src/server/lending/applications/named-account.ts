import { randomUUID } from 'node:crypto';
import { readAccountAnswer } from '#api/field-rules/bank-account.ts';
import { cents } from '#loan/money.ts';
import type { Refusal } from '#server/kit/errors.ts';
import { lockLoan } from '#server/lending/loans/store/loan-store.ts';
import { readBanks } from '#server/lending/parameters/bank-store.ts';
import { sealDestinations } from '#server/lending/payouts/payout-destination.ts';
import { type Destination, queueDisbursement } from '#server/lending/payouts/queue-disbursement.ts';
import { borrowerOf } from '#server/lending/people/borrower.ts';
import type { IdentityContext } from '#server/lending/people/people-context.ts';
import { readPerson } from '#server/lending/people/store/person-store.ts';
import { readAccountInUse } from './account-in-use.ts';
import { type Naming, nameAccount } from './another-account.ts';
import type { ApplicationContext } from './application-context.ts';
import type { LockedApplication } from './locked-application.ts';
import { completeStep, readSteps } from './store/application-step-store.ts';
import type { StoredApplication } from './store/application-store.ts';
import { rememberMark } from './store/person-mark-store.ts';

/** The account that counts, with the holder's name: the client's own. One that was named and waits is not it yet. */
export async function destinationOf(
  { vault }: Pick<ApplicationContext, 'vault'>,
  { trx, personId }: LockedApplication,
  { reference }: StoredApplication,
): Promise<{ readonly destination: Destination; readonly notBefore: number | undefined }> {
  const account = await readAccountInUse(trx, vault, personId);
  const person = await readPerson(trx, vault, personId);
  if (!account || !person) throw new Error(`${reference} has no account or nobody to hold it`);
  const { bankId, cci, usableAt } = account;
  const bank = (await readBanks(trx)).find(({ id }) => id === bankId);
  const destination = { bankId: bank?.code ?? cci.slice(0, 3), cci, holder: borrowerOf(person).name };
  return { destination, notBefore: usableAt?.getTime() };
}

/**
 * Whether another account is still of use. A loan that is being issued is locked first: the day's close may be voiding it
 * this very moment (domain 2.3.2 row 22), and what is void is never paid out.
 */
export async function canNameAccount(
  { trx }: LockedApplication,
  { stage, loanId }: StoredApplication,
): Promise<boolean> {
  if (stage !== 'ISSUING' || !loanId) return true;
  const stored = await lockLoan(trx, { id: loanId });
  return stored?.loan.status === 'DISBURSMENT_FAILED';
}

/** What the client has to prove before another account is kept; a change of account is written down (domain 2.1.3). */
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

/** Another account: kept with what the client told of it, and, when the bank has refused the first one, paid to once it counts. */
export async function changeAccount(
  context: ApplicationContext,
  held: LockedApplication,
  application: StoredApplication,
  value: string,
): Promise<void> {
  const { trx, seal, personId, today, now } = held;
  const { bankId, cci } = readAccountAnswer(value);
  const { financial } = await readSteps(trx, seal, application.id);
  if (!financial.data) throw new Error(`${application.reference} has no account to change`);
  const { accountNumber: _, ...rest } = financial.data;
  const data = { ...rest, bankId, cci };
  await completeStep(trx, seal, { applicationId: application.id, step: 'financial', data, now });
  await rememberMark(trx, context.vault, personId, { kind: 'cci', value: cci }, now);
  if (application.stage !== 'ISSUING' || !application.loanId) return;
  const { terms } = await trx
    .selectFrom('loan')
    .select('terms')
    .where('id', '=', application.loanId)
    .executeTakeFirstOrThrow();
  const order = {
    id: randomUUID(),
    loanId: application.loanId,
    personId,
    purpose: 'loan',
    amountCents: cents(terms.principalCents),
    ...(await destinationOf(context, held, application)),
    orderedOn: today,
    now: context.clock.now(),
  } as const;
  await queueDisbursement(trx, order, sealDestinations(context.vault));
}
