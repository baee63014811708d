import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runLender } from '#tools/lender.ts';

const folder = mkdtempSync(join(tmpdir(), 'lender-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs `settle` with a file of these lines, and returns what it sends. */
async function settle(lines: string | Buffer): Promise<unknown> {
  const file = join(folder, 'lines.csv');
  writeFileSync(file, lines);
  const sent: unknown[] = [];
  const client = {
    request: (path: string, init?: RequestInit) => {
      sent.push([path, JSON.parse(String(init?.body))]);
      return Promise.resolve(Response.json({ isNew: true }));
    },
    close: () => Promise.resolve(),
  };
  const options = { ref: 'L-1', lines: `@${file}`, cost: '20.06', date: '2026-02-16', line: 'the-bank-credit' };
  expect(await runLender(client, ['payments', 'settle', 'NIUBIZ'], options)).toBe(
    'The settlement L-1 of Niubiz is booked.\nisNew: true',
  );
  return sent[0];
}

test('a settlement sends its lines as the file has them, what was taken back below zero', async () => {
  const file = 'reference;amount;operation\n123456789012;573,03;\n87654321;-12.50;991\n';
  const inUtf16 = Buffer.from(`\uFEFF${file}`, 'utf16le');
  expect(await settle(inUtf16)).toEqual(await settle(file));
  expect(await settle(file)).toEqual([
    '/api/v1/staff/settlements',
    {
      provider: 'NIUBIZ',
      reference: 'L-1',
      lines: [
        { reference: '123456789012', amount: 573.03 },
        { reference: '87654321', amount: -12.5, operation: '991' },
      ],
      cost: 20.06,
      date: '2026-02-16',
      line: 'the-bank-credit',
    },
  ]);
});

test('a file with a line that cannot be read is not sent', async () => {
  await expect(settle('reference,amount\n123,1.234\n')).rejects.toThrow('Line 2: "1.234" is not an amount.');
  await expect(settle('reference\n123\n')).rejects.toThrow('there is no column amount');
  await expect(settle('reference,amount\n123,57.30\n124,57.')).rejects.toThrow('Line 3: "57." is not an amount.');
  await expect(settle('reference,amount\n123,57.30\n124,57.3')).rejects.toThrow('Line 3: the last line has no end');
  await expect(settle('reference,amount\n123,57.30\n124,57')).rejects.toThrow('Line 3: the last line has no end');
  const spoilt = 'Line 2: the number "1.23457E+11" is what a spreadsheet has made of it';
  await expect(settle('reference,amount\n1.23457E+11,1.00\n')).rejects.toThrow(spoilt);
  await expect(settle('reference,amount,operation\n123,1.00,1.23457E+11\n')).rejects.toThrow(spoilt);
});
