import { sql } from 'kysely';
import { test as base, beforeEach, describe, expect } from 'vitest';
import { calendarDate } from '#loan/calendar.ts';
import { issueTaxDocuments } from '#server/lending/tax-documents/issue-tax-documents.ts';
import { sendTaxDocuments } from '#server/lending/tax-documents/send-tax-documents.ts';
import { makeTaxSummaries } from '#server/lending/tax-documents/send-tax-summaries.ts';
import { readCdrOf } from '#server/lending/tax-documents/settle-tax.ts';
import { policyReader } from '#server/lending/tax-documents/tax-policy.ts';
import { watchTax } from '#server/lending/tax-documents/watch-tax.ts';
import { changeParameter } from '#tests/support/database/database.ts';
import { aLoan, withLoanService } from '#tests/support/loans/loan-service.ts';
import { testVault } from '#tests/support/people/vault.ts';
import {
  documentsOf,
  documentThrough,
  sendAll,
  sendingContext,
  taxContext,
  testKey,
} from '#tests/support/tax-documents/tax-service.ts';
import { TestTaxService } from '#tests/support/tax-documents/test-tax-service.ts';

const service = withLoanService();
const test = base.extend('receipt', () => aReceipt());
let authority: TestTaxService;
beforeEach(() => {
  authority = new TestTaxService();
});

/** A receipt that waits to be sent. */
async function aReceipt() {
  const loan = await aLoan(service);
  await documentThrough(service, '2026-02-15');
  const [receipt] = await documentsOf(service, loan.id);
  if (!receipt) throw new Error('no receipt');
  const kysely = service.db.kysely;
  return {
    ...receipt,
    loanId: loan.id,
    status: async () => (await documentsOf(service, loan.id))[0]?.status,
    answers: async () =>
      (
        await kysely.selectFrom('tax_answer').selectAll().where('document_id', '=', receipt.id).orderBy('id').execute()
      ).map(({ outcome, code, words, notes }) => ({ outcome, code, words, notes })),
    tasks: async () =>
      (
        await kysely
          .selectFrom('staff_task')
          .select('kind')
          .where('subject', '=', `tax-document:${receipt.id}`)
          .where('done_at', 'is', null)
          .execute()
      ).map(({ kind }) => kind),
  };
}

const send = () => sendAll(sendingContext(service, authority));
const HOUR = 3_600_000;

describe('a document that is sent', () => {
  test('is accepted: its answer is kept as it came, and it is not sent again', async ({ receipt }) => {
    await send();
    await send();
    expect(await receipt.status()).toBe('ACCEPTED');
    expect(authority.calls.filter((call) => call === receipt.name)).toHaveLength(1);
    expect(await receipt.answers()).toMatchObject([{ outcome: 'ACCEPTED', code: '0' }]);
    const cdr = await readCdrOf(service.db.kysely, testVault(), receipt.id);
    expect(Buffer.from(cdr ?? []).toString('latin1')).toContain(`R-${receipt.name}.xml`);
    expect(await receipt.tasks()).toEqual([]);
  });

  test('is observed: it stands, and operators see each rule with its sentence', async ({ receipt }) => {
    authority.mode = 'observes';
    await send();
    expect(await receipt.status()).toBe('OBSERVED');
    expect(await receipt.answers()).toMatchObject([{ notes: [{ code: '4093', words: 'El ubigeo no existe' }] }]);
  });

  test('is refused: somebody is told with the sentence, and it is not sent again', async ({ receipt }) => {
    authority.mode = 'refuses';
    await send();
    await send();
    expect(await receipt.status()).toBe('REFUSED');
    expect(await receipt.tasks()).toEqual(['tax-document-refused']);
    expect(authority.calls.filter((call) => call === receipt.name)).toHaveLength(1);
    // The number of the client that it quotes is in no record.
    const said = await receipt.answers();
    expect(said).toMatchObject([{ words: expect.stringMatching(/^El dato del cliente .*valor: …\)$/) }]);
    const { rows } = await sql<{ facts: string }>`select facts::text from staff_task
      where subject = ${`tax-document:${receipt.id}`}`.execute(service.db.kysely);
    expect(rows).toMatchObject([{ facts: expect.not.stringContaining('60000001') }]);
  });

  test('had no answer: it is asked about first, and counts without being sent again', async ({ receipt }) => {
    authority.mode = 'lost';
    await send();
    expect(await receipt.status()).toBe('SENT');
    authority.mode = 'accepts';
    service.clock.pass({ minutes: 120 });
    await send();
    expect(await receipt.status()).toBe('ACCEPTED');
    expect(authority.calls.filter((call) => call.endsWith(receipt.name))).toEqual([
      receipt.name,
      `look ${receipt.name}`,
    ]);
  });

  test('never arrived: the same bytes are sent again', async ({ receipt }) => {
    authority.mode = 'down';
    await send();
    authority.mode = 'accepts';
    service.clock.pass({ minutes: 120 });
    await send();
    expect(await receipt.status()).toBe('ACCEPTED');
    expect(authority.contradictions).toEqual([]);
    expect(await receipt.answers()).toMatchObject([{ outcome: 'UNKNOWN' }, { outcome: 'ACCEPTED' }]);
  });

  test('is known already: it counts, because what the authority has is what was signed here', async ({ receipt }) => {
    authority.mode = 'knows';
    await send();
    expect(await receipt.status()).toBe('ACCEPTED');
  });

  test('is known already with another content: it does not count, and somebody is told', async ({ receipt }) => {
    authority.mode = 'has-another';
    await send();
    expect(await receipt.status()).toBe('REFUSED');
    expect(await receipt.tasks()).toEqual(['tax-document-refused']);
  });

  test('meets a service that does not work: that says nothing of the document', async ({ receipt }) => {
    authority.mode = 'is-out-of-order';
    await send();
    expect(await receipt.status()).toBe('SENT');
    expect(await receipt.answers()).toMatchObject([{ outcome: 'UNKNOWN', code: '0109' }]);
  });

  test('is tried by one of two copies at once', async ({ receipt }) => {
    const context = sendingContext(service, authority);
    await Promise.all([sendTaxDocuments(context), sendTaxDocuments(context)]);
    expect(authority.calls.filter((call) => call === receipt.name)).toHaveLength(1);
  });
});

