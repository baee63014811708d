import { beforeEach, describe, expect, test } from 'vitest';
import { verifySignedXml } from '#server/kit/sign-xml.ts';
import { changePerson, erasePerson } from '#server/lending/people/store/person-store.ts';
import { verifyLedger } from '#server/lending/portfolio/verify-ledger.ts';
import { readAudit } from '#server/lending/staff/audit-store.ts';
import { closeThrough } from '#tests/support/loans/loan-service.ts';
import { aDebtor, asColleague, asOperator, withPayments } from '#tests/support/payments/payments.ts';
import { testVault } from '#tests/support/people/vault.ts';
import { lenderOf } from '#tests/support/staff/lender-command.ts';
import { documentsOf, documentThrough, sendAll, sendingContext } from '#tests/support/tax-documents/tax-service.ts';

const payments = withPayments();
beforeEach(() => {
  payments.world.taxAuthority.mode = 'accepts';
});

const lender = (command: string, options = {}) => lenderOf(payments)(command, options);
const read = async (path: string) => (await asColleague(payments, 'Ana', `tax-documents${path}`)).json();
const booksOn = async (query = '') => (await asColleague(payments, 'Ana', `tax-documents/books${query}`)).json();
const send = () => sendAll(sendingContext(payments.loans, payments.world.taxAuthority));

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

  test('one on its way is not corrected', async () => {
    const { receipt } = await aDocumented();
    const answer = await asOperator(payments, `tax-documents/${receipt.id}/correct`, { reason });
    expect([answer.status, (await answer.json()).error.code]).toEqual([409, 'tax_document_open']);
  });
});

describe('tax-documents books, declare and register', () => {
  test('IGV payable is the sum of its parts, also after a month was declared and paid', async () => {
    await aDocumented();
    const before = await booksOn('?date=2026-02-14');
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
