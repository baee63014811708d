import { calendarDate } from '#loan/calendar.ts';
import type { SigningKey } from '#server/kit/sign-xml.ts';
import { backOffMs, type Claim, postponeClaim, type WorkQueue, workRound } from '#server/kit/work-queue.ts';
import type { TaxDocumentService, TaxSending } from '#server/lending/gateways/tax-documents/tax-document-service.ts';
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import { packDocument, TYPE_CODES } from './document-name.ts';
import { readCdr } from './read-cdr.ts';
import { type Learned, learnedOf, recordTaxAnswer, settleDocument } from './settle-tax.ts';
import { policyReader } from './tax-policy.ts';
import { openXml } from './tax-store.ts';

export interface TaxSendingContext extends Pick<LendingContext, 'db' | 'clock' | 'log' | 'vault'> {
  /** Nothing is sent without one, or with one that has ended: what waits is sent with the next. */
  readonly taxKey: SigningKey | undefined;
  /** Undefined: documents wait. */
  readonly taxDocuments: TaxDocumentService | undefined;
}

const RETRY = { firstMs: 60_000, longestMs: 60 * 60_000 };
const ASK_MS = 10 * 60_000;
/** Longer than the calls about one document may take, which are three at most; hence one at a time. */
const LEASE_MS = 5 * 60_000;

/** A document that was begun is asked about whatever the setting says now. */
const BEGUN: WorkQueue<'tax_document'> = {
  table: 'tax_document',
  turn: 'next_try_at',
  countsAttempts: true,
  leaseMs: LEASE_MS,
  batch: 1,
  isOpen: (row) => row.and([row('status', '=', 'SENT'), row('summary_id', 'is', null)]),
};

/** Sent one by one; a credit note once its receipt is answered, because the authority must know what it lowers. */
export const TAX_DOCUMENTS: WorkQueue<'tax_document'> = {
  ...BEGUN,
  isOpen: (row) =>
    row.and([
      row('status', 'in', ['READY', 'SENT']),
      row('summary_id', 'is', null),
      row.not(
        row.exists(
          row
            .selectFrom('tax_document as lowered')
            .select('lowered.id')
            .whereRef('lowered.id', '=', 'corrects')
            .where('lowered.status', 'in', ['READY', 'SENT']),
        ),
      ),
    ]),
};

/** Whether there is somebody to send to, and a certificate that they believe. */
export function maySend({ taxDocuments, taxKey, clock }: TaxSendingContext): boolean {
  return taxDocuments !== undefined && taxKey !== undefined && taxKey.validUntil > clock.now();
}

/**
 * Sends what is due to the tax authority, outside of any transaction (domain P40). A document is noted as sent before it
 * leaves, so that after a crash it is asked about, and only one that never arrived is sent again: the same bytes.
 * @returns how many documents were tried
 */
export async function sendTaxDocuments(context: TaxSendingContext, isStopped?: () => boolean): Promise<number> {
  const { db, clock, log, taxDocuments } = context;
  if (!taxDocuments || !maySend(context)) return 0;
  const { sending } = await policyReader()(db.kysely, calendarDate(clock.businessDate()));
  const now = clock.now();
  const queue = sending === 'ALONE' ? TAX_DOCUMENTS : BEGUN;
  return workRound(db.kysely, queue, now, {
    work: (claim) => sendOne({ ...context, taxDocuments }, queue, claim),
    async failed(claim, error) {
      const { name, attempts } = claim.row;
      log.error({ err: error, document: name, attempts }, 'a tax document could not be sent');
      await postponeClaim(db.kysely, queue, claim, now + backOffMs(RETRY, attempts));
    },
    isStopped,
  });
}

type Connected = TaxSendingContext & { readonly taxDocuments: TaxDocumentService };

