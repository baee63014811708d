import { beforeEach, describe, expect, test } from 'vitest';
import { addDays, calendarDate } from '#loan/calendar.ts';
import { verifySignedXml } from '#server/kit/sign-xml.ts';
import { changePerson, erasePerson } from '#server/lending/people/store/person-store.ts';
import { verifyLedger } from '#server/lending/portfolio/verify-ledger.ts';
import { readAudit } from '#server/lending/staff/audit-store.ts';
import { policyReader } from '#server/lending/tax-documents/tax-policy.ts';
import { changeParameter } from '#tests/support/database/database.ts';
import { closeThrough, pay } from '#tests/support/loans/loan-service.ts';
import { aDebtor, asColleague, asOperator, withPayments } from '#tests/support/payments/payments.ts';
import { testVault } from '#tests/support/people/vault.ts';
import { lenderOf } from '#tests/support/staff/lender-command.ts';
import {
  documentsOf,
  documentThrough,
  sendAll,
  sendingContext,
  takeBack,
} from '#tests/support/tax-documents/tax-service.ts';

const payments = withPayments();
beforeEach(() => {
  payments.world.taxAuthority.mode = 'accepts';
});

const lender = (command: string, options = {}) => lenderOf(payments)(command, options);
const read = async (path: string) => (await asColleague(payments, 'Ana', `tax-documents${path}`)).json();
const booksOn = async (query = '') => (await asColleague(payments, 'Ana', `tax-documents/books${query}`)).json();
const send = () => sendAll(sendingContext(payments.loans, payments.world.taxAuthority));
/** Sends what is due two hours later. */
async function later(): Promise<void> {
  payments.clock.pass({ minutes: 120 });
  await send();
}

/** From today on documents are sent by summary. */
async function sendBySummary(): Promise<void> {
  const from = calendarDate(payments.clock.businessDate());
  const tax = await policyReader()(payments.db.kysely, from);
  await changeParameter(payments.db, {
    kind: 'policy',
    key: 'tax-documents',
    from,
    value: { ...tax, sending: 'SUMMARY' },
  });
}

async function openTasks() {
  const tasks = payments.db.kysely.selectFrom('staff_task').select(['kind', 'subject']).where('done_at', 'is', null);
  return tasks.where('kind', 'like', 'tax-document%').execute();
}

/** A client whose loan has its receipt. */
async function aDocumented() {
  const debtor = await aDebtor(payments);
  await closeThrough(payments.loans, '2026-02-14');
  await documentThrough(payments.loans, '2026-02-15');
  const [receipt] = await documentsOf(payments.loans, debtor.loan.id);
  if (!receipt) throw new Error('no receipt');
  return { debtor, receipt };
}

describe('tax-documents list, show, xml and cdr', () => {
  test('a document with its client, what it says, what SUNAT said, and both files; every look is on record', async () => {
    const { debtor, receipt } = await aDocumented();
    await send();
    const { documents } = await read(`?loan=${debtor.number}`);
    expect(documents).toMatchObject([
      {
        name: receipt.name,
        loan: debtor.number,
        kind: 'receipt',
        net: 61.89,
        vat: 11.14,
        total: 73.03,
        status: 'ACCEPTED',
      },
    ]);
    expect(documents[0].client).toMatch(/^\p{L}+ \p{L}+/u);
    expect((await read('?status=READY,SENT')).documents).toEqual([]);
    expect(await read(`/${receipt.id}`)).toMatchObject({
      name: receipt.name,
      date: '2026-02-14',
      answers: [{ outcome: 'ACCEPTED', code: '0', observations: null }],
      lines: [
        { net: 31.89, vat: 5.74 },
        { net: 12, vat: 2.16 },
        { net: 10, vat: 1.8 },
        { net: 8, vat: 1.44 },
      ],
      creditNotes: [],
    });
    const xml = await asColleague(payments, 'Ana', `tax-documents/${receipt.id}/xml`);
    expect(xml.headers.get('content-disposition')).toContain(`${receipt.name}.xml`);
    expect(verifySignedXml(await xml.text()).kind).toBe('valid');
    const cdr = await asColleague(payments, 'Ana', `tax-documents/${receipt.id}/cdr`);
    expect(cdr.headers.get('content-disposition')).toContain(`R-${receipt.name}.zip`);
    const looks = await readAudit(payments.db.kysely, `tax-document:${receipt.id}`);
    expect(looks.map(({ action }) => action)).toEqual(['tax-documents.show', 'tax-documents.xml', 'tax-documents.cdr']);
  });

  test('what nobody has answered has no answer to download', async () => {
    const { receipt } = await aDocumented();
    expect((await asColleague(payments, 'Ana', `tax-documents/${receipt.id}/cdr`)).status).toBe(404);
    const unknown = '01890000-0000-7000-8000-000000000001';
    expect((await asColleague(payments, 'Ana', `tax-documents/${unknown}/xml`)).status).toBe(404);
  });
});

