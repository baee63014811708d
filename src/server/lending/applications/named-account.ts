import { randomUUID } from 'node:crypto';
import { readAccountAnswer } from '#api/field-rules/bank-account.ts';
import { cents } from '#loan/money.ts';
import { lockLoan } from '#server/lending/loans/store/loan-store.ts';
import { type Bank, readBanks } from '#server/lending/parameters/bank-store.ts';
import { sealDestinations } from '#server/lending/payouts/payout-destination.ts';
import { type Destination, queueDisbursement } from '#server/lending/payouts/queue-disbursement.ts';
import { borrowerOf } from '#server/lending/people/borrower.ts';
import { readPerson } from '#server/lending/people/store/person-store.ts';
import { laterDestination } from './account-in-use.ts';
import type { ApplicationContext } from './application-context.ts';
import type { LockedApplication } from './locked-application.ts';
import { completeStep, readSteps } from './store/application-step-store.ts';
import type { StoredApplication } from './store/application-store.ts';
import { rememberMark } from './store/person-mark-store.ts';

/** The account a client named last, here or in their settings, with the holder's name: the client's own. */
export async function destinationOf(
  { vault }: Pick<ApplicationContext, 'vault'>,
  { trx, seal, personId }: LockedApplication,
  { id, reference }: StoredApplication,
): Promise<{ readonly destination: Destination; readonly notBefore?: number | undefined }> {
  const { financial } = await readSteps(trx, seal, id);
  const person = await readPerson(trx, vault, personId);
  if (!financial.data || !person) throw new Error(`${reference} has no account or nobody to hold it`);
  const later = await laterDestination(trx, vault, { personId, after: financial.completedAt });
  if (later) return { destination: later.destination, notBefore: later.usableAt.getTime() };
  const { bankId, cci } = financial.data;
  const bank = (await readBanks(trx)).find((candidate: Bank) => candidate.id === bankId);
  return { destination: { bankId: bank?.code ?? cci.slice(0, 3), cci, holder: borrowerOf(person).name } };
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

/** Another account: kept with what the client told of it, and, when the bank has refused the first one, paid to. */
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
