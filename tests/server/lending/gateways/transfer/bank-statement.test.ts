import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  MAX_STATEMENT_BYTES,
  type ReadStatement,
  readBankStatement,
} from '#server/lending/gateways/transfer/bank-statement.ts';
import { newPaymentReference } from '#server/lending/gateways/transfer/payment-reference.ts';
import { readDate, readStatementAmount } from '#server/lending/gateways/transfer/statement-values.ts';
import { forAll } from '#tests/support/for-all.ts';

const REFERENCE = newPaymentReference(() => 720_481_539);
const read = (text: string) => readBankStatement(new TextEncoder().encode(text));
const linesOf = (statement: ReadStatement) => {
  if (statement.kind === 'unreadable') throw new Error(statement.why);
  return statement;
};
const whyNot = (text: string) => {
  const statement = read(text);
  return statement.kind === 'unreadable' ? statement.why : undefined;
};
const CREDIT = {
  bankRef: '0012345',
  date: '2026-01-15',
  amountCents: 57_303,
  description: `TRANSF ${REFERENCE}`,
  reference: REFERENCE,
};

describe('a statement as CSV', () => {
  test.each([
    ['our columns', `date,bank_ref,amount,description\n2026-01-15,0012345,573.03,TRANSF ${REFERENCE}\n`],
    [
      'a bank’s columns, semicolons, Peru’s dates',
      `Fecha;Operación;Monto;Descripción\r\n15/01/2026;0012345;573,03;TRANSF ${REFERENCE}\r\n`,
    ],
    [
      'tabs and a mark of the encoding',
      `\uFEFFfecha\toperacion\tmonto\tdescripcion\n15-01-2026\t0012345\tS/ 573.03\tTRANSF ${REFERENCE}\n`,
    ],
    [
      'quotes and a currency',
      `date,bank_ref,amount,description,currency\n2026-01-15,0012345,"573,03","TRANSF ${REFERENCE}",PEN\n`,
    ],
  ])('is read with %s', (_, text) => {
    expect(read(text)).toEqual({ kind: 'read', credits: [CREDIT], debits: [], problems: [] });
  });

  test('in the encoding of older Windows is read with its accents', () => {
    const bytes = Buffer.from('fecha;operación;monto;descripción\n15/01/2026;1;10.00;PEÑA\n', 'latin1');
    expect(linesOf(readBankStatement(bytes)).credits).toMatchObject([{ description: 'PEÑA', amountCents: 1000 }]);
  });

  test('has our reference in a column of its own, if the bank has one', () => {
    for (const written of [REFERENCE, `'${REFERENCE}`, `${REFERENCE}.0`, '7204 815-394']) {
      const text = `date,bank_ref,amount,description,reference\n2026-01-15,1,10.00,PAGO,${written}\n2026-01-15,2,10.00,PAGO,\n`;
      const [first, second] = linesOf(read(text)).credits;
      expect(first?.reference).toBe(REFERENCE);
      expect(second).not.toHaveProperty('reference');
    }
  });

  test.each([
    ['2026-02-30,1,10.00,no such day,PEN', '"2026-02-30" is not a date: write 15/01/2026 or 2026-01-15'],
    ['2026-01-15,2,1.234,a thousand or a fraction,PEN', '"1.234" is not an amount, or could be two'],
    ['2026-01-15,,10.00,no number,PEN', 'the number of the operation is missing'],
    ['2026-01-15,4,10.00,dollars,USD', 'the currency is "USD", not PEN'],
    ['2026-01-15,5,10.00', '5 fields are needed, but there are 3'],
    ['2026-01-15,6,"10.00,no end,PEN', 'the line is too long, or a quote has no end'],
  ])('with the line %s says what is wrong, and nothing of it counts', (line, message) => {
    const lines = ['date,bank_ref,amount,description,currency', '2026-01-15,8,10.00,good,PEN', line];
    expect(whyNot(`${lines.join('\n')}\n`)).toBe(`Line 3: ${message}.`);
    expect(whyNot(`${[...lines, line].join('\n')}\n`)).toBe(`Line 3: ${message}. And 1 more like it.`);
  });

  test.each([
    ['tipo', 'CARGO'],
    ['D/C', 'D'],
    ['Naturaleza', 'Débito'],
    ['signo', '-'],
    ['Movimiento', 'Retiro en agencia'],
  ])('whose column %s says %s beside an amount without a sign is not read as money that came', (column, word) => {
    const text = (sign: string, said: string) =>
      `fecha;operacion;descripcion;${column};monto\n15/01/2026;1;ANA;Abono;10.00\n15/01/2026;2;PLANILLA;${said};${sign}900.00\n`;
    const why = `Line 3: the column "${column.toLowerCase()}" says "${word}", and the amount has no minus: see "sign" of the mapping file.`;
    expect(whyNot(text('', word))).toBe(why);
    expect(linesOf(read(text('-', word)))).toMatchObject({ credits: [{ bankRef: '1' }], debits: [{ bankRef: '2' }] });
    for (const other of ['TRANSFERENCIA', 'N/D', '']) expect(linesOf(read(text('', other))).credits).toHaveLength(2);
  });

  test('with a dash for nothing in a column that is not read is read', () => {
    const text = 'fecha;operacion;monto;descripcion;canal\n15/01/2026;1;10.00;ANA;-\n';
    expect(linesOf(read(text)).credits).toHaveLength(1);
  });

  test.each([
    ['accents apart from their letters', (text: string) => text.normalize('NFD')],
    ['marks without a width', (text: string) => text.replaceAll(';', '\u200b;\u200b')],
    ['blanks of a web page', (text: string) => text.replaceAll(';', '\u00a0;\u00a0')],
  ])('is read with %s', (_, written) => {
    const text = `fecha;operación;monto;descripción\n15/01/2026;0012345;573,03;TRANSF ${REFERENCE}\n`;
    expect(linesOf(read(written(text))).credits).toMatchObject([CREDIT]);
  });

  test('leaves money that went out, and reads once what is there twice', () => {
    const { credits, debits, problems } = linesOf(
      read(
        [
          'date,bank_ref,amount,description,currency',
          '2026-01-15,7,-10.00,money out,PEN',
          '',
          '2026-01-15,8,10.00,good,PEN',
          '2026-01-15,8,10.00,good,PEN',
          '2026-01-16,8,10.00,another day,PEN',
          '',
        ].join('\n'),
      ),
    );
    expect(credits.map(({ description }) => description)).toEqual(['good', 'another day']);
    expect(debits).toMatchObject([{ bankRef: '7', amountCents: -1000 }]);
    expect(problems).toEqual([{ line: 5, message: 'operation 8 of 2026-01-15 is already in line 4' }]);
  });

  test.each([
    ['', 'The file is empty.'],
    ['hello', 'Line 1: there is no column date, bank_ref, amount, description.'],
    ['date,fecha,bank_ref,amount,description\n', 'Line 1: there are two columns for date.'],
    ['\n'.repeat(50_000), 'The file is empty.'],
    [`date,bank_ref,amount,description${'\n'.repeat(50_000)}`, 'More than 50000 lines.'],
  ])('what is not a statement is refused with the reason (%#)', (text, expected) => {
    expect(whyNot(text)).toBe(expected);
  });
});

