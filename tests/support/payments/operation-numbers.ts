/** One transfer, as banks, spreadsheets and people write its number. */
export const SPELLINGS = [
  '123456',
  '00123456',
  ' 0012 3456 ',
  '0012-3456',
  "'00123456",
  '="00123456"',
  '123,456',
  '123.456',
  '123456.0',
  '123456,00',
  '123456.0000',
  '00000000000000123456',
  'N° 123456',
  'Nº00123456',
  'Nro. 123-456',
  'Op. 123456',
  'OP-00123456',
  'Operación N° 123456',
];
/** Numbers that a spreadsheet has spoilt: which transfer it was, nobody can tell any more. */
export const SPOILT = [
  '1.23456E+5',
  '1,23E+11',
  '1E+05',
  '1.2e5',
  '#NUM!',
  '#¡VALOR!',
  '########',
  '12345678901234567.0',
];
/** Longer ones, of which a spreadsheet has kept fifteen digits. */
export const ROUNDED = [
  '12345678901234500',
  '1234567890123450',
  "'0012345678901234500",
  '12,345,678,901,234,500',
  'N° 12345678901234500',
  'Op 12345678901234500',
];
