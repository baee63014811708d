import { describe, expect, test } from 'vitest';
import { readAudit } from '#server/lending/staff/audit-store.ts';
import { closeThrough } from '#tests/support/loans/loan-service.ts';
import { type BcpLine, bcpFile } from '#tests/support/payments/bcp-file.ts';
import {
  aDebtor,
  asOperator,
  importStatement,
  lookAt,
  OPERATOR_TOKEN,
  startPayment,
  withPayments,
} from '#tests/support/payments/payments.ts';

const payments = withPayments();

const json = async (answer: Promise<Response>): Promise<unknown> => (await answer).json();
const actionsOn = async (subject: string) =>
  (await readAudit(payments.db.kysely, subject)).map(({ actor, action }) => `${actor} ${action}`);
const line = (number: string, amount: string): BcpLine => ({
  date: '15/01/2026',
  description: 'ABONO SIN REFERENCIA',
  amount,
  number,
});

/** A file as the command sends it. */
async function send(
  file: string,
  { mapping, query = '?bank=BCP' }: { readonly mapping?: object; readonly query?: string } = {},
): Promise<Response> {
  const body = new FormData();
  body.set('file', new Blob([file]), 'statement.csv');
  if (mapping) body.set('mapping', JSON.stringify(mapping));
  const headers = { Authorization: `Bearer ${OPERATOR_TOKEN}`, 'X-Operator': 'Ana' };
  return payments.app.request(`/api/v1/staff/bank-statements${query}`, { method: 'POST', headers, body });
}

