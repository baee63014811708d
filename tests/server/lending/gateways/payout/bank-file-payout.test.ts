import { link, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cents } from '#loan/money.ts';
import { NoAnswer } from '#server/lending/gateways/no-answer.ts';
import { type BankFileSettings, bankFilePayout } from '#server/lending/gateways/payout/bank-file-payout.ts';
import type { PayoutOrder } from '#server/lending/gateways/payout/payout-gateway.ts';
import { bankDirs } from '#tests/support/payments/bank-dirs.ts';

const ORDER: PayoutOrder = {
  orderId: '019bd6a0-0000-7000-8000-000000000001',
  amountCents: cents(50_000),
  cci: '00219100001234567852',
  holder: 'José "Pepe" Quispe; S.A.',
};
const FILE = `${ORDER.orderId}.csv`;
const HEAD = 'order_id;status;bank_reference;value_date;reason';

let folder: string;
let dirs: BankFileSettings;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bank-files-'));
  dirs = { ...bankDirs(folder), quietMs: 0 };
});
afterEach(() => rm(folder, { recursive: true }));

async function answer(name: string, ...lines: string[]): Promise<void> {
  await mkdir(dirs.resultsDir, { recursive: true });
  await writeFile(join(dirs.resultsDir, name), [HEAD, ...lines].join('\r\n'));
}

test('an order becomes one file for the bank, in plain letters', async () => {
  expect(await bankFilePayout(dirs).send(ORDER)).toEqual({ kind: 'accepted', providerRef: ORDER.orderId });
  expect(await readdir(dirs.ordersDir)).toEqual([FILE]);
  expect(await readFile(join(dirs.ordersDir, FILE), 'latin1')).toBe(
    `order_id;currency;amount;cci;holder\r\n${ORDER.orderId};PEN;500.00;00219100001234567852;JOSE PEPE QUISPE S.A.\r\n`,
  );
});

test('an order the bank has already taken away is not written again', async () => {
  const gateway = bankFilePayout(dirs);
  await gateway.send(ORDER);
  await rm(join(dirs.ordersDir, FILE));
  expect(await gateway.send(ORDER)).toMatchObject({ kind: 'accepted' });
  expect(await readdir(dirs.ordersDir)).toEqual([]);
});

test('ten that send one order at the same time publish it once', async () => {
  await Promise.all(Array.from({ length: 10 }, () => bankFilePayout(dirs).send(ORDER)));
  expect(await readdir(dirs.ordersDir)).toEqual([FILE]);
  expect(await readdir(dirs.archiveDir)).toEqual([FILE]);
});

test('a process that died after claiming an order and before publishing it is made up for', async () => {
  const gateway = bankFilePayout(dirs);
  await gateway.send(ORDER);
  await rm(join(dirs.ordersDir, FILE));
  await link(join(dirs.archiveDir, FILE), join(dirs.archiveDir, `${ORDER.orderId}.dead.part`));
  await gateway.send(ORDER);
  expect(await readdir(dirs.ordersDir)).toEqual([FILE]);
  expect(await readdir(dirs.archiveDir)).toEqual([FILE]);
});

test('also when it is only asked about: what is claimed is on its way', async () => {
  const gateway = bankFilePayout(dirs);
  await gateway.send(ORDER);
  await rm(join(dirs.ordersDir, FILE));
  await link(join(dirs.archiveDir, FILE), join(dirs.archiveDir, `${ORDER.orderId}.dead.part`));
  expect(await gateway.find(ORDER.orderId)).toMatchObject({ kind: 'accepted' });
  expect(await readdir(dirs.ordersDir)).toEqual([FILE]);
});

test('one number for two orders is a mistake of ours, and stops', async () => {
  const gateway = bankFilePayout(dirs);
  await gateway.send(ORDER);
  await expect(gateway.send({ ...ORDER, amountCents: cents(50_001) })).rejects.toThrow(RangeError);
});

