import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { sendVoucher } from '#api/endpoints/payments/send-voucher.ts';
import { operationKey } from '#api/field-rules/operation-number.ts';
import type { CalendarDate } from '#loan/calendar.ts';
import { cents } from '#loan/money.ts';
import { signNotice } from '#server/lending/gateways/cash-code/pagoefectivo-notice.ts';
import { readWebhooks } from '#server/lending/payments/read-webhooks.ts';
import { receiveMoney } from '#server/lending/payments/receive-money.ts';
import { verifyBankLines } from '#server/lending/portfolio/verify-bank-lines.ts';
import { runs } from '#tests/scope.ts';
import { callEndpoint } from '#tests/support/lending/lending-app.ts';
import { verify } from '#tests/support/loans/loan-service.ts';
import { bcpFile } from '#tests/support/payments/bcp-file.ts';
import { ROUNDED, SPELLINGS, SPOILT } from '#tests/support/payments/operation-numbers.ts';
import {
  aCode,
  aDebtor,
  CODE_SECRET,
  importStatement,
  lookAt,
  OPERATOR_TOKEN,
  startPayment,
  withPayments,
} from '#tests/support/payments/payments.ts';

const payments = withPayments();
const DAY = '15/01/2026';
const TODAY = '2026-01-15' as CalendarDate;
/** Spells another number in the same ways, so that each test has a transfer of its own. */
const spellingsOf = (digits: string) =>
  SPELLINGS.map((one) =>
    one
      .replace('123', digits.slice(0, 3))
      .replace('456', digits.slice(3))
      .replace('12 3456', `${digits.slice(0, 2)} ${digits.slice(2)}`)
      .replace('12-3456', `${digits.slice(0, 2)}-${digits.slice(2)}`),
  );
const linesOf = (digits: string) =>
  payments.db.kysely.selectFrom('bank_line').select(['id', 'bank_ref']).where('operation', '=', digits).execute();

async function send(file: string | Uint8Array<ArrayBuffer>) {
  const answer = await payments.app.request('/api/v1/staff/bank-statements?bank=BCP', {
    method: 'POST',
    headers: { Authorization: `Bearer ${OPERATOR_TOKEN}`, 'X-Operator': 'Ana' },
    body: file,
  });
  return { status: answer.status, ...(await answer.json()) };
}

async function aTransfer() {
  const debtor = await aDebtor(payments);
  const { id, action } = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'MANUAL' });
  if (action?.type !== 'TRANSFER') throw new Error('no transfer');
  return { debtor, id, reference: action.reference };
}

