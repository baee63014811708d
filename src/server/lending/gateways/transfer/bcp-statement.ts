import { MAX_LINE_LENGTH, splitLine } from './read-csv.ts';
import { folded, HEAD_LINES, type StatementFormat } from './statement-format.ts';

/**
 * The account statement as BCP's online banking for companies exports it as CSV. ../README.md lists what public
 * documents show and what is an assumption.
 */
const BCP_STATEMENT: StatementFormat = {
  name: 'BCP',
  encoding: 'auto',
  delimiter: ',',
  above: {},
  accountForm: /^\d{3}-\d{7,8}-\d-\d{2}/,
  columns: {
    bookedOn: 'Fecha',
    valueDate: 'Fecha valuta',
    description: 'Descripción operación',
    amount: 'Monto',
    number: 'Operación - Número',
    reference: 'Referencia2',
  },
  dateFormat: 'DD/MM/YYYY',
  decimalMark: '.',
  sign: 'minus',
};

/** Columns that together no other bank's export has. */
const MARKS = ['Fecha valuta', 'Descripción operación', 'Operación - Número'].map(folded);

/** BCP's format, with the separator that the file has; undefined when the file is another bank's. */
export function bcpStatementOf(text: string): StatementFormat | undefined {
  const lines = text.split(/\r\n|\n|\r/, HEAD_LINES).filter(({ length }) => length <= MAX_LINE_LENGTH);
  for (const delimiter of [',', ';', '\t'] as const) {
    const names = lines.map((line) => (splitLine(line, delimiter) ?? []).map(folded));
    if (names.some((each) => MARKS.every((mark) => each.includes(mark)))) return { ...BCP_STATEMENT, delimiter };
  }
  return undefined;
}
