import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { flexTerms, STANDARD_FLEX_SETTINGS } from '#loan/flex-pay.ts';
import { changeFacts } from '#loan/loan-life.ts';
import { cents } from '#loan/money.ts';
import { planOffer, STANDARD_PLAN_SETTINGS } from '#loan/payment-plan.ts';
import { standingOn } from '#loan/standing.ts';
import { listDocuments, readDocumentFile } from '#server/lending/documents/document-store.ts';
import { ensureLoanDocument } from '#server/lending/loan-documents/ensure-loan-document.ts';
import { issueDocuments } from '#server/lending/loan-documents/issue-documents.ts';
import { withLoan } from '#server/lending/loans/with-loan.ts';
import { bookReversal } from '#server/lending/payments/book-reversal.ts';
import type { Money } from '#server/lending/payments/store/money-store.ts';
import { erasePerson } from '#server/lending/people/store/person-store.ts';
import { date, EX2_TERMS } from '#tests/support/loan/loans.ts';
import { aClient, withArchive } from '#tests/support/loan-documents/archive.ts';
import { readPdf } from '#tests/support/loan-documents/read-pdf.ts';
import { closeThrough, pay } from '#tests/support/loans/loan-service.ts';

const archive = withArchive();
const issue = () => issueDocuments(archive.documents);
const listOf = async (personId: string) => [...(await listDocuments(archive.loans.db.kysely, personId)).documents];
const typesOf = async (personId: string) => (await listOf(personId)).map(({ type }) => type).sort();
const textOf = async (personId: string, id: string) => {
  const file = await readDocumentFile(archive.loans.db.kysely, archive.lending.vault, { personId, id });
  return (await readPdf(file?.bytes ?? new Uint8Array())).flat;
};
/** Takes a payment's money back today, as a chargeback does. */
const takeBack = (loanId: string, id: string) =>
  withLoan(archive.loans.context, { id: loanId }, (locked) => bookReversal(locked, [{ id } as Money], 'chargeback'));
const FIRST = ['CONTRACT', 'DISBURSEMENT_RECEIPT', 'HOJA_RESUMEN', 'SCHEDULE'];

describe('after the money has arrived', () => {
  test('the client has contract, hoja resumen, schedule and receipt, once', async () => {
    const { client } = await aClient(archive);
    expect((await issue()).failed).toEqual([]);
    expect(await typesOf(client.personId)).toEqual(FIRST);
    expect(await issue()).toEqual({ issued: 0, failed: [] });
    expect(await typesOf(client.personId)).toEqual(FIRST);
  });

  test('they name the client, the account and the bank’s own reference', async () => {
    const { client } = await aClient(archive, { documentNumber: '45678912' });
    await issue();
    const receipt = (await listOf(client.personId)).find(({ type }) => type === 'DISBURSEMENT_RECEIPT');
    const text = await textOf(client.personId, receipt?.id ?? '');
    expect(text).toContain('Rosa Quispe Huamán');
    expect(text).toContain('DNI 45678912');
    expect(text).toContain('CCI ···· 7852');
    expect(text).not.toContain('00219100001234567852');
    expect(text).toMatch(/Operación bank-[0-9a-f]{8}/);
  });

  test('who reads English has the Spanish papers and their copies', async () => {
    const { client } = await aClient(archive, { language: 'en' });
    await issue();
    const documents = await listOf(client.personId);
    expect(
      documents
        .filter(({ language }) => language === 'es')
        .map(({ type }) => type)
        .sort(),
    ).toEqual(FIRST);
    expect(
      documents
        .filter(({ language }) => language === 'en')
        .map(({ type }) => type)
        .sort(),
    ).toEqual(FIRST);
    expect(documents.map(({ title }) => title)).toContain(`Loan contract ${documents[0]?.loanNumber}`);
  });
});

