import { expect, test } from 'vitest';
import { CSV_START, csvLines } from '#server/kit/csv.ts';
import { readCsv } from '#server/lending/gateways/transfer/read-csv.ts';

test('an instant is written as clocks in Lima showed it, so that what came in the evening stays at its day', () => {
  const evening = '2026-02-01T04:40:07.123Z';
  const line = csvLines([[evening, new Date(evening), '2026-02-01', '2026-02-01T04:40 they said', -5, null]]);
  expect(line).toBe('2026-01-31 23:40:07;2026-01-31 23:40:07;2026-02-01;2026-02-01T04:40 they said;-5;\r\n');
});

test('what a spreadsheet would run is text, and an amount below zero a number', () => {
  expect(csvLines([['=1+1', '+51 987', '@a', '-x', '-0.05']])).toBe("'=1+1;'+51 987;'@a;'-x;-0.05\r\n");
  expect(csvLines([])).toBe('');
});

test('a list opens in columns in a spreadsheet that is set to Peru, and in others', () => {
  const rows = [
    ['date', 'note', 'amount', 'number'],
    ['2026-02-14', 'Día de la ñ, con coma', '1234.56', 'P-2026-0000001'],
    ['2026-02-15', 'con punto y coma; y\ttabulador', -0.05, null],
    ['2026-02-16', 'con "comillas"\nen dos líneas', 0, true],
  ];
  expect(csvLines(rows)).toBe(
    [
      'date;note;amount;number',
      '2026-02-14;"Día de la ñ, con coma";1234.56;P-2026-0000001',
      '2026-02-15;"con punto y coma; y\ttabulador";-0.05;',
      '2026-02-16;"con ""comillas""\nen dos líneas";0;true',
      '',
    ].join('\r\n'),
  );
});

test('our own reader reads what is written', () => {
  const text =
    CSV_START +
    csvLines([
      ['code', 'note'],
      ['NIU-1', 'una, dos; tres'],
    ]);
  expect(readCsv(text, { required: ['code', 'note'], optional: [] }).rows).toEqual([
    { line: 2, values: { code: 'NIU-1', note: 'una, dos; tres' } },
  ]);
});