describe('a copy that is held up longer than its turn', () => {
  test('does not undo what another one learned', async () => {
    const loans = [await aLoan(service), await aLoan(service), await aLoan(service)];
    await documentThrough(service, '2026-02-15');
    const receipts = async () => (await Promise.all(loans.map(({ id }) => documentsOf(service, id)))).flat();
    const context = sendingContext(service, authority);
    const [first] = await receipts();
    authority.meanwhile = {
      name: first?.name ?? '',
      async run() {
        service.clock.pass({ minutes: 20 });
        while ((await sendTaxDocuments(context)) > 0);
        // And the first copy meets a service that is down.
        authority.mode = 'down';
      },
    };
    await sendTaxDocuments(context);
    expect((await receipts()).map(({ status }) => status)).toEqual(['ACCEPTED', 'ACCEPTED', 'ACCEPTED']);
    const open = service.db.kysely.selectFrom('tax_document').select('name').where('next_try_at', 'is not', null);
    const names = (await receipts()).map(({ name }) => name);
    expect(await open.where('name', 'in', names).execute()).toEqual([]);
  });
});

describe('what keeps documents from being sent', () => {
  test('no certificate, and one that has ended: they wait, and lending goes on', async ({ receipt }) => {
    const ended = { ...testKey(), validUntil: service.clock.now() - 1 };
    for (const taxKey of [undefined, ended]) await sendAll(sendingContext(service, authority, { taxKey }));
    expect(authority.calls).toEqual([]);
    expect(await receipt.status()).toBe('READY');
  });

  test('a day without an answer is a task that ends with the answer, a certificate that ends soon another', async ({
    receipt,
  }) => {
    authority.mode = 'down';
    await send();
    await watchTax(sendingContext(service, authority));
    expect(await receipt.tasks()).toEqual([]);
    service.clock.pass({ minutes: 25 * 60 });
    await watchTax(sendingContext(service, authority));
    const oldest = await service.db.kysely
      .selectFrom('staff_task')
      .select('facts')
      .where('kind', '=', 'tax-document-unsent')
      .where('done_at', 'is', null)
      .execute();
    expect(oldest).toHaveLength(1);
    authority.mode = 'accepts';
    service.clock.pass({ minutes: 120 });
    await send();
    expect(await receipt.tasks()).toEqual([]);

    const ends = { ...testKey(), validUntil: service.clock.now() + 29 * 24 * HOUR };
    const open = () =>
      service.db.kysely
        .selectFrom('staff_task')
        .select('kind')
        .where('kind', '=', 'tax-certificate-ends')
        .where('done_at', 'is', null)
        .execute();
    await watchTax(sendingContext(service, authority, { taxKey: ends }));
    expect(await open()).toHaveLength(1);
    await watchTax(sendingContext(service, authority));
    expect(await open()).toHaveLength(0);
  });

  test('without a key nothing is issued, no number is taken, and a day is documented once there is one', async () => {
    const loan = await aLoan(service);
    service.clock.moveTo('2026-02-15');
    expect(await issueTaxDocuments(taxContext(service, { taxKey: undefined }))).toBe(0);
    expect(await documentsOf(service, loan.id)).toEqual([]);
    await issueTaxDocuments(taxContext(service));
    expect(await documentsOf(service, loan.id)).toMatchObject([{ date: '2026-02-14' }]);
  });
});

// The last one: the lender sends by summary from then on.
test('a document that is being sent alone is in no summary, though the lender changes to summaries meanwhile', async ({
  receipt,
}) => {
  const context = sendingContext(service, authority);
  const tax = await policyReader()(service.db.kysely, calendarDate('2026-02-15'));
  const today = calendarDate(service.clock.businessDate());
  const value = { ...tax, sending: 'SUMMARY' };
  authority.meanwhile = {
    name: receipt.name,
    async run() {
      await changeParameter(service.db, { kind: 'policy', key: 'tax-documents', from: today, value });
      await makeTaxSummaries(context);
    },
  };
  while ((await sendTaxDocuments(context)) > 0);
  const row = service.db.kysely.selectFrom('tax_document').select(['status', 'summary_id']);
  expect(await row.where('id', '=', receipt.id).execute()).toEqual([{ status: 'ACCEPTED', summary_id: null }]);
  expect(authority.calls.filter((call) => call.includes(receipt.name))).toEqual([receipt.name]);
});