describe('as the loan goes on', () => {
  test('each payment has its receipt, an early one a second schedule, and the last one the certificate', async () => {
    const { client, loan } = await aClient(archive);
    await issue();
    await closeThrough(archive.loans, '2026-01-20');
    await pay(archive.loans, loan.id, 100);
    expect((await issue()).issued).toBe(2);
    await closeThrough(archive.loans, '2026-01-27');
    await pay(archive.loans, loan.id, 600);
    expect((await issue()).issued).toBe(2);
    const documents = await listOf(client.personId);
    expect(documents.filter(({ type }) => type === 'PAYMENT_RECEIPT')).toHaveLength(2);
    const schedules = documents.filter(({ type }) => type === 'SCHEDULE');
    expect(schedules.map(({ version, supersededBy }) => [version, supersededBy])).toEqual([
      [2, null],
      [1, schedules[0]?.id],
    ]);
    const certificate = documents.find(({ type }) => type === 'PAID_OFF_CERTIFICATE');
    expect(await textOf(client.personId, certificate?.id ?? '')).toContain('no le debe nada por él');
  });

  test('a loan that other money of the same day has paid, after the first was taken back, has a certificate of its own', async () => {
    const { client, loan } = await aClient(archive);
    const certificates = async () =>
      (await listOf(client.personId)).filter(({ type }) => type === 'PAID_OFF_CERTIFICATE');
    const [first, second] = [randomUUID(), randomUUID()];
    await closeThrough(archive.loans, '2026-01-27');
    await pay(archive.loans, loan.id, 600, { id: first });
    await issue();
    const [before] = await certificates();
    expect(await textOf(client.personId, before?.id ?? '')).toContain('600,00');
    await closeThrough(archive.loans, '2026-01-29');
    await takeBack(loan.id, first);
    await issue();
    // A debt that is open again gets none.
    expect(await certificates()).toEqual([before]);
    // A transfer of that day becomes known.
    await pay(archive.loans, loan.id, 550, { on: '2026-01-27', id: second });
    expect((await issue()).failed).toEqual([]);
    const [newest, ...earlier] = await certificates();
    const text = await textOf(client.personId, newest?.id ?? '');
    expect(text).toContain('550,00');
    expect(text).not.toContain('600,00');
    expect(earlier).toEqual([{ ...before, supersededBy: newest?.id }]);
    expect(await issue()).toEqual({ issued: 0, failed: [] });
  });

  test('an extension and flex pay have their agreements', async () => {
    const { client, loan } = await aClient(archive);
    await closeThrough(archive.loans, '2026-02-14');
    const use = { kind: 'extension', termDays: 14, feeCents: cents(800) } as const;
    await pay(archive.loans, loan.id, 26.22, { use });
    await closeThrough(archive.loans, '2026-03-20');
    await withLoan(archive.loans.context, { id: loan.id }, async (locked) => {
      const { day } = locked;
      const flex = flexTerms(standingOn(locked.loan, day), STANDARD_FLEX_SETTINGS);
      const id = '01900000-0000-7000-8000-000000000001';
      const facts = [...locked.loan.facts, { kind: 'flex', id, date: day.date, flex } as const];
      const change = changeFacts(locked.loan, facts, day, 'flex-activated');
      await locked.save(change, { kind: 'flex-activated', ref: id });
    });
    expect((await issue()).failed).toEqual([]);
    const types = await typesOf(client.personId);
    expect(types).toEqual(expect.arrayContaining(['EXTENSION_ADDENDUM', 'FLEX_AGREEMENT', 'PAYMENT_RECEIPT']));
    expect(types.filter((type) => type === 'SCHEDULE')).toHaveLength(2);
  });

  test('the addendum of an extension that was paid in parts has the whole price', async () => {
    const { client, loan } = await aClient(archive);
    await closeThrough(archive.loans, '2026-02-24');
    const quote = { id: randomUUID(), priceCents: cents(4068), validUntil: date('2026-02-24') };
    const use = { kind: 'extension', termDays: 14, feeCents: cents(800), quote } as const;
    for (const part of [20, 20.68]) await pay(archive.loans, loan.id, part, { use });
    expect((await issue()).failed).toEqual([]);
    const addendum = (await listOf(client.personId)).find(({ type }) => type === 'EXTENSION_ADDENDUM');
    const text = await textOf(client.personId, addendum?.id ?? '');
    for (const amount of ['40,68', '10,41', '14,22', '573,03']) expect(text).toContain(amount);
  });

  test('a month that has ended makes a statement, without anything else having happened', async () => {
    const { client } = await aClient(archive, { terms: EX2_TERMS });
    await issue();
    await closeThrough(archive.loans, '2026-02-01');
    expect((await issue()).issued).toBe(1);
    const [statement] = await listOf(client.personId);
    expect(statement?.type).toBe('STATEMENT');
    expect(await textOf(client.personId, statement?.id ?? '')).toContain('Del 15/01/2026 al 31/01/2026');
    expect((await issue()).issued).toBe(0);
  });

  test('what was missed for weeks is made up for, in the order in which it happened', async () => {
    const { client, loan } = await aClient(archive, { terms: EX2_TERMS });
    for (const day of ['2026-01-20', '2026-01-25']) {
      await closeThrough(archive.loans, day);
      await pay(archive.loans, loan.id, 700, { use: { kind: 'ordinary', mode: 'REDUCE_TERM' } });
    }
    await closeThrough(archive.loans, '2026-03-02');
    expect((await issue()).failed).toEqual([]);
    const schedules = (await listOf(client.personId)).filter(({ type }) => type === 'SCHEDULE');
    const texts = await Promise.all(schedules.map(({ id }) => textOf(client.personId, id)));
    expect(schedules.map(({ version }) => version)).toEqual([3, 2, 1]);
    expect(texts[0]).toContain('pago adelantado del 25/01/2026');
    expect(texts[1]).toContain('pago adelantado del 20/01/2026');
  });
});

