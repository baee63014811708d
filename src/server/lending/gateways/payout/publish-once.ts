import { link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { uuidv4 } from '#server/kit/uuid.ts';
import { NoAnswer } from '../no-answer.ts';

/** A file that the bank, or another provider, collects once. */
export interface Publication {
  readonly text: string | Uint8Array;
  /** Our copy, the proof that it was published: made by one atomic link. On the same disk as `published`. */
  readonly claim: string;
  readonly published: string;
}

/**
 * Publishes a file once, also when processes die or two of them publish it: who links the claim moves the same file to
 * where it is collected, by one atomic rename; a later run makes up for that move.
 * @param before what has to be on the disk before it counts
 */
export async function publishOnce(
  { text, claim, published }: Publication,
  before: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  const part = partOf(claim);
  await beforeItIsClaimed(async () => {
    await Promise.all([dirname(published), dirname(claim)].map((dir) => mkdir(dir, { recursive: true })));
    await before();
    await writeDurably(part, text);
  });
  try {
    await link(part, claim);
  } catch (error) {
    await rm(part);
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (!(await readFile(claim)).equals(Buffer.from(text))) {
      throw new RangeError(`${basename(claim)} was sent as another one`);
    }
    return finishPublishing({ claim, published });
  }
  // Another process may have published the claim meanwhile.
  await rename(part, published).catch(ignoreMissing);
}

/**
 * Publishes what a process left behind that died between claim and publication: its unfinished file is the claimed one
 * under another name, and still exists.
 */
export async function finishPublishing({ claim, published }: Omit<Publication, 'text'>): Promise<void> {
  const claimed = await stat(claim);
  if (claimed.nlink < 2) return;
  const dir = dirname(claim);
  const prefix = `${nameOf(claim)}.`;
  const parts = (await readdir(dir)).filter((name) => name.startsWith(prefix) && name.endsWith('.part'));
  for (const name of parts) {
    const part = join(dir, name);
    const same = await stat(part).then(
      ({ ino }) => ino === claimed.ino,
      () => false,
    );
    // The first process to rename publishes; the other one finds nothing to rename.
    if (same) await rename(part, published).catch(ignoreMissing);
  }
}

function nameOf(claim: string): string {
  return basename(claim).replace(/\.[a-z]+$/, '');
}

function partOf(claim: string): string {
  return join(dirname(claim), `${nameOf(claim)}.${uuidv4()}.part`);
}

/** Until its claim lies in the archive an order is nowhere the bank could collect it. */
export async function beforeItIsClaimed(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw new NoAnswer(`a file to be collected: ${(error as Error).message}`, { mayHaveHappened: false, cause: error });
  }
}

export async function writeDurably(file: string, text: string | Uint8Array): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export function ignoreMissing(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

/** A full disk or an unreachable share leaves the outcome of an order unknown. */
export async function asNoAnswer<Value>(what: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RangeError || error instanceof NoAnswer) throw error;
    throw new NoAnswer(`${what}: ${(error as Error).message}`, { cause: error });
  }
}