test('a document outlives the erasure of its client: colleagues still read what was signed', async () => {
  const { debtor, receipt } = await aDocumented();
  await send();
  const { db, clock } = payments;
  await db.kysely.transaction().execute((trx) => erasePerson(trx, debtor.personId, clock.now()));
  expect(await read(`/${receipt.id}`)).toMatchObject({ client: null, status: 'ACCEPTED', total: 73.03 });
  const xml = await (await asColleague(payments, 'Ana', `tax-documents/${receipt.id}/xml`)).text();
  expect(xml).toBe(receipt.xml);
  expect(xml).toContain(debtor.documentNumber);
});

describe('tax-documents send', () => {
  test('asks about one without an answer at once, and refuses one that has it', async () => {
    const { receipt } = await aDocumented();
    payments.world.taxAuthority.mode = 'lost';
    await send();
    payments.world.taxAuthority.mode = 'accepts';
    await send();
    expect((await read(`/${receipt.id}`)).status).toBe('SENT');
    expect(await (await asOperator(payments, `tax-documents/${receipt.id}/send`, {})).json()).toEqual({
      status: 'SENT',
    });
    await send();
    expect((await read(`/${receipt.id}`)).status).toBe('ACCEPTED');
    const again = await asOperator(payments, `tax-documents/${receipt.id}/send`, {});
    expect([again.status, (await again.json()).error.code]).toEqual([409, 'tax_document_answered']);
  });
});

