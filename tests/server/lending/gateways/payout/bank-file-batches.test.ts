import { link, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { calendarDate } from '#loan/calendar.ts';
import { cents } from '#loan/money.ts';
import { NoAnswer } from '#server/lending/gateways/no-answer.ts';
import { type BankFileSettings, bankFilePayout } from '#server/lending/gateways/payout/bank-file-payout.ts';
import type { PayoutBatch, PayoutOrder } from '#server/lending/gateways/payout/payout-gateway.ts';
import { bankDirs } from '#tests/support/payments/bank-dirs.ts';

const idOf = (k: number) => `019bd6a0-0000-7000-8000-00000000000${k}`;
const ORDERS: readonly PayoutOrder[] = [1, 2, 3].map((k) => ({
  orderId: idOf(k),
  amountCents: cents(k * 10_000),
  cci: '00219100001234567852',
  holder: 'José "Pepe" Quispe; S.A.',
  about: `P-2026-000000${k} loan`,
}));
const [FIRST] = ORDERS as [PayoutOrder, ...PayoutOrder[]];
const BATCH: PayoutBatch = { batchId: '2026-01-15-3fa85f64', date: calendarDate('2026-01-15'), orders: ORDERS };
const FILE = `${BATCH.batchId}.csv`;

let folder: string;
let dirs: BankFileSettings;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bank-batches-'));
  dirs = { ...bankDirs(folder), inBatches: true, quietMs: 0 };
});
afterEach(() => rm(folder, { recursive: true }));

function open() {
  const gateway = bankFilePayout(dirs);
  const { batches } = gateway;
  if (!batches) throw new Error('no batches');
  return { ...gateway, batches };
}

async function send(batch = BATCH): Promise<void> {
  const { batches } = open();
  for (const order of batch.orders) expect(await batches.claim(batch.batchId, order)).toBe(true);
  await batches.publish(batch);
}

test('a batch is one file: its control record with count and total, and a line for each order', async () => {
  await send();
  expect(await readdir(dirs.ordersDir)).toEqual([FILE]);
  const line = (k: number) => `ORDER;${idOf(k)};2026-01-15;PEN;${k}00.00;00219100001234567852;JOSE PEPE QUISPE S.A.;`;
  expect((await readFile(join(dirs.ordersDir, FILE), 'latin1')).split('\r\n')).toEqual([
    'record;id;date;currency;amount;cci;holder;count',
    'BATCH;2026-01-15-3fa85f64;2026-01-15;PEN;600.00;;;3',
    line(1),
    line(2),
    line(3),
    '',
  ]);
});

test('its orders lie in the archive as those that are sent alone do, and nothing else of it looks like an order', async () => {
  const { archive, find } = open();
  await send();
  expect([...(await archive.orderIds())].sort()).toEqual([idOf(1), idOf(2), idOf(3)]);
  const order = { orderId: idOf(2), amountCents: 20_000, account: '7852', about: 'P-2026-0000002 loan' };
  expect(await archive.read(idOf(2))).toEqual(order);
  expect(await find(idOf(2))).toEqual({ kind: 'accepted', providerRef: idOf(2) });
  expect(await readdir(dirs.ordersDir)).toEqual([FILE]);
});

test('ten that send it at the same time publish it once, and one the bank has taken away is not written again', async () => {
  await Promise.all(Array.from({ length: 10 }, () => send()));
  expect(await readdir(dirs.ordersDir)).toEqual([FILE]);
  expect((await readdir(dirs.archiveDir)).filter((name) => !/\.(?:csv|about|batch)$/.test(name))).toEqual([]);
  await rm(join(dirs.ordersDir, FILE));
  await send();
  await open().find(FIRST.orderId);
  expect(await readdir(dirs.ordersDir)).toEqual([]);
});

