import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runCommandLine, runLender } from '#tools/lender.ts';

const folder = mkdtempSync(join(tmpdir(), 'lender-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a file is tried with nothing running, no database and no account, and leaves nothing behind', async () => {
  const [file, dataDir] = [join(folder, 'a.csv'), join(folder, 'data')];
  writeFileSync(file, 'fecha;operacion;monto;descripcion\n15/01/2026;00123456;90.00;ABONO\n15/01/2026;;-3.00;PORTES\n');
  const run = (...words: string[]) => runCommandLine(['statements', 'try', ...words], { DATA_DIR: dataDir });
  expect(await run(file)).toMatch(
    /^1 credits, 1 debits\. Nothing is booked\.\n00123456 {2}15\/01\/2026 .*90,00 {2}no reference {2}ABONO$/,
  );
  writeFileSync(file, 'fecha;operacion;descripcion;monto\n15/01/2026;00123456;ABONO;90.0');
  await expect(run(file)).rejects.toThrow('Line 2: the amount "90.0" is none, or could be two.');
  writeFileSync(file, 'fecha;operacion;descripcion;monto\n15/01/2026;00123456;ABONO;90');
  await expect(run(file)).rejects.toThrow('Line 2: the last line has no end');
  await expect(run(join(folder, 'b.csv'))).rejects.toThrow('b.csv cannot be used: it is not there.');
  await expect(run()).rejects.toThrow('a file is missing');
  expect(readdirSync(folder)).toEqual(['a.csv']);
});

test('a line is corrected by its id and what came', async () => {
  const sent: unknown[] = [];
  const client = {
    request: (path: string, init?: RequestInit) => {
      sent.push([path, JSON.parse(String(init?.body))]);
      return Promise.resolve(Response.json({ amount: 509.44 }));
    },
    close: () => Promise.resolve(),
  };
  expect(await runLender(client, ['statements', 'correct', 'the-line'], { amount: '509.44' })).toBe('the-line: 509.44');
  expect(sent).toEqual([['/api/v1/staff/bank-lines/the-line/correct', { amount: 509.44 }]]);
  await expect(runLender(client, ['statements', 'correct', 'the-line'], {})).rejects.toThrow('--amount is missing');
});
