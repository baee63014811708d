import { createHash } from 'node:crypto';
import { link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { uuidv4 } from '#server/kit/uuid.ts';
import { bankFileBatches, batchPlaces, readBatchOrders } from './bank-file-batches.ts';
import { readOrderFile, readResultFile, writeOrderFile, writeResultFile } from './bank-files.ts';
import { batchOf, isBatchResult, readBatchResultFile } from './batch-files.ts';
import {
  type AnswerFile,
  assertOrderId,
  assertPayable,
  type BankResult,
  isOrderId,
  type PayoutArchive,
  type PayoutGateway,
  type PayoutState,
} from './payout-gateway.ts';
import { asNoAnswer, finishPublishing, ignoreMissing, publishOnce, writeDurably } from './publish-once.ts';

export interface BankFileSettings {
  /** The directory from which the bank's transfer program collects payment orders and may remove them. */
  readonly ordersDir: string;
  /** The directory of its answers. */
  readonly resultsDir: string;
  /** Our own copies, the proof that an order was sent. Never emptied, and on the same disk as `ordersDir`. */
  readonly archiveDir: string;
  /** Orders go out in one file a day, which people release; else each in a file of its own, by itself. */
  readonly inBatches?: boolean;
  /**
   * Time for which an answer file must not have changed before it is taken, because a transfer program may still be
   * writing it.
   */
  readonly quietMs?: number;
}

const QUIET_MS = 5_000;
const MAX_RESULT_BYTES = 10 * 1024 * 1024;

/**
 * Pays out through files: one CSV per order, or one a day, into a directory, CSVs with answers from another. Each is
 * published once, also when processes die or two of them send it: the copy in the archive is the claim, made by one atomic link,
 * and the file the bank collects is the same file under its last name, moved there by one atomic rename.
 */
export function bankFilePayout(settings: BankFileSettings) {
  const { ordersDir, resultsDir, archiveDir, quietMs = QUIET_MS } = settings;
  const cache = new Map<string, CachedFile>();

  async function files(): Promise<FoundFile[]> {
    const names = (await readdir(resultsDir).catch(ignoreMissing)).filter((name) => /\.csv$/i.test(name)).sort();
    const read = [];
    for (const name of names) {
      const cached = await readCached(cache, join(resultsDir, name), archiveDir).catch(ignoreMissing);
      // Another process may have put it away meanwhile.
      if (!Array.isArray(cached)) read.push({ name, cached });
    }
    return read;
  }

  async function find(orderId: string): Promise<PayoutState | { readonly kind: 'not-found' }> {
    assertOrderId(orderId);
    return asNoAnswer('bank files', async () => {
      const known = (await files())
        .flatMap(({ cached }) => cached.read.results)
        .filter((result) => result.orderId === orderId);
      // Files are named by date: the last answer counts, including money that came back.
      const last = known.at(-1)?.state ?? (await readAnswer(archiveDir, orderId));
      if (last) return last;
      const places = placesOf(orderId);
      const sent = await readFile(places.claim, 'utf8').catch(ignoreMissing);
      if (typeof sent !== 'string') return { kind: 'not-found' };
      const batch = batchOf(sent);
      const file = batch === undefined ? places : batchPlaces(settings, batch);
      // Of a batch that got no further than its orders nothing was ever there to collect.
      if (batch !== undefined && Array.isArray(await stat(file.claim).catch(ignoreMissing)))
        return { kind: 'not-found' };
      await finishPublishing(file);
      return { kind: 'accepted', providerRef: orderId };
    });
  }

  function placesOf(orderId: string) {
    return { claim: join(archiveDir, `${orderId}.csv`), published: join(ordersDir, `${orderId}.csv`) };
  }

  return {
    archive: payoutArchive(archiveDir),
    ...(settings.inBatches && { batches: bankFileBatches(settings) }),
    answers: bankAnswers({ resultsDir, archiveDir, quietMs }, cache, files),
    find,
    async send(order) {
      assertPayable(order);
      const { orderId, about } = order;
      // What the money is for is beside the order before the order counts.
      const note = async () =>
        about !== undefined && (await writeFile(join(archiveDir, `${orderId}.about`), `${about}\n`));
      const text = writeOrderFile(order);
      await asNoAnswer('bank files', () => publishOnce({ text, ...placesOf(orderId) }, note));
      const state = await find(order.orderId);
      return state.kind === 'not-found' ? { kind: 'accepted', providerRef: order.orderId } : state;
    },
  } satisfies PayoutGateway;
}

interface FoundFile {
  readonly name: string;
  readonly cached: CachedFile;
}

function bankAnswers(
  { resultsDir, archiveDir, quietMs }: Required<Pick<BankFileSettings, 'resultsDir' | 'archiveDir' | 'quietMs'>>,
  cache: Map<string, CachedFile>,
  files: () => Promise<readonly FoundFile[]>,
): NonNullable<PayoutGateway['answers']> {
  return {
    unread: () =>
      asNoAnswer('bank files', async () => {
        const quietSince = Date.now() - quietMs;
        return (await files())
          .filter(({ cached }) => Math.floor(cached.changedAt) <= quietSince)
          .map(({ name, cached: { read, digest } }) => ({ name, digest, ...read }));
      }),
    markRead: (file) =>
      asNoAnswer('bank files', async () => {
        const path = join(resultsDir, file.name);
        const cached = await readCached(cache, path, archiveDir).catch(ignoreMissing);
        // Gone, or written anew since it was read: then it is another file.
        if (Array.isArray(cached) || cached.digest !== file.digest) return;
        await mkdir(archiveDir, { recursive: true });
        for (const result of file.results) await keepAnswer(archiveDir, result);
        await putAway(path, join(resultsDir, file.refused === undefined ? READ_DIR : REFUSED_DIR), file);
        cache.delete(path);
      }),
  };
}

/** Directories for files that were read, and for those of which nothing counts, below the directory they came in. */
const READ_DIR = 'read';
const REFUSED_DIR = 'refused';

/** A bank may use a name again. */
async function putAway(path: string, dir: string, { name, digest }: AnswerFile): Promise<void> {
  await mkdir(dir, { recursive: true });
  await rename(path, join(dir, `${name.replace(/\.csv$/i, '')}.${digest}.csv`)).catch(ignoreMissing);
}

/** Keeps what a bank has said of an order beside the order; that it was accepted must never hide how it ended. */
async function keepAnswer(archiveDir: string, result: BankResult): Promise<void> {
  if (!isOrderId(result.orderId)) return;
  const known = await readAnswer(archiveDir, result.orderId);
  if (known && known.kind !== 'accepted' && result.state.kind === 'accepted') return;
  const part = join(archiveDir, `${result.orderId}.${uuidv4()}.answer.part`);
  await writeDurably(part, writeResultFile(result));
  await rename(part, join(archiveDir, `${result.orderId}.answer`));
}

async function readAnswer(archiveDir: string, orderId: string): Promise<PayoutState | undefined> {
  const text = await readFile(join(archiveDir, `${orderId}.answer`), 'utf8').catch(ignoreMissing);
  return typeof text === 'string' ? readResultFile(text).results[0]?.state : undefined;
}

const NAME_FILE = 'archive.id';

function payoutArchive(archiveDir: string): PayoutArchive {
  return {
    place: archiveDir,
    identify: () =>
      asNoAnswer('payout archive', async () => {
        const file = join(archiveDir, NAME_FILE);
        const known = await readFile(file, 'utf8').catch(ignoreMissing);
        if (typeof known === 'string') return known.trim();
        await mkdir(archiveDir, { recursive: true });
        const part = join(archiveDir, `${NAME_FILE}.${uuidv4()}.part`);
        await writeDurably(part, `${uuidv4()}\n`);
        // Two that name it at the same time: the first name counts.
        await link(part, file).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'EEXIST') throw error;
        });
        await rm(part);
        return (await readFile(file, 'utf8')).trim();
      }),
    orderIds: () =>
      asNoAnswer('payout archive', async () =>
        (await readdir(archiveDir).catch(ignoreMissing)).flatMap((name) => /^(.+)\.csv$/.exec(name)?.slice(1) ?? []),
      ),
    read: (orderId) =>
      asNoAnswer('payout archive', async () => {
        assertOrderId(orderId);
        const text = await readFile(join(archiveDir, `${orderId}.csv`), 'utf8').catch(ignoreMissing);
        if (typeof text !== 'string') return undefined;
        const about = await readFile(join(archiveDir, `${orderId}.about`), 'utf8').catch(ignoreMissing);
        return { orderId, ...readOrderFile(text), about: typeof about === 'string' ? about.trim() : '' };
      }),
  };
}

interface CachedFile {
  /** Size and time of the last change. */
  readonly mark: string;
  readonly changedAt: number;
  readonly digest: string;
  readonly read: Pick<AnswerFile, 'results' | 'problems' | 'refused'>;
}

async function readCached(cache: Map<string, CachedFile>, file: string, archiveDir: string): Promise<CachedFile> {
  const { size, mtimeMs: changedAt } = await stat(file);
  const mark = `${size}:${changedAt}`;
  const known = cache.get(file);
  if (known?.mark === mark) return known;
  const tooLarge = { results: [], problems: [{ line: 0, message: `larger than ${MAX_RESULT_BYTES} bytes` }] };
  const text = size > MAX_RESULT_BYTES ? undefined : await readFile(file, 'utf8');
  const digest = createHash('sha256')
    .update(text ?? mark)
    .digest('hex')
    .slice(0, 12);
  const result =
    text === undefined
      ? tooLarge
      : isBatchResult(text)
        ? await readBatchResultFile(text, (batchId) => readBatchOrders(archiveDir, batchId))
        : readResultFile(text);
  const read = { mark, changedAt, digest, read: result };
  cache.set(file, read);
  return read;
}
