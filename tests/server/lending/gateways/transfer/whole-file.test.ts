import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ReadStatement, readBankStatement } from '#server/lending/gateways/transfer/bank-statement.ts';
import { newPaymentReference } from '#server/lending/gateways/transfer/payment-reference.ts';
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
/** The money of a file, by number and day; of one that is refused there is none. */
const moneyIn = (statement: ReadStatement) =>
  statement.kind === 'unreadable'
    ? []
    : [...statement.credits, ...statement.debits].map((line) => `${line.bankRef} ${line.amountCents} ${line.date}`);

describe('a file', () => {
  const HEAD = 'fecha;operacion;monto;descripcion';

  test('has a line break within quotes as a part of its field, and a quote without an end swallows no other line', () => {
    const text = `${HEAD}\r\n15/01/2026;1;10.00;"TRANSF\r\n${REFERENCE}"\r\n15/01/2026;2;20.00;B\r\n`;
    expect(linesOf(read(text)).credits).toMatchObject([
      { bankRef: '1', description: `TRANSF ${REFERENCE}`, reference: REFERENCE },
      { bankRef: '2', description: 'B' },
    ]);
    expect(whyNot(text.replace(`${REFERENCE}"`, REFERENCE))).toBe(
      'Line 2: the line is too long, or a quote has no end. And 1 more like it.',
    );
    expect(whyNot(`${text}15/01/2026;3;x;C\r\n`)).toMatch(/^Line 5: "x" is not an amount/);
  });

  test.each([
    ['TOTAL;;30.00;', undefined],
    ['Total;;S/ 30.00;', undefined],
    [';;30.00;Total', 'Line 4: "" is not a date'],
    ['TOTAL;30.00', undefined],
    ['Total de operaciones: 2', undefined],
    ['Sub-total;;30.00;\nTOTAL GENERAL;;30.00;', undefined],
    ['TOTAL;;', undefined],
    ['TOTAL;;31.00;', 'Line 4: the total is 31.00, and the lines above add up to 30.00: lines are missing or wrong.'],
    ['TOTAL;;3', 'Line 4: the total is 3.00, and the lines above add up to 30.00: lines are missing or wrong.'],
  ])('has a total, %j, that is checked and left out', (total, expected) => {
    const text = `${HEAD}\n15/01/2026;1;10.00;A\n15/01/2026;2;20.00;B\n${total}\n`;
    if (expected !== undefined) expect(whyNot(text)).toContain(expected);
    else expect(linesOf(read(text))).toMatchObject({ credits: [{}, {}], debits: [], problems: [] });
  });

  test('that begins with a date has no total, whatever a client has written', () => {
    const text = `descripcion;operacion;monto;fecha\nTOTAL DE MI DEUDA;1;10.00;15/01/2026\n`;
    expect(linesOf(read(text)).credits).toHaveLength(1);
  });

  test.each(['\n\u001A', '\u001A', '\n\u001A\u001A\u0000\u0000'])('ends at Ctrl-Z (%j)', (end) => {
    const text = `${HEAD}\n15/01/2026;1;10.00;A${end}`;
    expect(read(text)).toMatchObject({ kind: 'read', credits: [{ bankRef: '1' }], problems: [] });
    const behind = linesOf(read(`${text}\n15/01/2026;2;20.00;B\n`));
    expect(behind).toMatchObject({ credits: [{}], problems: [{ message: expect.stringContaining('(Ctrl-Z)') }] });
  });

  test.each([
    ['an Excel workbook (.xlsx)', 'PK\u0003\u0004\u0014\u0000[Content_Types].xml xl/workbook.xml'],
    ['a LibreOffice spreadsheet (.ods)', 'PK\u0003\u0004mimetypeapplication/vnd.oasis.opendocument.spreadsheet'],
    ['a ZIP archive', 'PK\u0003\u0004 statement.csv'],
    ['an old Excel workbook (.xls)', '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1'],
    ['a PDF', '%PDF-1.7\n'],
    ['a PDF', '\r\n%PDF-1.4'],
    [
      'an XML statement (camt.053)',
      '<?xml version="1.0"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">',
    ],
    ['a web page with a table', '<html><body><table><tr><td>Fecha</td></tr>'],
    ['a web page with a table', '\r\n <TABLE border=1>'],
    ['a web page with a table', '<?xml version="1.0"?><!DOCTYPE html><html>'],
    ['an Excel workbook as XML', '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook>'],
    ['an XML or OFX file', 'OFXHEADER:100'],
    ['a JSON file', '[{"fecha": "15/01/2026"}]'],
  ])('that is %s is refused by what it is, with what to do (%#)', (what, begin) => {
    const statement = readBankStatement(Buffer.from(begin, 'latin1'));
    const said = statement.kind === 'unreadable' ? statement.why : 'read';
    expect(said.startsWith(`The file is ${what}`), said).toBe(true);
    expect(said).toMatch(/Export the movements as CSV or MT940 instead.*\.$/);
  });
});

