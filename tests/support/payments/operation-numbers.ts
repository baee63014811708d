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
];
/** What a spreadsheet has made of one: which transfer it was, nobody can tell any more. */
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