test('the bank’s answers say how an order stands; the latest file counts', async () => {
  const gateway = bankFilePayout(dirs);
  expect(await gateway.find(ORDER.orderId)).toEqual({ kind: 'not-found' });
  await gateway.send(ORDER);
  expect(await gateway.find(ORDER.orderId)).toEqual({ kind: 'accepted', providerRef: ORDER.orderId });
  await answer('2026-01-15.csv', `${ORDER.orderId};PAID;B77;2026-01-15;`, 'another;PAID;B78;2026-01-15;');
  const paid = { kind: 'paid', providerRef: 'B77', valueDate: '2026-01-15' };
  expect(await gateway.find(ORDER.orderId)).toEqual(paid);
  expect(await gateway.send(ORDER)).toEqual(paid);
  await answer('2026-01-16.csv', `${ORDER.orderId};REJECTED;;;account closed`);
  expect(await gateway.find(ORDER.orderId)).toEqual({ kind: 'rejected', reason: 'account closed' });
});

test('a line that cannot be read is told to staff and stops no other', async () => {
  await answer(
    'a.csv',
    'one;PAID;B1;15/01/2026;',
    'two;PAID;;2026-01-15;',
    'three;DONE;B3;2026-01-15;',
    ';PAID;B4;2026-01-15;',
    'five;PAID',
    `${ORDER.orderId};PAID;B6;2026-01-15;`,
  );
  const gateway = bankFilePayout(dirs);
  expect(await gateway.find(ORDER.orderId)).toMatchObject({ kind: 'paid' });
  const [file] = await gateway.answers.unread();
  expect(file?.problems.map((problem) => ({ file: file.name, ...problem }))).toEqual([
    { file: 'a.csv', line: 6, message: '5 fields are needed, but there are 2' },
    { file: 'a.csv', line: 2, message: 'value_date must be YYYY-MM-DD, but it is "15/01/2026"' },
    { file: 'a.csv', line: 3, message: 'a paid order needs bank_reference' },
    { file: 'a.csv', line: 4, message: 'status must be PAID, REJECTED or ACCEPTED, but it is "DONE"' },
    { file: 'a.csv', line: 5, message: 'order_id is empty' },
  ]);
});

test('a directory that cannot be used says nothing about an order', async () => {
  await writeFile(join(folder, 'file'), '');
  const broken = bankFilePayout({ ...dirs, archiveDir: join(folder, 'file', 'inside') });
  await expect(broken.send(ORDER)).rejects.toThrow(NoAnswer);
  // Nothing can have been collected: it may be sent when the directory is back.
  await expect(broken.send(ORDER)).rejects.toMatchObject({ mayHaveHappened: false });
  await expect(bankFilePayout(dirs).find('../../etc/passwd')).rejects.toThrow(RangeError);
});

test('a file that was read lies apart, and what it says of an order stays known', async () => {
  const gateway = bankFilePayout(dirs);
  await gateway.send(ORDER);
  const paid = `${ORDER.orderId};PAID;B77;2026-01-15;`;
  for (const text of [paid, `${ORDER.orderId};ACCEPTED;B77;;`]) {
    // The bank uses the name again, and says less than before.
    await answer('answers.csv', text);
    const [file] = await gateway.answers.unread();
    if (!file) throw new Error('no file');
    await gateway.answers.markRead(file);
    expect(await gateway.answers.unread()).toEqual([]);
    expect(await bankFilePayout(dirs).find(ORDER.orderId)).toMatchObject({ kind: 'paid', providerRef: 'B77' });
  }
  expect(await readdir(dirs.resultsDir)).toEqual(['read']);
  expect(await readdir(join(dirs.resultsDir, 'read'))).toHaveLength(2);
});

test('a file that is still being written waits, and one that was written anew since is not put away', async () => {
  await answer('a.csv', `${ORDER.orderId};ACCEPTED;B1;;`);
  expect(await bankFilePayout({ ...dirs, quietMs: 60_000 }).answers.unread()).toEqual([]);
  const gateway = bankFilePayout(dirs);
  const [file] = await gateway.answers.unread();
  await answer('a.csv', `${ORDER.orderId};ACCEPTED;B1;;`, `${ORDER.orderId};PAID;B1;2026-01-15;`);
  if (file) await gateway.answers.markRead(file);
  expect(await gateway.answers.unread()).toMatchObject([{ name: 'a.csv', results: [{}, { state: { kind: 'paid' } }] }]);
});
