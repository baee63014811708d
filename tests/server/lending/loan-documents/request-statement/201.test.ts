import { expect, test } from 'vitest';
import { requestStatement } from '#api/endpoints/loan-documents/request-statement.ts';
import { listDocuments, readDocumentFile } from '#server/lending/documents/document-store.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { EX2_TERMS } from '#tests/support/loan/loans.ts';
import { aClient, withArchive } from '#tests/support/loan-documents/archive.ts';
import { readPdf } from '#tests/support/loan-documents/read-pdf.ts';
import { closeThrough, pay } from '#tests/support/loans/loan-service.ts';
import type { Borrower } from '#tests/support/people/borrower.ts';

const archive = withArchive();
const ask = async ({ headers }: Borrower, body: object) =>
  acceptedBody(await callEndpoint(archive.lending, requestStatement, { headers, body }));
const textOf = async ({ personId }: Borrower, id: string) => {
  const file = await readDocumentFile(archive.lending.db.kysely, archive.lending.vault, { personId, id });
  return (await readPdf(file?.bytes ?? new Uint8Array())).flat;
};

test('without dates it runs from disbursement to today', async () => {
  const { client, loan } = await aClient(archive, { terms: EX2_TERMS });
  await closeThrough(archive.loans, '2026-02-15');
  await pay(archive.loans, loan.id, 635.63);
  const statement = await ask(client, { loanNumber: loan.loan.number });
  expect(statement).toMatchObject({ type: 'STATEMENT', title: `Estado de cuenta ${loan.loan.number}` });
  const text = await textOf(client, statement.id);
  expect(text).toContain('Del 15/01/2026 al 15/02/2026');
  expect(text).toContain('15/02/2026 Pago 635,63 2.584,53');
});

test('asked again it is the same paper; after a payment it is another', async () => {
  const { client, loan } = await aClient(archive, { terms: EX2_TERMS });
  const body = { loanNumber: loan.loan.number };
  const [first, again] = [await ask(client, body), await ask(client, body)];
  expect(again).toEqual(first);
  await pay(archive.loans, loan.id, 100);
  expect((await ask(client, body)).id).not.toBe(first.id);
  expect((await listDocuments(archive.lending.db.kysely, client.personId)).documents).toHaveLength(2);
});

test('a period is cut to the life of the loan; who reads English gets the English copy', async () => {
  const { client, loan } = await aClient(archive, { language: 'en' });
  await closeThrough(archive.loans, '2026-02-10');
  const period = { from: '2025-12-01', to: '2026-01-31' };
  const statement = await ask(client, { loanNumber: loan.loan.number, ...period });
  expect(statement).toMatchObject({ language: 'en', title: `Account statement ${loan.loan.number}` });
  expect(await textOf(client, statement.id)).toContain('From 15/01/2026 to 31/01/2026');
});
