import { expect } from 'vitest';
import { getMissingInformation } from '#api/endpoints/applications/get-missing-information.ts';
import { acceptedBody, callEndpoint, type TestLending } from '../lending/lending-app.ts';
import { EX1_TERMS } from '../loan/loans.ts';
import { anOriginatedLoan, stored, TestBank } from '../loans/loan-service.ts';
import type { Borrower } from '../people/borrower.ts';
import { operatorOf } from '../people/operator.ts';
import { type ApplicantOptions, anApplicant, aSigner, payOut, stateOf } from './applicant.ts';

interface Asked {
  readonly code: string;
  readonly note?: string;
}

/** An operator asks for something; the application must be open with the operator's token. */
export async function askFor(lending: TestLending, applicant: Borrower, items: readonly Asked[]): Promise<void> {
  const { application } = await stateOf(lending, applicant);
  const path = `/api/v1/staff/applications/${application?.reference}/need-info`;
  const { status, body } = await operatorOf(() => lending.app)('Ana Torres', path, { items });
  expect([status, body['kind']]).toEqual([200, 'done']);
}

/** A client whose application people look at, and who is asked for something. */
export async function anAskedApplicant(
  lending: TestLending,
  items: readonly Asked[],
  options: ApplicantOptions = {},
): Promise<Borrower> {
  const personal = { pep: true, pepPosition: 'Regidora' };
  const applicant = await anApplicant(lending, 'MANUAL_REVIEW', { personal, ...options });
  await askFor(lending, applicant, items);
  return applicant;
}

/** A client whose signed loan the bank could not pay out, with a fresh proof for another account unless told. */
export async function aRefusedAccount(
  lending: TestLending,
  options: ApplicantOptions = { stepUp: ['change-bank-account'] },
): Promise<Borrower> {
  const signer = await aSigner(lending, options);
  const bank = new TestBank(lending.clock);
  bank.mode = 'rejects';
  await payOut(lending, bank);
  expect((await stateOf(lending, signer)).loan?.status).toBe('DISBURSMENT_FAILED');
  return signer;
}

/** The bank refuses the payout of a loan that an operator made for a client. */
export async function aRefusedLoanByOperator(lending: TestLending, { personId }: Borrower): Promise<void> {
  const bank = new TestBank(lending.clock);
  bank.mode = 'rejects';
  const { id } = await anOriginatedLoan(lending, EX1_TERMS, personId);
  // Others are paid first, ten at a time.
  for (let round = 0; round < 4; round += 1) await payOut(lending, bank);
  expect((await stored(lending, id)).loan.status).toBe('DISBURSMENT_FAILED');
}

/** Reads what a client is asked for. */
export async function askedOf(lending: TestLending, { headers }: Pick<Borrower, 'headers'>) {
  return acceptedBody(await callEndpoint(lending, getMissingInformation, { headers }));
}