test.each(['it is sent again', 'one of its orders is asked about'])(
  'a process that died after claiming the file and before publishing it is made up for when %s',
  async (how) => {
    await send();
    await rename(join(dirs.ordersDir, FILE), join(dirs.archiveDir, `${BATCH.batchId}.dead.part`));
    if (how === 'it is sent again') await send();
    else await open().find(FIRST.orderId);
    expect(await readdir(dirs.ordersDir)).toEqual([FILE]);
  },
);

test('a process that died between an order and the next leaves nothing to collect, and nothing that is believed', async () => {
  const { batches, find } = open();
  await batches.claim(BATCH.batchId, FIRST);
  await link(join(dirs.archiveDir, `${FIRST.orderId}.csv`), join(dirs.archiveDir, `${BATCH.batchId}.dead.claim`));
  expect(await find(FIRST.orderId)).toEqual({ kind: 'not-found' });
  expect(await readdir(dirs.ordersDir).catch(() => [])).toEqual([]);
  await send();
  expect(await readdir(dirs.ordersDir)).toEqual([FILE]);
});

test('an order that went alone, or in another batch, is not put into this one', async () => {
  const { batches, send: sendAlone } = open();
  await sendAlone(FIRST);
  expect(await batches.claim(BATCH.batchId, FIRST)).toBe(false);
  await send({ ...BATCH, orders: ORDERS.slice(1) });
  expect(await batches.claim('2026-01-16-00000000', ORDERS[1] as PayoutOrder)).toBe(false);
  expect(await batches.claim(BATCH.batchId, { ...(ORDERS[1] as PayoutOrder), amountCents: cents(1) })).toBe(false);
});

test('one id for two batches is a mistake of ours, and stops', async () => {
  await send();
  await expect(open().batches.publish({ ...BATCH, orders: [FIRST] })).rejects.toThrow(RangeError);
});

test('a directory that cannot be used says nothing about a batch', async () => {
  await writeFile(join(folder, 'file'), '');
  dirs = { ...dirs, archiveDir: join(folder, 'file', 'inside') };
  const { batches } = open();
  await expect(batches.claim(BATCH.batchId, FIRST)).rejects.toThrow(NoAnswer);
  await expect(batches.publish(BATCH)).rejects.toMatchObject({ mayHaveHappened: false });
});