describe('a statement as MT940', () => {
  const statement = (...entries: string[]) =>
    ['{1:F01BCPLPEPLAXXX}{4:', ':20:STATEMENT', ':25:19100012345678', ':60F:C260114PEN1000,00', ...entries, '-}'].join(
      '\r\n',
    );

  test('is read with its details, its dates and its balance', () => {
    const text = statement(
      ':61:2601150115CN573,03NTRFNONREF//0012345',
      `:86:TRANSF`,
      REFERENCE,
      ':61:260115D20,00NCHGFEE//77',
      ':61:260116RC5,5NTRFX//78',
      ':62F:C260116PEN1547,53',
    );
    expect(read(text)).toMatchObject({
      credits: [CREDIT],
      debits: [
        { bankRef: '77', amountCents: -2000 },
        { bankRef: '78', amountCents: -550, takesBack: true },
      ],
      problems: [],
    });
  });

  test.each([
    ['a slash in our reference', ':61:260115C573,03NTRFP/2026/1//0012345', '0012345'],
    ['a slash in the bank’s', ':61:260115C573,03NTRFNONREF//FT/0012345', 'FT/0012345'],
    ['two in the bank’s', ':61:260115C573,03NTRFNONREF//FT//0012345', 'FT//0012345'],
    ['only ours, with a slash', ':61:260115C573,03NTRFP/77', 'P/77'],
    ['a blank day of booking', ':61:260115    C573,03NTRFNONREF//0012345', '0012345'],
    ['words of the bank below', ':61:260115C573,03NTRFNONREF//0012345\r\n/OCMT/PEN573,03', '0012345'],
  ])('is read with %s', (_, entry, bankRef) => {
    const text = statement(entry, `:86:TRANSF ${REFERENCE}`, ':62F:C260116PEN1573,03');
    expect(linesOf(read(text)).credits).toMatchObject([{ bankRef, amountCents: 57_303, reference: REFERENCE }]);
  });

  test.each([1, 4, 9].flatMap((at) => ['\r\n', '?21'].map((cut) => [at, cut] as const)))(
    'has our reference though it was cut behind %d digits by %j',
    (at, cut) => {
      const text = `?20TRANSF ${REFERENCE.slice(0, at)}${cut}${REFERENCE.slice(at)}?30BCP`;
      const { credits } = linesOf(read(statement(':61:260115C573,03NTRFNONREF//77', `:86:${text}`)));
      expect(credits).toMatchObject([{ reference: REFERENCE }]);
    },
  );

  test('that was cut off is refused, wherever: only a balance or the end of its envelope is behind entries', () => {
    const whole = [
      ':20:STATEMENT',
      ':60F:C260114PEN1000,00',
      ':61:260115C573,03NTRFNONREF//0012345',
      ':86:TRANSF',
      ':62F:C260116PEN1573,03',
      '',
    ].join('\n');
    expect(linesOf(read(whole)).credits).toHaveLength(1);
    for (let length = whole.indexOf('NTRF'); length < whole.length - 2; length += 1) {
      expect(whyNot(whole.slice(0, length)), whole.slice(0, length)).toMatch(/^Line [345]: /);
    }
    expect(whyNot(whole.slice(0, whole.indexOf(':62F:')))).toBe(
      'Line 4: no closing balance (:62F:) follows, the file was cut off: export it again.',
    );
  });

  test('that lost an entry does not lead to its balance', () => {
    const text = statement(':61:260115C573,03NTRFREF', ':62F:C260116PEN1600,00');
    expect(whyNot(text)).toBe('Line 6: the entries do not lead to this balance: lines are missing or wrong.');
  });

  test('of an account that is not ours books nothing, also as the second one of a file', () => {
    const accounts = ['191-0012345-6-78', '00219100001234567852'];
    const of = (account: string) =>
      statement(':61:260115C1,00NTRFREF', ':62F:C260116PEN1001,00').replace('19100012345678', account);
    const readOf = (text: string) => readBankStatement(new TextEncoder().encode(text), { accounts });
    for (const ours of [
      '191-0012345-6-78',
      '19100123456',
      'BCPLPEPL/191001234567',
      '00219100001234567852',
      '191',
      'X',
    ]) {
      expect(readOf(of(ours)), ours).toMatchObject({ kind: 'read', credits: [{ amountCents: 100 }] });
    }
    const why =
      'the account 19455566677788 is not one of ours with this bank: see TRANSFER_ACCOUNTS, or name it with --account.';
    expect(readOf(of('19455566677788'))).toEqual({ kind: 'unreadable', why: `Line 3: ${why}` });
    expect(readOf(`${of('19100123456')}\r\n${of('19455566677788')}`)).toMatchObject({
      kind: 'unreadable',
      why: expect.stringContaining(why),
    });
    expect(read(of('19455566677788'))).toMatchObject({ kind: 'read' });
  });

  test('in dollars is not read', () => {
    const text = statement(':61:260115C573,03NTRFREF').replace('PEN', 'USD');
    expect(whyNot(text)).toBe('Line 4: the account is in USD, not PEN: nothing of it is read.');
    expect(whyNot(statement(':61:260115CD573,03NTRFREF'))).toBe('Line 5: the entry is not in PEN.');
  });

  test.each([':61:hello', ':61:261315C1,00NTRFREF', ':61:260115C1,00NTRFNONREF', ':61:260115C,00NTRFREF'])(
    'with the entry %s says its line',
    (entry) => expect(whyNot(statement(entry, ':61:260115C1,00NTRFGOOD'))).toMatch(/^Line 5: /),
  );
});

