import { describe, expect, test } from 'vitest';
import { type ReadStatement, readBankStatement } from '#server/lending/gateways/transfer/bank-statement.ts';
import { newPaymentReference } from '#server/lending/gateways/transfer/payment-reference.ts';
import { readStatementFormat, type StatementFormat } from '#server/lending/gateways/transfer/statement-format.ts';
import { bcpFile } from '#tests/support/payments/bcp-file.ts';

const REFERENCE = newPaymentReference(() => 720_481_539);
const utf8 = (text: string) => new TextEncoder().encode(text);
const why = (statement: ReadStatement) => (statement.kind === 'unreadable' ? statement.why : 'read');
const creditsOf = (statement: ReadStatement) => {
  if (statement.kind === 'unreadable') throw new Error(statement.why);
  return statement.credits;
};

describe('BCP’s statement as its online banking exports it', () => {
  const LINES = [
    { date: '27/07/2026', description: 'VARIOS KALLPA GENERACI', amount: '1,234,421.78', number: '09789286' },
    {
      date: '27/07/2026',
      valueDate: '26/07/2026',
      description: `TRAN ${REFERENCE}`,
      amount: '509.44',
      number: '03070075',
    },
    { date: '28/07/2026', description: 'DE ROSA QUISPE', amount: '12.00', number: '00000077', reference2: REFERENCE },
    { date: '28/07/2026', description: 'IMPUESTO ITF', amount: '-0.05', number: '00000077' },
  ];
  const CREDITS = [
    { bankRef: '09789286', date: '2026-07-27', bookedOn: '2026-07-27', amountCents: 123_442_178 },
    { bankRef: '03070075', date: '2026-07-26', bookedOn: '2026-07-27', amountCents: 50_944, reference: REFERENCE },
    { bankRef: '00000077', date: '2026-07-28', bookedOn: '2026-07-28', amountCents: 1200, reference: REFERENCE },
  ];

  test.each([
    ['UTF-8 with its mark', utf8(`\uFEFF${bcpFile(LINES)}`)],
    ['UTF-8 without one', utf8(bcpFile(LINES))],
    ['the Windows encoding', Buffer.from(bcpFile(LINES), 'latin1')],
    [
      'semicolons, as a spreadsheet saves it',
      utf8(bcpFile(LINES).replace(/,(?=(?:[^"\n]*"[^"\n]*")*[^"\n]*$)/gm, ';')),
    ],
    ['a separator at the end of each line', utf8(bcpFile(LINES).replace(/(?<=\S)\r\n/g, ',\r\n'))],
    ['more lines above the names', utf8(`Consulta de movimientos\r\n\r\n${bcpFile(LINES)}`)],
  ])('is read in %s', (_, bytes) => {
    const statement = readBankStatement(bytes, { accounts: ['191-0012345-6-78'] });
    expect(creditsOf(statement)).toMatchObject(CREDITS);
    expect(statement).toMatchObject({ debits: [{ bankRef: '00000077', amountCents: -5 }], problems: [] });
  });

  test.each([
    [{ amount: '1.234,56' }, 'Line 6, column "Monto": "1.234,56" is not an amount with "." for its decimals.'],
    [{ amount: '1,23' }, 'Line 6, column "Monto": "1,23" is not an amount with "." for its decimals.'],
    [{ amount: '' }, 'Line 6, column "Monto": "" is not an amount with "." for its decimals.'],
    [{ date: '2026-07-27' }, 'Line 6, column "Fecha": "2026-07-27" is not a date like DD/MM/YYYY.'],
    [{ date: '30/02/2026' }, 'Line 6, column "Fecha": "30/02/2026" is not a date like DD/MM/YYYY.'],
    [{ valueDate: 'hoy' }, 'Line 6, column "Fecha valuta": "hoy" is not a date like DD/MM/YYYY.'],
    [{ number: '' }, 'Line 6, column "Operación - Número": the number of the operation is missing.'],
    [{ description: 'A,B' }, 'Line 6: 11 fields are needed, but there are 12.'],
    [{ description: '"A' }, 'Line 6 is too long, or a quote in it has no end.'],
  ])('with %j says line and column, and nothing of it counts', (wrong, sentence) => {
    const [first, ...more] = LINES;
    const file = bcpFile([{ ...(first as (typeof LINES)[0]), ...wrong }, ...more]);
    expect(why(readBankStatement(utf8(file)))).toBe(sentence);
  });

  test('that was cut off in the middle of a line is not read', () => {
    const whole = bcpFile(LINES).trimEnd();
    expect(why(readBankStatement(utf8(whole.slice(0, -12))))).toMatch(/^Line 9: 11 fields are needed/);
  });

  test('of another account, or in dollars, is not read', () => {
    const accounts = ['191-0012345-6-78', '00219100001234567852'];
    const other = bcpFile(LINES, { account: '191-7654321-0-12' });
    expect(why(readBankStatement(utf8(other), { accounts }))).toBe(
      'Line 1: the account 191-7654321-0-12 is not one of ours with this bank: see TRANSFER_ACCOUNTS, or name it with --account.',
    );
    expect(why(readBankStatement(utf8(other), { accounts: [...accounts, '191-7654321-0-12'] }))).toBe('read');
    expect(why(readBankStatement(utf8(bcpFile(LINES, { currency: 'Dólares' }))))).toBe(
      'Line 2: the account is in "Dólares", not in soles.',
    );
  });
});

const MAPPING = {
  name: 'Another bank',
  encoding: 'windows-1252',
  delimiter: ';',
  linesAbove: 2,
  above: { account: 'Nro. de cuenta', currency: 'Moneda' },
  columns: {
    bookedOn: 'Fecha de proceso',
    valueDate: 'Fecha de operación',
    number: 'Nro. de operación',
    description: 'Movimiento',
    credit: 'Abono',
    debit: 'Cargo',
  },
  dateFormat: 'DD-MM-YYYY',
  decimalMark: ',',
  sign: 'columns',
  endsAt: 'Total',
};
const formatOf = (changes: object = {}): StatementFormat => {
  const format = readStatementFormat(JSON.stringify({ ...MAPPING, ...changes }));
  if (typeof format === 'string') throw new Error(format);
  return format;
};
const FILE = [
  'Nro. de cuenta:;898-3123456789',
  'Moneda;Soles',
  'Fecha de operación;Fecha de proceso;Nro. de operación;Movimiento;Cargo;Abono;Saldo',
  '14-01-2026;15-01-2026;0012345;ABONO PEÑA;;1.234,50;9.000,00',
  '15-01-2026;15-01-2026;0012346;COMISIÓN;3,00;;8.997,00',
  'Total;;;;3,00;1.234,50;',
  '',
].join('\r\n');
const CREDIT = {
  bankRef: '0012345',
  date: '2026-01-14',
  bookedOn: '2026-01-15',
  amountCents: 123_450,
  description: 'ABONO PEÑA',
};

describe('another bank’s export, by a mapping file', () => {
  const latin1 = (text: string) => Buffer.from(text, 'latin1');

  test('is read as the mapping says', () => {
    const statement = readBankStatement(latin1(FILE), { format: formatOf(), accounts: ['898-3123456789'] });
    expect(statement).toMatchObject({
      credits: [CREDIT],
      debits: [{ bankRef: '0012346', amountCents: -300 }],
      problems: [],
    });
  });

  test('has a total that is checked and is not a line, whether the mapping names it or not', () => {
    const readWith = (file: string, changes: object) => readBankStatement(latin1(file), { format: formatOf(changes) });
    for (const changes of [{}, { endsAt: undefined }]) {
      expect(creditsOf(readWith(FILE, changes))).toMatchObject([CREDIT]);
      const wrong = FILE.replace('3,00;1.234,50;\r', '3,00;1.334,50;\r');
      expect(why(readWith(wrong, changes))).toMatch(/^Line 6: the total is .*: lines are missing or wrong\.$/);
      expect(why(readWith(FILE.replace(/^14-01.*\r\n/m, ''), changes))).toMatch(/^Line 5: the total is /);
    }
  });

  test('may say by a word whether money came in', () => {
    const columns = { bookedOn: 'F', number: 'N', description: 'D', amount: 'A', sign: 'T', currency: 'M' };
    const words = { creditWords: ['abono', 'C'], debitWords: ['Cargo'] };
    const changes = { linesAbove: 0, columns, sign: 'word', dateFormat: 'YYYYMMDD', decimalMark: '.', ...words };
    const read = (...lines: string[]) =>
      readBankStatement(latin1(['F;N;D;A;T;M', ...lines, ''].join('\n')), { format: formatOf(changes) });
    const statement = read('20260115;1;X;10.00;ABONO;PEN', '20260115;2;X;-5.5;cargo;S/', '20260115;3;X;7;c;Soles');
    expect(creditsOf(statement).map(({ amountCents }) => amountCents)).toEqual([1000, 700]);
    // A credit below zero takes one back.
    expect(read('20260115;1;X;-10.00;ABONO;PEN')).toMatchObject({ credits: [], debits: [{ amountCents: -1000 }] });
    expect(why(read('20260115;1;X;10.00;nota;PEN'))).toBe(
      'Line 2, column "T": "nota" is neither a credit nor a debit.',
    );
    expect(why(read('20260115;1;X;10.00;ABONO;USD'))).toBe('Line 2, column "M": "USD" is not soles.');
  });

  test.each([
    [{ linesAbove: 1 }, 'Line 2: there is no column "Fecha de proceso".'],
    [
      { linesAbove: undefined, columns: { ...MAPPING.columns, credit: 'Haber' } },
      'Line 3: there is no column "Haber".',
    ],
    [{ delimiter: '|' }, 'Line 3: there is no column "Fecha de proceso".'],
    [{ dateFormat: 'DD/MM/YYYY' }, 'Line 4, column "Fecha de proceso": "15-01-2026" is not a date like DD/MM/YYYY.'],
    [{ decimalMark: '.' }, 'Line 4, column "Abono": "1.234,50" is not an amount with "." for its decimals.'],
    [{ encoding: 'utf-8' }, 'The file is not in UTF-8: see "encoding" of the mapping file.'],
    [{ above: { currency: 'Nro. de cuenta' } }, 'Line 1: the account is in "898-3123456789", not in soles.'],
  ])('that does not fit the file (%j) says where', (changes, sentence) => {
    expect(why(readBankStatement(latin1(FILE), { format: formatOf(changes) }))).toBe(sentence);
  });
});

describe('a mapping file', () => {
  test.each([
    ['{', 'The mapping file is not JSON: '],
    [JSON.stringify({ ...MAPPING, sign: 'minus' }), 'The mapping file: sign "minus" needs columns.amount.'],
    [JSON.stringify({ ...MAPPING, sign: 'word' }), 'The mapping file: sign "word" needs columns.amount.'],
    [JSON.stringify({ ...MAPPING, dateFormat: 'M/D/Y' }), 'The mapping file: dateFormat: '],
    [
      JSON.stringify({ ...MAPPING, columns: { ...MAPPING.columns, bookedOn: undefined } }),
      'The mapping file: columns.bookedOn: ',
    ],
    [JSON.stringify({ ...MAPPING, amount: 'X' }), 'The mapping file: amount: '],
    [
      JSON.stringify({ ...MAPPING, columns: { ...MAPPING.columns, amount: 'X' } }),
      'The mapping file: sign "columns" knows no columns.amount.',
    ],
    ['7', 'The mapping file: the file: '],
  ])('that says nothing useful is told in one sentence (%#)', (text, beginning) => {
    const read = readStatementFormat(text);
    expect(typeof read === 'string' ? read : 'read').toContain(beginning);
    expect(typeof read === 'string' ? read : '').toMatch(/\.$/);
  });
});
