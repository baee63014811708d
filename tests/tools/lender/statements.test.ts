import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { formatSoles } from '#i18n/format.ts';
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
  writeFileSync(file, 'fecha;operacion;descripcion;monto\n15/01/2026;00123456;ABONO;90.');
  await expect(run(file)).rejects.toThrow('Line 2: "90." is not an amount, or could be two.');
  writeFileSync(file, 'fecha;operacion;descripcion;monto\n15/01/2026;00123456;ABONO;90.0\n');
  await expect(run(file)).rejects.toThrow('Line 2: its last field, "90.0", may be less than was written: ');
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
  expect(await runLender(client, ['statements', 'correct', 'the-line'], { amount: '509.44' })).toBe(
    'Line the-line is booked at S/\u00a0509,44.',
  );
  expect(sent).toEqual([['/api/v1/staff/bank-lines/the-line/correct', { amount: 509.44 }]]);
  for (const [typed, soles] of [
    ['1.200', 1200],
    ['S/ 1.200,00', 1200],
    ['1,200.50', 1200.5],
    ['0,50', 0.5],
  ] as const) {
    const shown = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    await runLender(client, ['statements', 'correct', 'the-line'], { amount: typed });
    expect(sent.at(-1)).toEqual(['/api/v1/staff/bank-lines/the-line/correct', { amount: soles }]);
    expect(shown.mock.calls.join()).toContain(`Amount in soles: ${formatSoles(soles * 100)}\n`);
    shown.mockRestore();
  }
  for (const typed of ['1.50.000', '1e3', '0x10', '-5', 'mil', '1.2345']) {
    await runLender(client, ['statements', 'correct', 'the-line'], { amount: typed });
    // Never a number: the API refuses it.
    expect(sent.at(-1)).toEqual(['/api/v1/staff/bank-lines/the-line/correct', { amount: typed }]);
  }
  await expect(runLender(client, ['statements', 'correct', 'the-line'], {})).rejects.toThrow('--amount is missing');
});