describe('tax-documents correct', () => {
  const reason = 'El nombre del cliente no era el de su DNI.';

  test('a refused receipt is said by a new one; its number stays used, and the books agree', async () => {
    const { debtor, receipt } = await aDocumented();
    payments.world.taxAuthority.mode = 'refuses';
    await send();
    const path = `tax-documents/${receipt.id}/correct`;
    // Nobody does it alone.
    expect((await asColleague(payments, 'Ana', path, { reason })).status).toBe(202);
    expect((await read(`/${receipt.id}`)).status).toBe('REFUSED');
    expect(await (await asColleague(payments, 'Luis', path, { reason })).json()).toEqual({ issued: 1 });
    const [old, fresh] = await documentsOf(payments.loans, debtor.loan.id);
    expect([old?.status, fresh?.status]).toEqual(['REPLACED', 'READY']);
    expect(fresh).toMatchObject({ net: receipt.net, vat: receipt.vat, date: '2026-02-14' });
    expect(fresh?.document.number).toBe(receipt.document.number + 1);
    const { problems } = await verifyLedger(payments.db.kysely, payments.context.calendar);
    expect(problems).toEqual([]);
    const twice = await asOperator(payments, path, { reason });
    expect([twice.status, (await twice.json()).error.code]).toEqual([409, 'tax_document_open']);
  });

  test('an accepted receipt is taken back whole by a credit note (01), and said again', async () => {
    const { debtor, receipt } = await aDocumented();
    await send();
    expect(await (await asOperator(payments, `tax-documents/${receipt.id}/correct`, { reason })).json()).toEqual({
      issued: 2,
    });
    const [, note, fresh] = await documentsOf(payments.loans, debtor.loan.id);
    expect(note?.document).toMatchObject({
      kind: 'credit-note',
      corrects: { series: 'B001', number: receipt.document.number, reason: '01' },
    });
    expect([note?.net, fresh?.net]).toEqual([receipt.net, receipt.net]);
    await send();
    expect((await documentsOf(payments.loans, debtor.loan.id)).map(({ status }) => status)).toEqual(
      Array.from({ length: 3 }, () => 'ACCEPTED'),
    );
    expect((await read(`/${receipt.id}`)).creditNotes).toMatchObject([{ total: -73.03, status: 'ACCEPTED' }]);
  });

  test('of a client whose name was wrong: the credit note has the buyer of its receipt, the new one the name of now', async () => {
    const { debtor, receipt } = await aDocumented();
    await send();
    const { db, clock } = payments;
    await db.kysely
      .transaction()
      .execute((trx) => changePerson(trx, testVault(), debtor.personId, { lastName1: 'Ñahui' }, { now: clock.now() }));
    await asOperator(payments, `tax-documents/${receipt.id}/correct`, { reason });
    const [, note, fresh] = await documentsOf(payments.loans, debtor.loan.id);
    expect(note?.document.buyer).toEqual(receipt.document.buyer);
    expect(fresh?.document.buyer.name).toContain('Ñahui');
  });

  test('one whose whole summary was refused is not corrected: sent again, it goes in a new one with all of them', async () => {
    await sendBySummary();
    const debtors = [await aDebtor(payments), await aDebtor(payments)];
    await closeThrough(payments.loans, '2026-02-14');
    await documentThrough(payments.loans, '2026-02-15');
    const receipts = (await Promise.all(debtors.map(({ loan }) => documentsOf(payments.loans, loan.id)))).flat();
    payments.world.taxAuthority.mode = 'refuses';
    await send();
    await later();
    const path = `tax-documents/${receipts[0]?.id}`;
    const refusal = await asOperator(payments, `${path}/correct`, { reason });
    expect([refusal.status, (await refusal.json()).error.code]).toEqual([409, 'tax_summary_refused']);
    payments.world.taxAuthority.mode = 'accepts';
    expect(await (await asOperator(payments, `${path}/send`, {})).json()).toEqual({ status: 'READY' });
    await send();
    await later();
    expect(receipts.length).toBeGreaterThan(1);
    for (const { id } of receipts) expect((await read(`/${id}`)).status).toBe('ACCEPTED');
    const subjects = receipts.map(({ id }) => `tax-document:${id}`);
    expect((await openTasks()).filter(({ subject }) => subjects.includes(subject))).toEqual([]);
  });

  test('a summary whose ticket never came, and of which the authority knows nothing, is told anew when sent again', async () => {
    await sendBySummary();
    const { receipt } = await aDocumented();
    payments.world.taxAuthority.mode = 'lost';
    await send();
    payments.world.taxAuthority.mode = 'knows';
    await later();
    const path = `tax-documents/${receipt.id}/send`;
    // Too early to give it up: its documents are asked about once more.
    expect(await (await asOperator(payments, path, {})).json()).toEqual({ status: 'SENT' });
    await later();
    await later();
    expect((await read(`/${receipt.id}`)).status).toBe('SENT');
    payments.world.taxAuthority.mode = 'accepts';
    expect(await (await asOperator(payments, path, {})).json()).toEqual({ status: 'READY' });
    await send();
    await later();
    expect((await read(`/${receipt.id}`)).status).toBe('ACCEPTED');
  });

  test('a receipt that is refused with its credit note: both are said again, and no task stays open', async () => {
    const debtor = await aDebtor(payments);
    const payment = '019bc1f2-7a10-7d3e-9c55-0d6c3f0c1b2c';
    payments.clock.moveTo('2026-01-25');
    await pay(payments.loans, debtor.loan.id, 50, { id: payment });
    await documentThrough(payments.loans, '2026-01-26');
    await takeBack(payments.loans, debtor.loan.id, payment);
    await documentThrough(payments.loans, '2026-01-27');
    payments.world.taxAuthority.mode = 'refuses';
    await send();
    const documents = await documentsOf(payments.loans, debtor.loan.id);
    expect(documents.map(({ document: { kind }, status }) => [kind, status])).toEqual([
      ['receipt', 'REFUSED'],
      ['credit-note', 'REFUSED'],
    ]);
    const subjects = documents.map(({ id }) => `tax-document:${id}`);
    const open = async () => (await openTasks()).filter(({ subject }) => subjects.includes(subject)).length;
    expect(await open()).toBe(2);
    await asOperator(payments, `tax-documents/${documents[0]?.id}/correct`, { reason });
    expect(await open()).toBe(0);
  });

  test('the books of a day before a correction have no difference, also of a loan that was over', async () => {
    const debtor = await aDebtor(payments);
    const start = calendarDate(payments.clock.businessDate());
    await closeThrough(payments.loans, addDays(start, 10));
    await pay(payments.loans, debtor.loan.id, 900);
    await closeThrough(payments.loans, addDays(start, 40));
    await documentThrough(payments.loans, addDays(start, 40));
    const on = addDays(start, 20);
    expect(await booksOn(`?date=${on}`)).toMatchObject({ difference: 0 });
    payments.world.taxAuthority.mode = 'refuses';
    await send();
    const [receipt] = await documentsOf(payments.loans, debtor.loan.id);
    await asOperator(payments, `tax-documents/${receipt?.id}/correct`, { reason });
    for (const date of [on, addDays(start, 39)])
      expect(await booksOn(`?date=${date}`)).toMatchObject({ date, difference: 0 });
  });

  test('one on its way is not corrected', async () => {
    const { receipt } = await aDocumented();
    const answer = await asOperator(payments, `tax-documents/${receipt.id}/correct`, { reason });
    expect([answer.status, (await answer.json()).error.code]).toEqual([409, 'tax_document_open']);
  });
});