describe('the newest schedule is what the loan owes', () => {
  const newestOf = async (personId: string) => {
    const schedules = (await listOf(personId)).filter(({ type }) => type === 'SCHEDULE');
    const current = schedules.filter(({ supersededBy }) => supersededBy === null);
    expect(current).toHaveLength(1);
    return { version: current[0]?.version, text: await textOf(personId, current[0]?.id ?? '') };
  };

  test('after the money that had lowered the instalments was taken back', async () => {
    const { client, loan } = await aClient(archive, { terms: EX2_TERMS });
    const early = randomUUID();
    const use = { kind: 'ordinary', mode: 'REDUCE_INSTALLMENT' } as const;
    await closeThrough(archive.loans, '2026-01-20');
    await pay(archive.loans, loan.id, 1500, { id: early, use });
    await issue();
    expect((await newestOf(client.personId)).text).not.toContain('635,63');
    await closeThrough(archive.loans, '2026-01-25');
    await takeBack(loan.id, early);
    expect((await issue()).failed).toEqual([]);
    const { version, text } = await newestOf(client.personId);
    expect(version).toBe(3);
    expect(text).toContain('635,63');
    expect(text).toContain('25/01/2026');
    expect(await issue()).toEqual({ issued: 0, failed: [] });
  });

  test('after the money of an extension was taken back, also when it came in parts', async () => {
    for (const parts of [[26.22], [20, 6.22]]) {
      archive.loans.clock.moveTo('2026-01-15');
      const { client, loan } = await aClient(archive);
      await closeThrough(archive.loans, '2026-02-14');
      const quote = { id: randomUUID(), priceCents: cents(2622), validUntil: date('2026-02-14') };
      const use = { kind: 'extension', termDays: 14, feeCents: cents(800), quote } as const;
      const ids = parts.map(() => randomUUID());
      for (const [k, part] of parts.entries()) await pay(archive.loans, loan.id, part, { id: ids[k] as string, use });
      await issue();
      expect((await newestOf(client.personId)).text).toContain('28/02/2026');
      await takeBack(loan.id, ids[0] as string);
      expect((await issue()).failed).toEqual([]);
      const { text } = await newestOf(client.personId);
      expect(text).not.toContain('28/02/2026');
    }
  });

  test('after a payment from before an extension became known', async () => {
    const { client, loan } = await aClient(archive);
    await closeThrough(archive.loans, '2026-02-14');
    const use = { kind: 'extension', termDays: 14, feeCents: cents(800) } as const;
    await pay(archive.loans, loan.id, 26.22, { use });
    await issue();
    await pay(archive.loans, loan.id, 100, { on: '2026-01-20' });
    expect((await issue()).failed).toEqual([]);
    const { text } = await newestOf(client.personId);
    expect(text).toContain('28/02/2026');
    expect(text).toContain('Corregido el 14/02/2026');
  });

  test('which are the agreed payments while a plan runs', async () => {
    const { client, loan } = await aClient(archive);
    await closeThrough(archive.loans, '2026-02-24');
    await withLoan(archive.loans.context, { id: loan.id }, async (locked) => {
      const { day } = locked;
      const id = randomUUID();
      const { terms } = planOffer(standingOn(locked.loan, day), 3, date('2026-03-02'), STANDARD_PLAN_SETTINGS);
      const plan = { kind: 'plan', id, date: day.date, plan: terms } as const;
      const change = changeFacts(locked.loan, [...locked.loan.facts, plan], day, 'plan-confirmed');
      await locked.save(change, { kind: 'plan-confirmed', ref: id });
    });
    await issue();
    await pay(archive.loans, loan.id, 100, { on: '2026-01-20' });
    expect((await issue()).failed).toEqual([]);
    const { text } = await newestOf(client.personId);
    for (const words of ['Corregido el 24/02/2026', '02/03/2026', '195,10']) expect(text).toContain(words);
  });
});

