import { describe, expect, test } from 'vitest';
import { requestPayoffPaper } from '#api/endpoints/loan-documents/request-payoff-paper.ts';
import { readDocumentFile } from '#server/lending/documents/document-store.ts';
import { acceptedBody, callEndpoint, fieldCodes } from '#tests/support/lending/lending-app.ts';
import { aClient, withArchive } from '#tests/support/loan-documents/archive.ts';
import { readPdf } from '#tests/support/loan-documents/read-pdf.ts';
import { anOriginatedLoan, closeThrough, pay } from '#tests/support/loans/loan-service.ts';
import { aBorrower, type Borrower } from '#tests/support/people/borrower.ts';

const archive = withArchive();

describe('201', () => {
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
});

describe('400', () => {
  test.each([
    ['2026-01-14', 'date.past'],
    ['2026-02-15', 'date.out_of_range'],
    ['2026-02-30', 'date.invalid'],
    ['tomorrow', 'date.invalid'],
  ])('a quote for %s is refused: %s', async (date, code) => {
    const { client, loan } = await aClient(archive);
    const body = { loanNumber: loan.loan.number, date };
    const answer = await callEndpoint(archive.lending, requestPayoffPaper, { headers: client.headers, body });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, [code]]);
  });
});

describe('404', () => {
  test('another client’s loan and one that is not there get the same answer', async () => {
    const { loan } = await aClient(archive);
    const { headers } = await aBorrower(archive.lending);
    const ask = (loanNumber: string) =>
      callEndpoint(archive.lending, requestPayoffPaper, { headers, body: { loanNumber } });
    const [theirs, absent] = [await ask(loan.loan.number), await ask('P-2026-9999999')];
    expect([theirs.status, theirs.body]).toEqual([404, absent.body]);
  });
});

describe('409', () => {
  const ask = ({ headers }: Borrower, loanNumber: string) =>
    callEndpoint(archive.lending, requestPayoffPaper, { headers, body: { loanNumber } });

  test('before the money has arrived there is nothing to end', async () => {
    const client = await aBorrower(archive.lending);
    const { number } = (await anOriginatedLoan(archive.loans, undefined, client.personId)).loan;
    expect(await ask(client, number)).toMatchObject({ status: 409, body: { error: { code: 'loan_not_disbursed' } } });
  });

  test('a loan that is paid needs no quote', async () => {
    const { client, loan } = await aClient(archive);
    await pay(archive.loans, loan.id, 573.03);
    expect(await ask(client, loan.loan.number)).toMatchObject({
      status: 409,
      body: { error: { code: 'loan_closed' } },
    });
  });
});