describe('a statement in UTF-16', () => {
  const FILES = {
    CSV: `fecha;operación;monto;descripción\n15/01/2026;0012345;573,03;TRANSF ${REFERENCE}\n`,
    MT940: `:20:X\n:61:260115C573,03NTRFNONREF//0012345\n:86:TRANSF ${REFERENCE}\n:62F:C260116PEN0,00\n`,
  };
  const inUtf16 = (text: string, mark: string, isBig: boolean) => {
    const bytes = Buffer.from(mark + text, 'utf16le');
    return isBig ? bytes.swap16() : bytes;
  };

  test.each(
    (['CSV', 'MT940'] as const).flatMap((name) =>
      ['\uFEFF', ''].flatMap((mark) => [true, false].map((isBig) => [name, mark, isBig] as const)),
    ),
  )('is read as %s, with a mark %j or without, either byte first: %s', (name, mark, isBig) => {
    expect(linesOf(readBankStatement(inUtf16(FILES[name], mark, isBig))).credits).toMatchObject([CREDIT]);
  });

  test('that was cut off is refused', () => {
    const bytes = inUtf16(FILES.CSV, '\uFEFF', false);
    expect(readBankStatement(bytes.subarray(0, -3))).toMatchObject({ kind: 'unreadable' });
  });
});