async function sendOne(
  context: Connected,
  queue: WorkQueue<'tax_document'>,
  claim: Claim<'tax_document'>,
): Promise<void> {
  const { db, clock, vault } = context;
  const { id, name, attempts } = claim.row;
  const learned = await learn(context, claim);
  if (!learned) return;
  const now = clock.now();
  await db.kysely.transaction().execute(async (trx) => {
    if (isAnswer(learned) && !(await settleDocument(trx, { id, name }, learned, now))) return;
    await recordTaxAnswer(trx, vault, { document: id }, { ...learned, now });
  });
  if (isAnswer(learned)) return;
  const wait = learned.outcome === 'WAITING' ? ASK_MS : backOffMs(RETRY, attempts);
  await postponeClaim(db.kysely, queue, claim, now + wait);
}

/** Whether the authority has decided. */
export function isAnswer<Of extends Learned>(
  learned: Of,
): learned is Of & { readonly outcome: 'ACCEPTED' | 'OBSERVED' | 'REFUSED' } {
  return learned.outcome === 'ACCEPTED' || learned.outcome === 'OBSERVED' || learned.outcome === 'REFUSED';
}

type Row = Claim<'tax_document'>['row'];

/** @returns undefined when another copy, or a summary, has the document by now */
async function learn(context: Connected, claim: Claim<'tax_document'>): Promise<Learned | undefined> {
  const { row } = claim;
  if (row.status === 'READY') {
    if (!(await noteSent(context, claim))) return undefined;
  } else {
    const known = await lookUp(context, row);
    if (known !== 'not-found') return known;
  }
  const sent = await context.taxDocuments.sendDocument({
    name: row.name,
    zip: packDocument(row.name, openXml(context.vault, row)),
  });
  return sent.kind === 'already-known' ? whatIsKnown(context, row, sent) : learnedFrom(row, sent);
}

/** Notes that a document leaves, while the claim holds: a copy that was held up must not undo what another one learned. */
async function noteSent({ db }: Connected, { row, leaseUntil }: Claim<'tax_document'>): Promise<boolean> {
  const { numUpdatedRows } = await db.kysely
    .updateTable('tax_document')
    .set({ status: 'SENT' })
    .where('id', '=', row.id)
    .where('status', '=', 'READY')
    .where('summary_id', 'is', null)
    .where('next_try_at', '=', new Date(leaseUntil))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Asks what became of a document that may have arrived. */
export async function lookUp(
  { taxDocuments }: Pick<Connected, 'taxDocuments'>,
  row: Pick<Row, 'name' | 'kind' | 'series' | 'number' | 'digest'>,
): Promise<Learned | 'not-found'> {
  const { name, kind, series, number } = row;
  const [ruc = ''] = name.split('-');
  const found = await taxDocuments.lookUp({ ruc, type: TYPE_CODES[kind], series, number });
  return found.kind === 'not-found' ? 'not-found' : learnedFrom(row, found);
}

/** The authority has the number already: what it has counts as sent when it is what was signed here. */
async function whatIsKnown(
  context: Connected,
  row: Row,
  { code, words }: { readonly code: string; readonly words: string },
): Promise<Learned> {
  const known = await lookUp(context, row);
  return known === 'not-found' ? { outcome: 'UNKNOWN', code, words } : known;
}

function learnedFrom({ name, digest }: Pick<Row, 'name' | 'digest'>, sent: TaxSending): Learned {
  switch (sent.kind) {
    case 'answered': {
      const answer = readCdr(sent.cdrZip, name);
      if (!answer) return { outcome: 'UNKNOWN', words: 'an answer came that is not about this document' };
      const isOfAnother = answer.digest !== undefined && answer.digest !== digest;
      if (!isOfAnother) return learnedOf(answer, sent.cdrZip);
      const words = 'the tax authority has another document of this number';
      return { outcome: 'REFUSED', code: answer.code, words, cdrZip: sent.cdrZip };
    }
    case 'refused':
      return { outcome: isOfTheService(sent.code) ? 'UNKNOWN' : 'REFUSED', code: sent.code, words: sent.words };
    case 'unknown':
      return { outcome: 'UNKNOWN', words: sent.why };
    case 'already-known':
      return { outcome: 'UNKNOWN', code: sent.code, words: sent.words };
    default:
      return { outcome: 'WAITING' };
  }
}

/** Codes below 1000 speak of the service or of our access to it, not of the document: it is sent again later. */
export function isOfTheService(code: string): boolean {
  return Number(code) < 1000;
}