describe('tax-documents books, declare and register', () => {
  test('IGV payable is the sum of its parts, also after a month was declared and paid', async () => {
    await aDocumented();
    expect(await booksOn('?date=2026-02-14')).toMatchObject({ difference: 0 });
    const before = await booksOn();
    expect(before.difference).toBe(0);
    expect(before.documented).toBeGreaterThanOrEqual(11.14);
    expect(before.months[0]).toMatchObject({ month: '2026-02', kind: 'receipt' });
    const declared = { month: '2026-02', amount: 11.14, declaredOn: '2026-02-15', reference: '1004567890' };
    const path = 'tax-documents/declare';
    expect((await asColleague(payments, 'Ana', path, declared)).status).toBe(202);
    expect((await asColleague(payments, 'Luis', path, declared)).status).toBe(200);
    const after = await booksOn();
    expect(after).toMatchObject({ difference: 0, declared: before.declared + 11.14 });
    expect(after.ledger).toBeCloseTo(before.ledger - 11.14, 2);
    expect(after.declarations[0]).toMatchObject({ month: '2026-02', amount: 11.14, reference: '1004567890' });
    const late = await asOperator(payments, path, { ...declared, declaredOn: '2026-02-16' });
    expect((await late.json()).error.fieldErrors).toEqual([{ field: 'declaredOn', code: 'future' }]);
    const nothing = await asOperator(payments, path, { ...declared, amount: 0 });
    expect(nothing.status).toBe(400);
  });

  test('the register of a month has a line of 33 fields for each document that was not refused', async () => {
    const { debtor, receipt } = await aDocumented();
    await send();
    const file = await asColleague(payments, 'Ana', 'tax-documents/register?month=2026-02');
    expect(file.headers.get('content-disposition')).toContain('LE2099999999020260200140400021112.txt');
    const lines = (await file.text()).split('\r\n').filter((line) => line.includes(`|${receipt.document.number}|`));
    expect(lines).toHaveLength(1);
    const fields = lines[0]?.split('|') ?? [];
    expect(fields).toHaveLength(34);
    expect([fields[4], fields[6], fields[7], fields[11]]).toEqual(['14/02/2026', '03', 'B001', debtor.documentNumber]);
    expect([fields[14], fields[16], fields[25], fields[26]]).toEqual(['61.89', '11.14', '73.03', 'PEN']);
    await expect(lender('tax-documents register', { month: '2026-13' })).rejects.toThrow('month: invalid');
    await expect(lender('tax-documents register', { month: '2026-03' })).rejects.toThrow('month: future');
  });
});