test('an amount is read as banks write it, and left alone when it could be two', () => {
  const amounts = {
    '1.234,56': 123_456,
    '1,234.56': 123_456,
    '1234.56': 123_456,
    '1234': 123_400,
    'S/ 50': 5000,
    '-12.00': -1200,
    '0.01': 1,
    '12.5': 1250,
    '12.345,6': 1_234_560,
    '1\u00a0234,50': 123_450,
    "1'234.50": 123_450,
    '(100.00)': -10_000,
    '(S/ 100.00)': -10_000,
    '100.00-': -10_000,
    '\u2212100.00': -10_000,
    '\u2013 100.00': -10_000,
    'S/ -100.00': -10_000,
    '100.00 DB': -10_000,
    '100.00DB': -10_000,
    '-100.00 DB': -10_000,
    'DB 100.00': -10_000,
    '100.00 D': -10_000,
    '+50.00': 5000,
    '100.00 CR': 10_000,
    'S/ 1,234.50 CR': 123_450,
    '100.00 PEN': 10_000,
    ' 12.00\t': 1200,
  };
  for (const [text, expected] of Object.entries(amounts)) expect(readStatementAmount(text), text).toBe(expected);
  for (const text of [
    '1.234',
    '1,234',
    '1.234.56',
    '1,234,5',
    '.50',
    '(100.00',
    '100.00)',
    '(-100.00)',
    '-100.00-',
    '-100.00 CR',
    '+100.00 DB',
    '100.00 XX',
    '12.',
    '0x10',
    '',
    'x',
    '1e5',
    '--1',
    '99999999999999999999',
  ]) {
    expect(readStatementAmount(text), text).toBeUndefined();
  }
});

test('a date is read day first, and only when it exists', () => {
  expect([readDate('15/01/2026'), readDate('15-01-2026'), readDate('2026-01-15')]).toEqual(Array(3).fill('2026-01-15'));
  expect([readDate('01/15/2026'), readDate('15/1/26'), readDate('29/02/2026'), readDate('')]).toEqual(
    Array(4).fill(undefined),
  );
});

test('whatever the bytes, a statement is read without throwing, and every credit is more than nothing', () => {
  const line = fc.array(
    fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('2026-01-15', '10.00', '"', '-1', '7')),
    { maxLength: 6 },
  );
  const csv = fc
    .array(line, { maxLength: 20 })
    .map((lines) => ['date;bank_ref;amount;description', ...lines.map((fields) => fields.join(';'))].join('\n'));
  const mt940 = fc
    .array(
      fc.oneof(
        fc.string(),
        fc.string().map((text) => `:61:260115C${text}`),
        fc.constant(':86:x'),
      ),
      { maxLength: 20 },
    )
    .map((lines) => [':20:X', ...lines].join('\n'));
  const bytes = fc.oneof(csv, mt940).map((text) => new TextEncoder().encode(text));
  forAll(1000, [fc.oneof(fc.uint8Array({ maxLength: 2000 }), bytes)], (file) => {
    const statement = readBankStatement(file);
    if (statement.kind === 'unreadable') {
      expect(statement.why).toMatch(/\.$/);
      return;
    }
    for (const { amountCents, bankRef, date } of statement.credits) {
      expect(Number.isSafeInteger(amountCents) && amountCents > 0).toBe(true);
      expect(bankRef).not.toBe('');
      expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    }
  });
});

test('a long line and a large file cost no more than their length', { tags: 'asvs-5.1.1' }, () => {
  // Of this thread alone: what else the machine does counts for nothing.
  const cpuMsOf = (length: number): number => {
    const before = process.threadCpuUsage();
    read(`date;bank_ref;amount;description\n${'"'.repeat(2 * length)}`);
    read(`:20:X\n:61:${'9'.repeat(length)}`);
    read(`date;bank_ref;amount;description\n2026-01-15;1;10.00;${'1234 567 '.repeat(length / 5_000)}`);
    return process.threadCpuUsage(before).user / 1_000;
  };
  // Ten times the length: ten times as long, and not a hundred times.
  const quickest = (length: number) => Math.min(...Array.from({ length: 5 }, () => cpuMsOf(length)));
  quickest(150_000);
  expect(quickest(1_500_000)).toBeLessThan(40 * Math.max(quickest(150_000), 5));
  expect(readBankStatement(new Uint8Array(MAX_STATEMENT_BYTES + 1))).toMatchObject({ kind: 'unreadable' });
});