describe('when something is wrong', () => {
  test('a loan that cannot be printed keeps no other from its papers, and is tried again', async () => {
    const { client: broken, loan } = await aClient(archive);
    const { client: fine } = await aClient(archive);
    const { db } = archive.loans;
    await sql`alter table loan disable trigger loan_kept`.execute(db.kysely);
    await sql`update loan set terms = jsonb_set(terms, '{pricing}', 'null') where id = ${loan.id}`.execute(db.kysely);
    expect((await issue()).failed).toEqual([loan.id]);
    expect(await typesOf(fine.personId)).toEqual(FIRST);
    expect(await typesOf(broken.personId)).toEqual([]);
    const terms = JSON.stringify(loan.loan.terms);
    await sql`update loan set terms = ${terms}::jsonb where id = ${loan.id}`.execute(db.kysely);
    await sql`alter table loan enable trigger loan_kept`.execute(db.kysely);
    expect((await issue()).failed).toEqual([]);
    expect(await typesOf(broken.personId)).toEqual(FIRST);
  });

  test('somebody whose data were erased gets no more papers', async () => {
    const { client } = await aClient(archive);
    const { db, clock } = archive.loans;
    await db.kysely.transaction().execute((trx) => erasePerson(trx, client.personId, clock.now()));
    expect(await issue()).toEqual({ issued: 0, failed: [] });
  });
});

test('a receipt asked for right after the payment is the one that stays', { tags: 'promise-papers' }, async () => {
  const { client, loan } = await aClient(archive);
  const paymentId = '01900000-0000-7000-8000-0000000000aa';
  await pay(archive.loans, loan.id, 100, { id: paymentId });
  const document = { loanId: loan.id, type: 'PAYMENT_RECEIPT', cause: paymentId } as const;
  const [first, second] = [
    await ensureLoanDocument(archive.documents, document),
    await ensureLoanDocument(archive.documents, document),
  ];
  expect(second).toEqual(first);
  await issue();
  expect((await typesOf(client.personId)).filter((type) => type === 'PAYMENT_RECEIPT')).toHaveLength(1);
  const none = { ...document, loanId: '01900000-0000-7000-8000-0000000000ab' };
  expect(await ensureLoanDocument(archive.documents, none)).toBeUndefined();
});
