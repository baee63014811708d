import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { unzip } from '#server/kit/zip.ts';
import { asNoAnswer, finishPublishing, ignoreMissing, publishOnce } from '../payout/publish-once.ts';
import type { TaxDocumentService, TaxFile, TaxSending } from './tax-document-service.ts';

export interface TaxFilesSettings {
  /** The folder from which a provider of electronic invoicing takes signed ZIPs and may remove them. */
  readonly filesDir: string;
  /** The folder of its answers: `R-NAME.zip`, as the tax authority gave them. */
  readonly answersDir: string;
  /** Our own copies, the proof that a file was handed over. Never emptied, and on the same disk as `filesDir`. */
  readonly sentDir: string;
}

/** Names that a document or a summary may have: a path of somebody else's making is not among them. */
const NAME = /^\d{11}-(?:0[37]-[A-Z0-9]{4}-\d{1,8}|RC-\d{8}-\d{1,5})$/;
const MAX_ANSWER_BYTES = 4_000_000;

/**
 * Hands documents over as files: one ZIP of its own name for each, put where a provider takes it by one atomic rename,
 * and once only, also when processes die or two of them send it. What the provider answers is read from another folder.
 */
export function taxFiles(settings: TaxFilesSettings): TaxDocumentService {
  const { filesDir, answersDir, sentDir } = settings;
  const placesOf = (name: string) => ({
    claim: join(sentDir, `${name}.zip`),
    published: join(filesDir, `${name}.zip`),
  });

  async function handOver({ name, zip }: TaxFile): Promise<TaxSending | undefined> {
    assertName(name);
    try {
      await publishOnce({ text: zip, ...placesOf(name) });
      return undefined;
    } catch (error) {
      // Handed over under this name, with other bytes.
      if (error instanceof RangeError) return { kind: 'already-known', code: '1033', words: error.message };
      throw error;
    }
  }

  async function find(name: string): Promise<TaxSending | { readonly kind: 'not-found' }> {
    assertName(name);
    const answer = await readAnswer(join(answersDir, `R-${name}.zip`));
    if (answer) return answer;
    const places = placesOf(name);
    if (Array.isArray(await stat(places.claim).catch(ignoreMissing))) return { kind: 'not-found' };
    await finishPublishing(places);
    return { kind: 'waiting' };
  }

  return {
    name: 'files',
    sendDocument: (file) => knownOrNot(async () => (await handOver(file)) ?? { kind: 'waiting' }),
    sendSummary: (file) => knownOrNot(async () => (await handOver(file)) ?? { kind: 'ticket', ticket: file.name }),
    ticketStatus: (ticket) =>
      knownOrNot(async () => {
        const found = await find(ticket);
        return found.kind === 'not-found' ? { kind: 'unknown', why: `${ticket} was never handed over` } : found;
      }),
    lookUp: ({ ruc, type, series, number }) => knownOrNot(() => find(`${ruc}-${type}-${series}-${number}`)),
  };
}

function assertName(name: string): void {
  if (!NAME.test(name)) throw new RangeError(`"${name}" is not the name of a tax document`);
}

/** A full disk, or a share that is not there. */
async function knownOrNot<Known>(work: () => Promise<Known>): Promise<Known | TaxSending> {
  try {
    return await asNoAnswer('files of tax documents', work);
  } catch (error) {
    return { kind: 'unknown', why: (error as Error).message };
  }
}

/** A provider may still be writing it: half an archive does not count as an answer yet. */
async function readAnswer(file: string): Promise<TaxSending | undefined> {
  const found = await stat(file).catch(ignoreMissing);
  if (Array.isArray(found)) return undefined;
  if (found.size > MAX_ANSWER_BYTES) return { kind: 'unknown', why: 'an answer of more than four megabytes' };
  const cdrZip = await readFile(file);
  const isWhole = unzip(cdrZip, { maxFiles: 2, maxBytes: MAX_ANSWER_BYTES }) !== undefined;
  return isWhole ? { kind: 'answered', cdrZip } : { kind: 'unknown', why: 'an answer that is not a whole ZIP (yet)' };
}
