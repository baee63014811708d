import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BankFileSettings } from '#server/lending/gateways/payout/bank-file-payout.ts';
import { bankDirs } from '#tests/support/payments/bank-dirs.ts';

/** A file of orders as the bank has taken it away. */
export interface CollectedFile {
  readonly batchId: string;
  readonly count: number;
  readonly soles: number;
}

/**
 * Opens a bank that takes files: it takes away what it finds, pays every order in it, as often as it finds one, and
 * answers, all at once and at any time, as a bank's transfer program does.
 */
export function fileBank(folder: string, paid: (orderId: string, soles: number) => void) {
  const places = bankDirs(folder);
  const { ordersDir, resultsDir } = places;
  const files: BankFileSettings = { ...places, inBatches: true, quietMs: 0 };
  for (const place of [ordersDir, resultsDir]) mkdirSync(place, { recursive: true });
  const collected: CollectedFile[] = [];
  const collect = (): void => {
    for (const name of readdirSync(ordersDir)) {
      const lines = readFileSync(join(ordersDir, name), 'latin1')
        .split('\r\n')
        .map((line) => line.split(';'));
      rmSync(join(ordersDir, name));
      const orders = lines.filter(([record]) => record === 'ORDER');
      for (const [, id = '', , , amount] of orders) paid(id, Number(amount));
      const [, control = []] = lines;
      const [, batchId = '', date = '', , total = ''] = control;
      collected.push({ batchId, count: orders.length, soles: Number(total) });
      const answer = [
        'record;id;status;amount;bank_reference;value_date;reason;count',
        `BATCH;${batchId};PAID;${total};;;;${orders.length}`,
        ...orders.map(([, id, , , amount], k) => `ORDER;${id};PAID;${amount};B${k};${date};;`),
      ];
      const part = join(folder, `${batchId}.part`);
      writeFileSync(part, `${answer.join('\r\n')}\r\n`);
      renameSync(part, join(resultsDir, `${batchId}-${collected.length}.csv`));
    }
  };
  return { files, collect, collected };
}
