import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cents } from '#loan/money.ts';
import { uuidv4 } from '#server/kit/uuid.ts';
import { readBatchFile, writeBatchedOrder, writeBatchFile } from './batch-files.ts';
import { assertOrderId, assertPayable, isOrderId, type PayoutBatches } from './payout-gateway.ts';
import { asNoAnswer, beforeItIsClaimed, ignoreMissing, publishOnce, writeDurably } from './publish-once.ts';

interface Directories {
  readonly ordersDir: string;
  readonly archiveDir: string;
}

/** Our copy of a batch's file, and where the bank collects it. */
export function batchPlaces({ ordersDir, archiveDir }: Directories, batchId: string) {
  return { claim: join(archiveDir, `${batchId}.batch`), published: join(ordersDir, `${batchId}.csv`) };
}

/**
 * Publishes the orders of a day in one file. Each order must lie in the archive, with its batch, before the file can
 * be collected, as an order does that is sent alone; the file itself is published like a single order's.
 */
export function bankFileBatches(dirs: Directories): PayoutBatches {
  const { archiveDir } = dirs;
  return {
    claim: (batchId, order) => {
      assertPayable(order);
      assertOrderId(batchId);
      return asNoAnswer('bank files', async () => {
        const claim = join(archiveDir, `${order.orderId}.csv`);
        const text = writeBatchedOrder(order, batchId);
        // Not named after the order: what is named so would be published as a file of its own.
        const part = join(archiveDir, `${batchId}.${uuidv4()}.claim`);
        await beforeItIsClaimed(async () => {
          await mkdir(archiveDir, { recursive: true });
          const about = join(archiveDir, `${order.orderId}.about`);
          if (order.about !== undefined) await writeFile(about, `${order.about}\n`);
          await writeDurably(part, text);
        });
        try {
          await link(part, claim);
          return true;
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
          return (await readFile(claim, 'utf8')) === text;
        } finally {
          await rm(part);
        }
      });
    },
    publish: (batch) => {
      assertOrderId(batch.batchId);
      const text = writeBatchFile(batch);
      return asNoAnswer('bank files', () => publishOnce({ text, ...batchPlaces(dirs, batch.batchId) }));
    },
  };
}

/** The orders of a batch by its copy in the archive. */
export async function readBatchOrders(
  archiveDir: string,
  batchId: string,
): Promise<ReadonlyMap<string, Cents> | undefined> {
  if (!isOrderId(batchId)) return undefined;
  const text = await readFile(join(archiveDir, `${batchId}.batch`), 'utf8').catch(ignoreMissing);
  return typeof text === 'string' ? readBatchFile(text) : undefined;
}