describe('one bank transfer is booked once, however its number is written', () => {
  test('in one file after another, and in formats of any kind', async () => {
    const { debtor, id, reference } = await aTransfer();
    for (const number of spellingsOf('731456')) {
      const quoted = `"${number.replaceAll('"', '""')}"`;
      await send(`fecha;operacion;monto;descripcion\n${DAY};${quoted};77.53;PAGO ${reference}\n`);
      await send(bcpFile([{ date: DAY, description: `PAGO ${reference}`, amount: '77.53', number: quoted }]));
    }
    await send(`:20:X\n:25:191\n:61:260115C77,53NTRFNONREF//000731456\n:86:${reference}\n:62F:C260115PEN0,00\n`);
    expect(await lookAt(payments, debtor, id)).toMatchObject({ received: 77.53, outcome: 'PARTIAL' });
    expect(await linesOf('731456')).toHaveLength(1);
  });

  test('in one file, and at the same time', async () => {
    const { debtor, id, reference } = await aTransfer();
    const numbers = spellingsOf('732456').filter((one) => !/[";]/.test(one));
    const rows = numbers.map((number) => [DAY, number, '77.53', `PAGO ${reference}`] as const);
    const report = await importStatement(payments, rows);
    expect(report).toMatchObject({ credits: 1, matched: [{}] });
    expect(report.problems).toHaveLength(numbers.length - 1);
    const others = spellingsOf('733456').slice(0, 4);
    await Promise.all(others.map((number) => importStatement(payments, [[DAY, number, '1.00', 'ABONO']])));
    expect(await lookAt(payments, debtor, id)).toMatchObject({ received: 77.53 });
    expect([await linesOf('732456'), await linesOf('733456')]).toMatchObject([{ length: 1 }, { length: 1 }]);
  });

  test('is found by a voucher that writes it in another way, before its line or after it, and by one voucher once', async () => {
    for (const [digits, isBefore] of [
      ['734456', true],
      ['735456', false],
    ] as const) {
      const { debtor, id } = await aTransfer();
      const voucher = (operationNumber: string) => {
        const body = { operationNumber, bankId: 'BCP', paidAt: '2026-01-15', amount: 509.44 };
        return callEndpoint(payments, sendVoucher, { params: { id }, headers: debtor.headers, body });
      };
      const rows = [[DAY, `00${digits}.0`, '509.44', 'ABONO']] as const;
      if (!isBefore) await importStatement(payments, rows);
      for (const written of [`'0${digits}`, digits]) expect((await voucher(written)).status).toBe(200);
      if (isBefore) await importStatement(payments, rows);
      expect(await lookAt(payments, debtor, id)).toMatchObject({ status: 'SUCCEEDED', received: 509.44 });
    }
  });

  test.each([...SPOILT, ...ROUNDED])(
    'and %s, which a spreadsheet has made of it, refuses the file with a sentence',
    async (number) => {
      const { debtor, id, reference } = await aTransfer();
      const told = await send(`fecha;operacion;monto;descripcion\n${DAY};"${number}";77.53;PAGO ${reference}\n`);
      const why = `Line 2: the number "${number}" is what a spreadsheet has made of it: send the file as the bank wrote it.`;
      expect(told).toMatchObject({ status: 422, error: { code: 'statement_unreadable', message: why } });
      expect(await lookAt(payments, debtor, id)).toMatchObject({ received: 0 });
    },
  );

  test('the database itself knows one number from two, by the same rule as the program', async () => {
    const part = fc.constantFrom(
      '0',
      '00',
      '7',
      '123',
      'a',
      'B',
      ' ',
      '-',
      '.',
      ',',
      "'",
      '.0',
      ',00',
      '.000',
      '1234',
      '"',
      'ñ',
      '/',
    );
    const written = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(fc.array(written, { minLength: 40, maxLength: 40 }), async (numbers) => {
        const { rows } = await sql<{ key: string }>`
          select operation_key(one) as key from unnest(${numbers}::text[]) with ordinality as t(one, n) order by n
        `.execute(payments.db.kysely);
        expect(rows.map(({ key }) => key || undefined)).toEqual(numbers.map(operationKey));
      }),
      { numRuns: runs(50) },
    );
    const line = (ref: string) =>
      sql`
      insert into bank_line (id, bank, value_date, bank_ref, amount, description, imported_at, imported_by)
      values (gen_random_uuid(), 'BCP', '2026-01-15', ${ref}, 1, '', now(), 'Ana')`.execute(payments.db.kysely);
    await line('00736456');
    await expect(line('736456')).rejects.toThrow('bank_line_once');
  });

  test('a till’s operation and a code too, whose zeros a message may leave out', async () => {
    const debtor = await aDebtor(payments);
    const { id, code } = await aCode(payments, debtor, { purpose: 'PARTIAL', amount: 50 });
    const tell = async (cip: string, operationNumber: string) => {
      const data = { cip, currency: 'PEN', amount: 50, paymentDate: '2026-01-15T11:00:00-05:00', transactionCode: id };
      const body = JSON.stringify({ eventType: 'cip.paid', operationNumber, data });
      const headers = { 'PE-Signature': signNotice(body, CODE_SECRET) };
      const answer = await payments.app.request('/api/v1/webhooks/pagoefectivo', { method: 'POST', headers, body });
      expect(answer.status).toBe(202);
    };
    for (const [cip, operation] of [
      [code, '0000077'],
      [code, '77'],
      [`00${code}`, '077'],
      [`00${code}`, '0-077'],
    ] as const) {
      await tell(cip, operation);
    }
    await readWebhooks(payments.context);
    expect(await lookAt(payments, debtor, id)).toMatchObject({ received: 50, outcome: 'EXACT' });
    await tell(code, '78');
    await readWebhooks(payments.context);
    expect(await lookAt(payments, debtor, id)).toMatchObject({ received: 100 });
    // One that was booked with its zeros, before they were left out.
    const credit = {
      provider: 'PAGOEFECTIVO',
      providerRef: code,
      amountCents: cents(5_000),
      into: 'psp-clearing',
    } as const;
    const told = (operation: string) =>
      receiveMoney(payments.context, { ...credit, operation, date: TODAY, intentId: id, actor: 'provider' });
    expect([(await told('00099')).kind, (await told('99')).kind]).toEqual(['booked', 'known']);
  });
});

/** Statements of one line, as MT940 says it: value date, day of booking, amount, number, words. */
const mt940 = (days: string, amount: string, number: string, words: string, opening = '260114', closing = '260115') =>
  [
    ':20:X',
    ':25:191',
    `:60F:C${opening}PEN0,00`,
    `:61:${days}C${amount}NTRFNONREF//${number}`,
    `:86:${words}`,
    `:62F:C${closing}PEN${amount}`,
    '',
  ].join('\n');
const csv = (day: string, number: string, amount: string, words: string) =>
  `fecha;operacion;monto;descripcion\n${day};${number};${amount};${words}\n`;

describe('one transfer has a day of booking, whatever value date a statement gives it', () => {
  test('in MT940, whose entry date is the day of booking, before the CSV of that day or after it', async () => {
    const { debtor, id, reference } = await aTransfer();
    const files = [
      csv(DAY, '751001', '90.00', `PAGO ${reference}`),
      mt940('2601140115', '90,00', '751001', reference),
      mt940('2601130115', '90,00', '00751001', reference),
      mt940('260112', '90,00', '751001', reference),
      csv('14/01/2026', '751001', '90.00', reference),
      bcpFile([{ date: DAY, valueDate: '11/01/2026', description: reference, amount: '90.00', number: '751001' }]),
    ];
    for (const file of [...files, ...files.toReversed()])
      expect(await send(file)).toMatchObject({ status: 200, problems: [] });
    expect(await lookAt(payments, debtor, id)).toMatchObject({ received: 90, outcome: 'PARTIAL' });
    // Of a single date nobody can tell that it is a value date, until a statement has said both.
    const other = await aTransfer();
    for (const file of files.toReversed().filter((one) => !one.includes('\n14/01/2026'))) {
      await send(file.replaceAll('751001', '751002').replaceAll(reference, other.reference));
    }
    expect(await lookAt(payments, other.debtor, other.id)).toMatchObject({ received: 90 });
  });

  test('over the turn of a year, and with columns of both days in a CSV', async () => {
    const value = (day: string) => `fecha;fecha valor;operacion;monto;descripcion\n${DAY};${day};751011;90.00;ABONO\n`;
    for (const file of [value('14/01/2026'), value('13/01/2026'), csv(DAY, '751011', '90.00', 'ABONO')])
      await send(file);
    expect(await linesOf('751011')).toHaveLength(1);
    await send(mt940('2601011231', '90,00', '751012', 'ABONO', '251231', '260101'));
    await send(csv('31/12/2025', '751012', '90.00', 'ABONO'));
    expect(await linesOf('751012')).toHaveLength(1);
    expect(await send(mt940('2601141315', '90,00', '751013', 'ABONO'))).toMatchObject({ status: 422 });
  });

  test('of which tomorrow is not a day to come: it counts from today', async () => {
    const files = [
      mt940('2601160115', '90,00', '751021', 'ABONO'),
      mt940('260116', '90,00', '751022', 'ABONO'),
      `fecha valor;operacion;monto;descripcion\n16/01/2026;751023;90.00;ABONO\n`,
    ];
    for (const file of files) expect(await send(file)).toMatchObject({ status: 200, unmatched: [{}], problems: [] });
    const booked = await payments.db.kysely
      .selectFrom('bank_line')
      .innerJoin('money_received', 'money_received.id', 'money_id')
      .select('money_received.value_date')
      .where('bank_line.operation', 'in', ['751021', '751022', '751023'])
      .execute();
    expect(booked.map(({ value_date: day }) => day)).toEqual(Array(3).fill(TODAY));
    expect(await send(csv(DAY, '751022', '90.00', 'ABONO'))).toMatchObject({ known: 1 });
    expect(await send(mt940('2601160116', '90,00', '751024', 'ABONO'))).toMatchObject({
      problems: [{}],
      unmatched: [],
    });
  });
});

describe('two references of ours are two transfers', () => {
  test.each([
    ['with other zeros', '752001', '00752001'],
    ['with one number', '752002', '752002'],
  ])('%s, in two files or in one, and each is booked once', async (_, one, other) => {
    const [first, second] = [await aTransfer(), await aTransfer()];
    const file = `${csv(DAY, one, '40.00', first.reference)}${DAY};${other};40.00;PAGO ${second.reference}\n`;
    await send(csv(DAY, one, '40.00', first.reference));
    for (let times = 0; times < 2; times += 1) expect(await send(file)).toMatchObject({ status: 200, problems: [] });
    for (const { debtor, id } of [first, second]) {
      expect(await lookAt(payments, debtor, id)).toMatchObject({ received: 40, outcome: 'PARTIAL' });
    }
    // A line that names neither is one of the two.
    expect(await send(csv(DAY, one, '40.00', 'ABONO'))).toMatchObject({ known: 1, unmatched: [] });
    expect((await verifyBankLines(payments.db.kysely)).join()).not.toContain(one);
    // A debit that names one takes that one back; a person is asked about one that names neither.
    const debit = (words: string) => send(csv(DAY, one, '-40.00', words));
    expect(await debit('EXTORNO')).toMatchObject({ takenBack: 0, problems: [{}] });
    expect(await debit(`EXTORNO ${first.reference}`)).toMatchObject({ takenBack: 1, problems: [] });
    expect(await lookAt(payments, first.debtor, first.id)).toMatchObject({ status: 'REVERSED' });
    expect(await lookAt(payments, second.debtor, second.id)).toMatchObject({ received: 40, status: 'SUCCEEDED' });
  });

  test('sent at the same time, in files that name different days', async () => {
    const [first, second] = [await aTransfer(), await aTransfer()];
    const files = [first, second].flatMap(({ reference }) => [
      csv(DAY, '752011', '40.00', reference),
      mt940('2601140115', '40,00', '752011', reference),
      mt940('2601130115', '40,00', '0752011', reference),
    ]);
    await Promise.all(files.map(send));
    for (const { debtor, id } of [first, second]) {
      expect(await lookAt(payments, debtor, id)).toMatchObject({ received: 40 });
    }
    expect(await linesOf('752011')).toHaveLength(2);
  });

  test('a number that no spreadsheet has seen is what the bank has given, sixteen digits and more too', async () => {
    const numbers = ['1234567890123450', '1234567890123451'];
    for (const number of [...numbers, ...numbers]) await send(mt940('2601150115', '40,00', number, 'ABONO'));
    for (const number of numbers) expect(await linesOf(number)).toHaveLength(1);
  });
});

describe('books in which one transfer stands twice', () => {
  test('because one line says when it was booked and the other does not, are found', async () => {
    await importStatement(payments, [
      [DAY, '00737456', '100.00', 'ABONO'],
      [DAY, '737457', '100.00', 'ABONO'],
    ]);
    const { kysely } = payments.db;
    expect((await verifyBankLines(kysely)).join()).not.toContain('737456');
    const again = sql`
      insert into bank_line (id, bank, value_date, bank_ref, amount, description, booked_on, imported_at, imported_by)
      select gen_random_uuid(), bank, value_date - 1, '737456', amount, '', value_date, now(), 'Ana' from bank_line
      where bank_ref = '00737456'`;
    await again.execute(kysely);
    const { problems } = await verify(payments.loans);
    const found = problems.filter((problem) => problem.includes('737456'));
    expect(found).toEqual(['BCP: 00737456 and 737456 of 2026-01-15 are one transfer, booked twice']);
    await sql`update bank_line set amount = 1 where bank_ref = '737456'`.execute(kysely);
    expect((await verifyBankLines(kysely)).join()).not.toContain('737456');
  });
});

describe('a statement', () => {
  test.each([
    ['fecha;operacion;descripcion;monto\n', `${DAY};739001;ABONO;509.44`],
    ['fecha;descripcion;monto;operacion\n', `${DAY};ABONO;509.44;739002`],
    ['fecha;operacion;monto;descripcion;referencia\n', `${DAY};739003;509.44;ABONO;7204815394`],
  ])(
    'that was cut off within its last field is refused, and read when its line has an end (%#)',
    async (names, line) => {
      for (let length = line.length; length > line.length - 4; length -= 1) {
        const { status, error } = await send(`${names}${line.slice(0, length)}`);
        expect([status, error.code]).toEqual([422, 'statement_unreadable']);
      }
      const { error } = await send(`${names}${line}`);
      expect(error.message).toMatch(/^Line 2: the last line has no end, the file may have been cut off/);
      expect(await send(`${names}${line}\r\n`)).toMatchObject({ status: 200, credits: 1, problems: [] });
    },
  );

  test('of a day to come is told, and booked when the day has come', async () => {
    const rows = [
      [DAY, '740001', '1.00', 'ABONO'],
      ['16/01/2026', '740002', '2.00', 'ABONO'],
    ] as const;
    expect(await importStatement(payments, rows)).toMatchObject({
      unmatched: [{ bankRef: '740001' }],
      problems: [{ message: 'operation 740002 is of 2026-01-16, a day to come' }],
    });
    expect(await linesOf('740002')).toEqual([]);
    payments.clock.moveTo('2026-01-16');
    expect(await importStatement(payments, rows)).toMatchObject({ known: 1, unmatched: [{ bankRef: '740002' }] });
  });
});
