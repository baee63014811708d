import { describe, expect, test } from 'vitest';
import { listDocuments } from '#api/endpoints/documents/list-documents.ts';
import { issueDocuments } from '#server/lending/loan-documents/issue-documents.ts';
import { acceptedBody, callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aClient, withArchive } from '#tests/support/loan-documents/archive.ts';
import { aBorrower, type Borrower } from '#tests/support/people/borrower.ts';

describe('200', () => {
  const archive = withArchive();

  const list = async ({ headers }: Borrower, query?: Record<string, string>) =>
    acceptedBody(await callEndpoint(archive.lending, listDocuments, { headers, ...(query && { query }) }));

  test('a client sees the papers of their loan, newest first, with what a copy is checked by', async () => {
    const { client, loan } = await aClient(archive);
    await issueDocuments(archive.documents);
    const { items, nextCursor } = await list(client);
    expect(items.map(({ type }) => type)).toEqual(['DISBURSEMENT_RECEIPT', 'SCHEDULE', 'HOJA_RESUMEN', 'CONTRACT']);
    expect(items[3]).toMatchObject({
      title: `Contrato de préstamo ${loan.loan.number}`,
      loanNumber: loan.loan.number,
      language: 'es',
      version: 1,
      pages: 3,
      supersededBy: null,
      createdAt: '2026-01-15T17:00:00.000Z',
    });
    expect(nextCursor).toBeNull();
  });

  test('on an English screen every paper has an English title', async () => {
    const { client, loan } = await aClient(archive);
    await issueDocuments(archive.documents);
    const { items } = await list({ ...client, headers: { ...client.headers, 'accept-language': 'en' } } as Borrower);
    const { number } = loan.loan;
    expect(items.map(({ title }) => title)).toEqual(
      ['Disbursement receipt', 'Payment schedule', 'Summary sheet (hoja resumen)', 'Loan contract'].map(
        (name) => `${name} ${number}`,
      ),
    );
  });

  test('by kind and by loan', async () => {
    const { client, loan } = await aClient(archive);
    await issueDocuments(archive.documents);
    expect((await list(client, { type: 'SCHEDULE' })).items).toHaveLength(1);
    expect((await list(client, { loan: loan.loan.number })).items).toHaveLength(4);
    expect((await list(client, { loan: 'P-2026-9999999' })).items).toEqual([]);
  });

  test('after the last one seen come the ones before it', async () => {
    const { client } = await aClient(archive);
    await issueDocuments(archive.documents);
    const [, second] = (await list(client)).items;
    const { items } = await list(client, { cursor: second?.id ?? '' });
    expect(items.map(({ type }) => type)).toEqual(['HOJA_RESUMEN', 'CONTRACT']);
  });

  test('nobody sees the papers of another person, by whatever they ask for', async () => {
    const { client, loan } = await aClient(archive);
    await issueDocuments(archive.documents);
    const other = await aBorrower(archive.lending);
    expect((await list(other)).items).toEqual([]);
    expect((await list(other, { loan: loan.loan.number })).items).toEqual([]);
    const [first] = (await list(client)).items;
    expect((await list(other, { cursor: first?.id ?? '' })).items).toEqual([]);
  });
});

describe('400', () => {
  const lending = withTestLending();

  test('a kind, a loan or a cursor that cannot be is named', async () => {
    const { headers } = await aBorrower(lending);
    const query = { type: 'POEM', loan: '7', cursor: 'next' };
    const answer = await callEndpoint(lending, listDocuments, { headers, query });
    expect(answer.status).toBe(400);
    expect(fieldCodes(answer).sort()).toEqual(['cursor.invalid', 'loan.invalid', 'type.not_allowed']);
  });
});