describe('a statement of the bank', () => {
  test('finds its payments by our reference, however the client wrote it, and is booked once', async () => {
    const debtor = await aDebtor(payments);
    const { id, action } = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'MANUAL' });
    if (action?.type !== 'TRANSFER') throw new Error('no transfer');
    const spaced = action.reference.replace(/^(\d{4})(\d{3})/, '$1 $2 ');
    const rows = [['15/01/2026', '55001', '509.44', `TRANSF ${spaced} ROSA`]] as const;
    expect(await importStatement(payments, rows)).toMatchObject({ matched: [{ paymentId: id }], known: 0 });
    expect(await importStatement(payments, rows)).toMatchObject({ matched: [], unmatched: [], known: 1 });
    expect(await lookAt(payments, debtor, id)).toMatchObject({ status: 'SUCCEEDED', paysOff: true });
    expect(await actionsOn('bank:BCP')).toContain('operator:Ana statement.import');
  });

  test('books what came, whatever was asked, also long after the payment ended', async () => {
    const debtor = await aDebtor(payments);
    const { id, action } = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'MANUAL' });
    if (action?.type !== 'TRANSFER') throw new Error('no transfer');
    await closeThrough(payments.loans, '2026-01-30');
    await importStatement(payments, [['16/01/2026', '55002', '300.00', `PAGO ${action.reference}`]]);
    expect(await lookAt(payments, debtor, id)).toMatchObject({
      outcome: 'PARTIAL',
      received: 300,
      paidOn: '2026-01-16',
    });
  });

  test('that cannot be read whole books nothing, and says line and column', async () => {
    const file = bcpFile([line('55003', '12.00'), line('55004', '12,0')]);
    const sentence = 'Line 7, column "Monto": "12,0" is not an amount with "." for its decimals.';
    const answer = await send(file);
    expect([answer.status, await answer.json()]).toMatchObject([422, { error: { message: sentence } }]);
    const right = await send(bcpFile([line('55003', '12.00'), line('55004', '12.00')]));
    expect(await right.json()).toMatchObject({ credits: 2, known: 0, problems: [] });
  });

  test('leaves money that went out alone', async () => {
    const answer = await send(bcpFile([line('55010', '12.00'), line('55010', '-0.05')]));
    expect(await answer.json()).toMatchObject({ credits: 1, debits: 1, unmatched: [{ bankRef: '55010' }] });
  });

  test('and one that overlaps it book nothing twice, also when the bank has entered the value date since', async () => {
    const first = [line('55020', '20.00'), line('55021', '21.00')];
    const second = [{ ...line('55021', '21.00'), valueDate: '14/01/2026' }, line('55022', '22.00')];
    expect(await (await send(bcpFile(first))).json()).toMatchObject({ known: 0, unmatched: [{}, {}] });
    expect(await (await send(bcpFile(second))).json()).toMatchObject({ known: 1, unmatched: [{ bankRef: '55022' }] });
    for (const again of [first, second]) {
      expect(await (await send(bcpFile(again))).json()).toMatchObject({ known: 2, unmatched: [], problems: [] });
    }
    // And as lines with a single date, as they were read before.
    const rows = [['15/01/2026', '55020', '20.00', 'ABONO']] as const;
    expect(await importStatement(payments, rows)).toMatchObject({ known: 1, unmatched: [] });
    await importStatement(payments, [['15/01/2026', '55023', '23.00', 'ABONO']]);
    const late = bcpFile([{ ...line('55023', '23.00'), valueDate: '13/01/2026' }]);
    expect(await (await send(late)).json()).toMatchObject({ known: 1, unmatched: [] });
  });

  test('imported twice at the same time is booked once', async () => {
    const file = bcpFile(['55031', '55032', '55033'].map((number) => line(number, '31.00')));
    const reports = await Promise.all([1, 2, 3].map(async () => (await send(file)).json()));
    const booked = reports.flatMap((report) => (report as { unmatched: object[] }).unmatched);
    expect(booked).toHaveLength(3);
  });

  test('counts on its value date, and is found by Referencia2', async () => {
    const debtor = await aDebtor(payments);
    const { id, action } = await startPayment(payments, debtor, { purpose: 'PARTIAL', amount: 50, method: 'MANUAL' });
    if (action?.type !== 'TRANSFER') throw new Error('no transfer');
    const paid = {
      ...line('55040', '50.00'),
      date: '16/01/2026',
      valueDate: '15/01/2026',
      reference2: action.reference,
    };
    await closeThrough(payments.loans, '2026-01-16');
    expect(await (await send(bcpFile([paid]))).json()).toMatchObject({
      matched: [{ paymentId: id, date: '2026-01-15' }],
    });
  });

  test('of another bank is read by its mapping, which is refused when it does not fit', async () => {
    const columns = { bookedOn: 'Dia', number: 'Op', description: 'Glosa', amount: 'Importe' };
    const mapping = {
      name: 'x',
      encoding: 'auto',
      delimiter: ';',
      columns,
      dateFormat: 'YYYY-MM-DD',
      decimalMark: ',',
      sign: 'minus',
    };
    const file = 'Dia;Op;Glosa;Importe\n2026-01-15;56001;ABONO;1.000,50\n';
    const right = await send(file, { mapping, query: '?bank=Interbank' });
    expect(await right.json()).toMatchObject({ unmatched: [{ bankRef: '56001', amount: 1000.5 }] });
    const wrongs = [
      [{ ...mapping, decimalMark: '.' }, 'statement_unreadable', 'Line 2, column "Importe"'],
      [{ ...mapping, decimalMark: ';' }, 'mapping_unreadable', 'The mapping file: decimalMark'],
    ] as const;
    for (const [wrong, code, beginning] of wrongs) {
      const answer = await send(file, { mapping: wrong, query: '?bank=Interbank' });
      const { error } = (await answer.json()) as { error: { code: string; message: string } };
      expect([answer.status, error.code, error.message.startsWith(beginning)]).toEqual([422, code, true]);
    }
  });

  test('of an account that is not one of ours books nothing, unless it is named', async () => {
    const file = bcpFile([line('57001', '12.00')], { account: '194-7654321-0-12' });
    expect((await send(file)).status).toBe(422);
    const named = await send(file, { query: '?bank=BCP&account=194-7654321-0-12' });
    expect(await named.json()).toMatchObject({ credits: 1, known: 0 });
  });

  test.each([
    ['of another file', false],
    ['of the same file', true],
  ])(
    'reports a line %s that states another amount under a number we know, and books neither twice',
    async (_, once) => {
      const ref = once ? '55007' : '55006';
      const lines = ['12.00', '21.00'].map((amount) => ['15/01/2026', ref, amount, 'ABONO'] as const);
      if (!once) await importStatement(payments, lines.slice(0, 1));
      const report = await importStatement(payments, once ? lines : lines.slice(1));
      const message = `operation ${ref} of 2026-01-15 is S/ 21.00 here and was imported as S/ 12.00`;
      expect(report).toMatchObject({ known: 0, problems: [{ message }] });
      const { tasks } = (await json(asOperator(payments, 'tasks'))) as { tasks: { kind: string; note: string }[] };
      const says = `BCP: operation ${ref} of 15/01/2026 is S/\u00a021,00 here and was imported as S/\u00a012,00`;
      const told = tasks.filter(({ kind, note }) => kind === 'statement-differs' && note.includes(says));
      expect(told).toHaveLength(1);
    },
  );

  test('is of a bank we have an account with', async () => {
    for (const bank of ['', '?bank=', '?bank=Otro']) {
      expect((await asOperator(payments, `bank-statements${bank}`, {})).status).toBe(400);
    }
  });
});
