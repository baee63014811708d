import { createHash, randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NoAnswer } from '../no-answer.ts';
import { readOrderFile, readResultFile, writeOrderFile, writeResultFile } from './bank-files.ts';
import {
  type AnswerFile,
  assertOrderId,
  assertPayable,
  type BankResult,
  isOrderId,
  type PayoutArchive,
  type PayoutGateway,
  type PayoutOrder,
  type PayoutState,
} from './payout-gateway.ts';

export interface BankFileSettings {
  /** The directory from which the bank's transfer program collects payment orders and may remove them. */
  readonly ordersDir: string;
  /** The directory of its answers. */
  readonly resultsDir: string;
  /** Our own copies, the proof that an order was sent. Never emptied, and on the same disk as `ordersDir`. */
  readonly archiveDir: string;
  /** How long an answer must not have changed before it is taken: a transfer program may still be writing it. */
  readonly quietMs?: number;
}

const QUIET_MS = 5_000;
const MAX_RESULT_BYTES = 10 * 1024 * 1024;

/**
 * Pays out through files: one CSV per order into a directory, CSVs with answers from another. An order is published
 * once, also when processes die or two of them send it: the copy in the archive is the claim, made by one atomic link,
 * and the file the bank collects is the same file under its last name, moved there by one atomic rename.
 */
export function bankFilePayout({ ordersDir, resultsDir, archiveDir, quietMs = QUIET_MS }: BankFileSettings) {
  const cache = new Map<string, CachedFile>();

  async function files(): Promise<{ readonly name: string; readonly cached: CachedFile }[]> {
    const names = (await readdir(resultsDir).catch(ignoreMissing)).filter((name) => /\.csv$/i.test(name)).sort();
    const read = [];
    for (const name of names) {
      const cached = await readCached(cache, join(resultsDir, name)).catch(ignoreMissing);
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
      const claim = join(archiveDir, `${orderId}.csv`);
      const sent = await stat(claim).catch(ignoreMissing);
      if (Array.isArray(sent)) return { kind: 'not-found' };
      await finishPublishing(orderId, claim, join(ordersDir, `${orderId}.csv`), archiveDir);
      return { kind: 'accepted', providerRef: orderId };
    });
  }

  return {
    archive: payoutArchive(archiveDir),
    answers: {
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
          const cached = await readCached(cache, path).catch(ignoreMissing);
          // Gone, or written anew since it was read: then it is another file.
          if (Array.isArray(cached) || cached.digest !== file.digest) return;
          await mkdir(archiveDir, { recursive: true });
          for (const result of file.results) await keepAnswer(archiveDir, result);
          await putAway(path, join(resultsDir, READ_DIR), file);
          cache.delete(path);
        }),
    },
    find,
    async send(order) {
      assertPayable(order);
      await asNoAnswer('bank files', () => publishOnce(order, ordersDir, archiveDir));
      const state = await find(order.orderId);
      return state.kind === 'not-found' ? { kind: 'accepted', providerRef: order.orderId } : state;
    },
  } satisfies PayoutGateway;
}

/** Where files go that were read, below the directory they came in. */
const READ_DIR = 'read';

/** A bank may use a name again. */
async function putAway(path: string, dir: string, { name, digest }: AnswerFile): Promise<void> {
  await mkdir(dir, { recursive: true });
  await rename(path, join(dir, `${name.replace(/\.csv$/i, '')}.${digest}.csv`)).catch(ignoreMissing);
}

/** What a bank has said of an order lies beside the order; that it was accepted never hides how it ended. */
async function keepAnswer(archiveDir: string, result: BankResult): Promise<void> {
  if (!isOrderId(result.orderId)) return;
  const known = await readAnswer(archiveDir, result.orderId);
  if (known && known.kind !== 'accepted' && result.state.kind === 'accepted') return;
  const part = join(archiveDir, `${result.orderId}.${randomUUID()}.answer.part`);
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
        const part = join(archiveDir, `${NAME_FILE}.${randomUUID()}.part`);
        await writeDurably(part, `${randomUUID()}\n`);
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

async function publishOnce(order: PayoutOrder, ordersDir: string, archiveDir: string): Promise<void> {
  const text = writeOrderFile(order);
  const claim = join(archiveDir, `${order.orderId}.csv`);
  const part = join(archiveDir, `${order.orderId}.${randomUUID()}.part`);
  const published = join(ordersDir, `${order.orderId}.csv`);
  await beforeItIsClaimed(async () => {
    await Promise.all([mkdir(ordersDir, { recursive: true }), mkdir(archiveDir, { recursive: true })]);
    if (order.about !== undefined) await writeFile(join(archiveDir, `${order.orderId}.about`), `${order.about}\n`);
    await writeDurably(part, text);
  });
  try {
    await link(part, claim);
  } catch (error) {
    await rm(part);
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if ((await readFile(claim, 'utf8')) !== text)
      throw new RangeError(`order ${order.orderId} was sent as another one`);
    return finishPublishing(order.orderId, claim, published, archiveDir);
  }
  // Another process may have published the claim meanwhile.
  await rename(part, published).catch(ignoreMissing);
}

/**
 * A process died between claim and publication: its unfinished file is the claimed one under another name, and still
 * exists.
 */
async function finishPublishing(orderId: string, claim: string, published: string, archiveDir: string): Promise<void> {
  const claimed = await stat(claim);
  if (claimed.nlink < 2) return;
  const parts = (await readdir(archiveDir)).filter((name) => name.startsWith(`${orderId}.`) && name.endsWith('.part'));
  for (const name of parts) {
    const part = join(archiveDir, name);
    const same = await stat(part).then(
      ({ ino }) => ino === claimed.ino,
      () => false,
    );
    // The first process to rename publishes; the other one finds nothing to rename.
    if (same) await rename(part, published).catch(ignoreMissing);
  }
}

/** Until its claim lies in the archive an order is nowhere the bank could collect it. */
async function beforeItIsClaimed(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw new NoAnswer(`bank files: ${(error as Error).message}`, { mayHaveHappened: false, cause: error });
  }
}

async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

interface CachedFile {
  /** Size and time of the last change. */
  readonly mark: string;
  readonly changedAt: number;
  readonly digest: string;
  readonly read: ReturnType<typeof readResultFile>;
}

async function readCached(cache: Map<string, CachedFile>, file: string): Promise<CachedFile> {
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
  const read = { mark, changedAt, digest, read: text === undefined ? tooLarge : readResultFile(text) };
  cache.set(file, read);
  return read;
}

function ignoreMissing(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

/** A full disk or an unreachable share leaves the outcome of an order unknown. */
async function asNoAnswer<Value>(what: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RangeError || error instanceof NoAnswer) throw error;
    throw new NoAnswer(`${what}: ${(error as Error).message}`, { cause: error });
  }
}
