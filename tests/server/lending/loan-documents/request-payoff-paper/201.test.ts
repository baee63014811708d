import { expect, test } from 'vitest';
import { requestPayoffPaper } from '#api/endpoints/loan-documents/request-payoff-paper.ts';
import { readDocumentFile } from '#server/lending/documents/document-store.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aClient, withArchive } from '#tests/support/loan-documents/archive.ts';
import { readPdf } from '#tests/support/loan-documents/read-pdf.ts';
import { closeThrough, pay } from '#tests/support/loans/loan-service.ts';
import type { Borrower } from '#tests/support/people/borrower.ts';

const archive = withArchive();
const ask = async ({ headers }: Borrower, body: object) =>
  acceptedBody(await callEndpoint(archive.lending, requestPayoffPaper, { headers, body }));
const textOf = async ({ personId }: Borrower, id: string) => {
  const file = await readDocumentFile(archive.lending.db.kysely, archive.lending.vault, { personId, id });
  return (await readPdf(file?.bytes ?? new Uint8Array())).flat;
};

test('for today: day 12 of the single payment is 534,59, valid until 23:59', async () => {
  const { client, loan } = await aClient(archive);
  await closeThrough(archive.loans, '2026-01-27');
  const quote = await ask(client, { loanNumber: loan.loan.number });
  expect(quote).toMatchObject({ type: 'PAYOFF_QUOTE', pages: 1 });
  const text = await textOf(client, quote.id);
  expect(text).toContain('Total para terminar de pagar S/ 534,59');
  expect(text).toContain('27/01/2026, 23:59');
});

test('for a day to come, and after a payment another one for the same day', async () => {
  const { client, loan } = await aClient(archive);
  const body = { loanNumber: loan.loan.number, date: '2026-02-14' };
  const first = await ask(client, body);
  expect(await ask(client, body)).toEqual(first);
  expect(await textOf(client, first.id)).toContain('Total para terminar de pagar S/ 573,03');
  await closeThrough(archive.loans, '2026-01-20');
  await pay(archive.loans, loan.id, 100);
  const second = await ask(client, body);
  expect(second.id).not.toBe(first.id);
  expect(await textOf(client, second.id)).not.toContain('573,03');
});