describe('a file that was cut off within its last line, though an editor has ended it', () => {
  const REST = ['15/01/2026;0012346;20.00', '15/01/2026;0012347;1250.40'];
  const AMOUNT_LAST = ['fecha;operacion;monto', ...REST]
    .map((line) => line.replace(/^([^;]*;[^;]*)/, '$1;x'))
    .join('\n');
  const named = AMOUNT_LAST.replace('operacion;x', 'operacion;descripcion');

  test.each([
    ['the amount', 'fecha;operacion;descripcion;monto', ['15/01/2026;1;A;20.00', '15/01/2026;2;B;1250.40']],
    ['the amount of the only line', 'fecha;operacion;descripcion;monto', ['15/01/2026;2;B;1250.40']],
    ['the number', 'fecha;descripcion;monto;operacion', ['15/01/2026;A;20.00;731001', '15/01/2026;B;20.00;731002']],
    [
      'the reference',
      'fecha;operacion;monto;descripcion;referencia',
      [`15/01/2026;1;9.00;A;${REFERENCE}`, `15/01/2026;2;20.00;A;${REFERENCE}`],
    ],
    [
      'the currency',
      'fecha;operacion;monto;descripcion;moneda',
      ['15/01/2026;1;9.00;A;PEN', '15/01/2026;2;20.00;A;PEN'],
    ],
    [
      'a mark behind the amount',
      'fecha;operacion;descripcion;monto',
      ['15/01/2026;1;A;20.00 CR', '15/01/2026;2;B;30.00 DB'],
    ],
    [
      'a minus behind the amount',
      'fecha;operacion;descripcion;monto',
      ['15/01/2026;1;A;20.00-', '15/01/2026;2;B;30.00-'],
    ],
  ])('in %s is refused, wherever it was cut, and the whole one is read', (_, head, lines) => {
    const whole = [head, ...lines].join('\n');
    expect(whyNot(`${whole}\n`)).toBeUndefined();
    const all = moneyIn(read(`${whole}\n`));
    const last = lines.at(-1) as string;
    const refused = Array.from({ length: last.length - 1 }, (_each, cut) => `${whole.slice(0, -cut - 1)}\n`).filter(
      (part) => {
        for (const one of moneyIn(read(part))) expect(all, part).toContain(one);
        return read(part).kind === 'unreadable';
      },
    );
    // A reference, or a mark's second letter, may be missing where nothing is booked otherwise.
    expect(refused.length).toBeGreaterThanOrEqual(last.length - 2);
  });

  test('is held to its balance, where balances follow each other', () => {
    const lines = ['15/01/2026;1;A;120.00;20', '15/01/2026;2;B;125.00;5', '15/01/2026;3;C;1375.00;1250'];
    const file = (...each: string[]) => `fecha;operacion;descripcion;saldo;monto\n${each.join('\n')}\n`;
    expect(linesOf(read(file(...lines))).credits).toHaveLength(3);
    expect(whyNot(file(...lines).replace(/1250\n$/, '12\n'))).toMatch(/^Line 4: its balance does not follow: /);
    // A list of the newest line first, or with lines left out, has the form of the others alone.
    expect(linesOf(read(file(...lines.toReversed()))).credits).toHaveLength(3);
    expect(linesOf(read(file(lines[0] as string, '15/01/2026;9;B;7.00;5', lines[2] as string))).credits).toHaveLength(
      3,
    );
  });

  test('is whole where a right total is below it', () => {
    const file = 'fecha;operacion;descripcion;monto\n15/01/2026;1;A;20.00\n15/01/2026;2;B;5';
    expect(whyNot(`${file}\n`)).toMatch(/^Line 3: its last field, "5", may be less than was written: /);
    expect(linesOf(read(`${file}\nTOTAL;;;25.00`)).credits).toHaveLength(2);
  });

  test('whose others are in whole soles may have whole soles', () => {
    expect(
      linesOf(read('fecha;operacion;descripcion;monto\n15/01/2026;1;A;20\n15/01/2026;2;B;5\n')).credits,
    ).toHaveLength(2);
    expect(linesOf(read(`${named.replace('1250.40', '+1')}\n`.replace('+1', '1.00'))).credits).toHaveLength(2);
  });
});

test('any beginning of a file, ended or not, is refused or has lines of the whole file only', () => {
  const amount = fc.integer({ min: -300_000, max: 300_000 }).filter((each) => each !== 0);
  const line = fc.record({
    amount,
    number: fc.integer({ min: 100_000, max: 999_999 }),
    day: fc.integer({ min: 10, max: 28 }),
  });
  const FORMS = {
    'amount last': ['fecha;operacion;descripcion;monto', (d: string, n: number, a: string) => `${d};${n};X;${a}`],
    'number last': ['fecha;descripcion;monto;operacion', (d: string, n: number, a: string) => `${d};X;${a};${n}`],
    'reference last': [
      'fecha,operacion,monto,descripcion,referencia',
      (d: string, n: number, a: string) => `${d},${n},${a},X,${REFERENCE}`,
    ],
    'in quotes': ['fecha,operacion,descripcion,monto', (d: string, n: number, a: string) => `${d},${n},"X\nY","${a}"`],
  } as const;
  const parts = [
    fc.uniqueArray(line, { minLength: 2, maxLength: 5, selector: ({ number }) => number }),
    fc.constantFrom(...(Object.keys(FORMS) as (keyof typeof FORMS)[])),
    fc.constantFrom('', '\n', '\r\n'),
    fc.nat(),
  ] as const;
  forAll(2000, [...parts], (lines, form, end, at) => {
    const [head, write] = FORMS[form];
    const file = [
      head,
      ...lines.map((each) => write(`${each.day}/01/2026`, each.number, (each.amount / 100).toFixed(2))),
      '',
    ].join('\n');
    const whole = moneyIn(read(file));
    const part = `${file.slice(0, at % file.length)}${end}`;
    const money = moneyIn(read(part));
    // Of one line alone, nothing says how long its number was.
    if (form === 'number last' && money.length === 1) return;
    for (const one of money) expect(whole, part).toContain(one);
  });
});
