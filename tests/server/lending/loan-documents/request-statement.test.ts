import { describe, expect, test } from 'vitest';
import { requestStatement } from '#api/endpoints/loan-documents/request-statement.ts';
import { listDocuments, readDocumentFile } from '#server/lending/documents/document-store.ts';
import { acceptedBody, callEndpoint, fieldCodes } from '#tests/support/lending/lending-app.ts';
import { EX2_TERMS } from '#tests/support/loan/loans.ts';
import { aClient, withArchive } from '#tests/support/loan-documents/archive.ts';
import { readPdf } from '#tests/support/loan-documents/read-pdf.ts';
import { anOriginatedLoan, closeThrough, pay } from '#tests/support/loans/loan-service.ts';
import { aBorrower, type Borrower } from '#tests/support/people/borrower.ts';

const archive = withArchive();

describe('201', () => {
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
});

describe('400', () => {
  test.each([
    [{ from: '2026-02-30' }, ['from.invalid']],
    [{ to: '2026-13-01' }, ['to.invalid']],
    [{ to: '2026-01-16' }, ['to.future']],
    [{ from: '2026-01-15', to: '2026-01-14' }, ['from.mismatch']],
    [{ to: '2026-01-14' }, ['to.out_of_range']],
    [{ loanNumber: 'x' }, ['loanNumber.invalid']],
    [{ until: '2026-01-15' }, ['until.unknown']],
  ])('a statement for %o is refused', async (period, codes) => {
    const { client, loan } = await aClient(archive);
    const body = { loanNumber: loan.loan.number, ...period };
    const answer = await callEndpoint(archive.lending, requestStatement, { headers: client.headers, body });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, codes]);
  });
});

describe('404', () => {
  test('another client’s loan and one that is not there get the same answer', async () => {
    const { loan } = await aClient(archive);
    const { headers } = await aBorrower(archive.lending);
    const ask = (loanNumber: string) =>
      callEndpoint(archive.lending, requestStatement, { headers, body: { loanNumber } });
    const [theirs, absent] = [await ask(loan.loan.number), await ask('P-2026-9999999')];
    expect([theirs.status, theirs.body]).toEqual([404, absent.body]);
  });
});

describe('409', () => {
  test('before the money has arrived there is nothing to state', async () => {
    const client = await aBorrower(archive.lending);
    const { number } = (await anOriginatedLoan(archive.loans, undefined, client.personId)).loan;
    const input = { headers: client.headers, body: { loanNumber: number } };
    expect(await callEndpoint(archive.lending, requestStatement, input)).toMatchObject({
      status: 409,
      body: { error: { code: 'loan_not_disbursed' } },
    });
  });
});

describe('429', () => {
  test('one client has twenty papers printed at once, and not one more; another client is not held up', async () => {
    const { client, loan } = await aClient(archive);
    const body = { loanNumber: loan.loan.number };
    const ask = () => callEndpoint(archive.lending, requestStatement, { headers: client.headers, body });
    for (let k = 0; k < 20; k += 1) expect((await ask()).status).toBe(201);
    expect((await ask()).status).toBe(429);
    const other = await aClient(archive);
    const theirs = { headers: other.client.headers, body: { loanNumber: other.loan.loan.number } };
    expect((await callEndpoint(archive.lending, requestStatement, theirs)).status).toBe(201);
  });
});
