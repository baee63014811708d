import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { getActiveLoan } from '#api/endpoints/arrangements/get-active-loan.ts';
import { bankFilePayout } from '#server/lending/gateways/payout/bank-file-payout.ts';
import { makeBatch, releaseBatch } from '#server/lending/payments/payout-batch.ts';
import { sendReleasedBatches } from '#server/lending/payments/send-batches.ts';
import { figuresOf } from '#server/lending/payouts/payout-batch-store.ts';
import { openDestinations } from '#server/lending/payouts/payout-destination.ts';
import { aSigner, scoringContext } from '#tests/support/applications/applicant.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { bankDirs } from '#tests/support/payments/bank-dirs.ts';
import type { Borrower } from '#tests/support/people/borrower.ts';
import { OPERATOR_TOKEN, operatorOf } from '#tests/support/people/operator.ts';

const lending = withTestLending({ operatorToken: OPERATOR_TOKEN });
const operator = operatorOf(() => lending.app);

async function flag({ documentNumber }: Borrower) {
  const body = { thing: { kind: 'document', documentType: 'DNI', documentNumber }, reason: 'Not the client.' };
  await operator('Ana', '/api/v1/staff/fraud-flags', body);
  expect((await operator('Luis', '/api/v1/staff/fraud-flags', body)).status).toBe(200);
}
const loanOf = async ({ headers }: Borrower) =>
  acceptedBody(await callEndpoint(lending, getActiveLoan, { headers })).loan;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flag-hold-'));
});
afterEach(() => rm(folder, { recursive: true }));
const context = () => ({
  ...scoringContext(lending),
  openDestination: openDestinations(lending.db.kysely, lending.vault),
  payout: bankFilePayout({ ...bankDirs(folder), inBatches: true, quietMs: 0 }),
});
const made = async () => {
  const answer = await makeBatch(context(), 'Ana');
  if (answer.kind === 'refused') throw new Error(answer.message);
  return answer.batch;
};

test('who is flagged is in no batch; who is flagged after it was made, in no file', async () => {
  const flagged = await aSigner(lending);
  const later = await aSigner(lending);
  const paid = await aSigner(lending);
  await flag(flagged);
  const batch = await made();
  expect(batch.items).toHaveLength(2);
  await flag(later);
  const stated = figuresOf(batch.items);
  expect(await releaseBatch(context(), batch.id, { operator: 'Luis', stated })).toEqual({ kind: 'released' });
  expect(await sendReleasedBatches(context())).toBe(1);
  expect(await readdir(join(folder, 'orders'))).toHaveLength(1);
  expect((await loanOf(paid))?.status).toBe('DISBURSING');
  for (const client of [flagged, later]) {
    expect(await loanOf(client)).toMatchObject({ status: 'ORIGINATED', payoutReviewed: true });
  }
});