describe('what the bank answers', () => {
  const HEAD = 'record;id;status;amount;bank_reference;value_date;reason;count';
  const control = (status: string, amount: string, count: number, rest = ';;') =>
    `BATCH;${BATCH.batchId};${status};${amount};${rest};${count}`;
  const paid = (k: number, amount = `${k}00.00`) => `ORDER;${idOf(k)};PAID;${amount};B${k};2026-01-15;;`;
  const rejected = (k: number) => `ORDER;${idOf(k)};REJECTED;${k}00.00;;;account closed;`;
  const isPaidAs = (k: number) => ({
    orderId: idOf(k),
    state: { kind: 'paid', providerRef: `B${k}`, valueDate: '2026-01-15' },
  });
  const isRefused = (k: number) => ({ orderId: idOf(k), state: { kind: 'rejected', reason: 'account closed' } });

  async function answer(...lines: string[]) {
    await send();
    await mkdir(dirs.resultsDir, { recursive: true });
    await writeFile(join(dirs.resultsDir, 'a.csv'), [HEAD, ...lines, ''].join('\r\n'));
    const [file] = await open().answers.unread();
    if (!file) throw new Error('no file');
    return file;
  }

  test.each([
    [
      'all are paid',
      [control('PAID', '600.00', 3), paid(1), paid(2), paid(3)],
      [isPaidAs(1), isPaidAs(2), isPaidAs(3)],
    ],
    ['some are', [control('PARTIAL', '300.00', 2), paid(1), rejected(2)], [isPaidAs(1), isRefused(2)]],
    [
      'the whole is rejected, without a line',
      [control('REJECTED', '600.00', 3, ';;account closed')],
      [isRefused(1), isRefused(2), isRefused(3)],
    ],
  ])('is read: %s', async (_, lines, results) => {
    expect(await answer(...lines)).toMatchObject({ results, problems: [] });
    expect(await answer(...lines)).not.toHaveProperty('refused');
  });

  test('is told and not believed where a line is about another order, or of another amount', async () => {
    const stranger = 'ORDER;019bd6a0-0000-7000-8000-00000000dead;PAID;5.00;B9;2026-01-15;;';
    const wrongDate = `ORDER;${idOf(3)};PAID;300.00;B3;15/01/2026;;`;
    const file = await answer(control('PARTIAL', '504.99', 4), paid(1), paid(2, '199.99'), stranger, wrongDate);
    expect(file.results).toEqual([]);
    expect(file.refused).toContain('The control record says 4 orders of S/ 504.99, but there are 4 of S/ 604.99.');
    const right = await answer(control('PARTIAL', '604.99', 4), paid(1), paid(2, '199.99'), stranger, wrongDate);
    expect(right.results).toEqual([isPaidAs(1)]);
    expect(right.problems).toEqual([
      { line: 4, message: `order ${idOf(2)} is of S/ 200.00, and the bank says S/ 199.99` },
      { line: 5, message: 'order 019bd6a0-0000-7000-8000-00000000dead is not in this batch' },
      { line: 6, message: 'value_date must be YYYY-MM-DD, but it is "15/01/2026"' },
    ]);
  });

  test.each([
    [
      [control('PAID', '600.00', 2), paid(1), paid(2), paid(3)],
      'The control record says 2 orders of S/ 600.00, but there are 3 of S/ 600.00.',
    ],
    [
      [control('PAID', '600.01', 3), paid(1), paid(2), paid(3)],
      'The control record says 3 orders of S/ 600.01, but there are 3 of S/ 600.00.',
    ],
    [[control('PAID', '300.00', 2), paid(1), paid(2)], 'The batch is PAID with 2 orders, but ours has 3.'],
    [[control('PAID', '300.00', 2), paid(1), rejected(2)], 'The batch is PAID, but line 4 is "REJECTED".'],
    [
      [control('REJECTED', '500.00', 3, ';;no')],
      'The control record says 3 orders of S/ 500.00, but there are 3 of S/ 600.00.',
    ],
    [[control('PARTIAL', '200.00', 2), paid(1), paid(1)], `Line 4: order ${idOf(1)} is there twice.`],
    [
      [control('DONE', '100.00', 1), paid(1)],
      'The status of the batch is "DONE", not PAID, REJECTED, ACCEPTED or PARTIAL.',
    ],
    [
      [control('PARTIAL', '100.00', 1).replace('3fa85f64', '00000000'), paid(1)],
      'There is no batch "2026-01-15-00000000" of ours.',
    ],
    [['BATCH;../../etc/passwd;PARTIAL;100.00;;;;1', paid(1)], 'There is no batch "../../etc/passwd" of ours.'],
    [[paid(1), control('PARTIAL', '100.00', 1)], 'The first record is not BATCH.'],
    [[control('PARTIAL', '100.00', 1), paid(1), 'TOTAL;;;;;;;'], 'Line 4: the record is "TOTAL", not ORDER.'],
    [[control('PARTIAL', '100.00', 1), 'ORDER;x;PAID'], 'Line 3: 8 fields are needed, but there are 3.'],
    [[control('PARTIAL', '100.00', 1), paid(1, '1e2')], 'Line 3: "1e2" is not an amount.'],
    [[], 'The first record is not BATCH.'],
  ])('is refused whole where it does not agree (%#): %s', async (lines, sentence) => {
    const file = await answer(...lines);
    expect(file).toMatchObject({ results: [], problems: [], refused: sentence });
    // Nobody who asks about an order believes a part of it, and it is put aside.
    expect(await open().find(idOf(1))).toEqual({ kind: 'accepted', providerRef: idOf(1) });
    await open().answers.markRead(file);
    expect(await readdir(join(dirs.resultsDir, 'refused'))).toHaveLength(1);
    expect(await open().find(idOf(1))).toEqual({ kind: 'accepted', providerRef: idOf(1) });
  });
});
