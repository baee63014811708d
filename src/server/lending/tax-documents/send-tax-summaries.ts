import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type CalendarDate, calendarDate } from '#loan/calendar.ts';
import { type SigningKey, signXml } from '#server/kit/sign-xml.ts';
import type { Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import type { Place } from '#server/kit/vault.ts';
import { backOffMs, type Claim, postponeClaim, type WorkQueue, workRound } from '#server/kit/work-queue.ts';
import type { TaxDocumentService, TaxSending } from '#server/lending/gateways/tax-documents/tax-document-service.ts';
import { packDocument, summaryName } from './document-name.ts';
import { readCdr } from './read-cdr.ts';
import { isAnswer, isOfTheService, lookUp, maySend, type TaxSendingContext } from './send-tax-documents.ts';
import { type Learned, learnedOf, recordTaxAnswer, settleDocument } from './settle-tax.ts';
import { policyReader } from './tax-policy.ts';
import { openContent } from './tax-store.ts';
import { MAX_SUMMARY_LINES, writeDailySummary } from './write-daily-summary.ts';

const RETRY = { firstMs: 60_000, longestMs: 60 * 60_000 };
const ASK_MS = 5 * 60_000;

/** Key of the lock under which a summary takes its number: any constant that nothing else here locks. */
const SUMMARY_NUMBERS = 520_001;

export const TAX_SUMMARIES: WorkQueue<'tax_summary'> = {
  table: 'tax_summary',
  turn: 'next_try_at',
  countsAttempts: true,
  leaseMs: 15 * 60_000,
  batch: 1,
  isOpen: (row) => row('status', 'in', ['READY', 'SENT', 'WAITING']),
};

/**
 * Puts what waits into summaries of their day while the lender sends that way, one transaction for each summary.
 * Receipts come before their credit notes, which wait for the answer.
 * @returns how many summaries were made
 */
export async function makeTaxSummaries(context: TaxSendingContext): Promise<number> {
  const { db, clock, taxKey } = context;
  if (!taxKey || !maySend(context)) return 0;
  const today = calendarDate(clock.businessDate());
  const policy = await policyReader()(db.kysely, today);
  if (policy.sending !== 'SUMMARY') return 0;
  let made = 0;
  while (await db.kysely.transaction().execute((trx) => makeSummary({ ...context, taxKey }, trx, today))) made += 1;
  return made;
}

async function makeSummary(
  { clock, vault, taxKey }: TaxSendingContext & { readonly taxKey: SigningKey },
  trx: Trx,
  today: CalendarDate,
): Promise<boolean> {
  // One after the other, so that two copies do not take the same number.
  await sql`select pg_advisory_xact_lock(${SUMMARY_NUMBERS})`.execute(trx);
  const rows = await readyOfOneDay(trx, clock.now());
  const [first] = rows;
  if (!first) return false;
  const documents = rows.map((row) => openContent(vault, row));
  const { issuer } = documents[0] as (typeof documents)[number];
  const number = await nextNumber(trx, issuer.ruc, today);
  const { xml } = signXml(writeDailySummary({ issuer, issueDate: today, number, documents }), taxKey);
  const now = clock.now();
  const id = uuidv7(now);
  await trx
    .insertInto('tax_summary')
    .values({
      id,
      name: summaryName(issuer.ruc, today, number),
      issue_date: first.issue_date,
      xml_sealed: vault.sealBytes(Buffer.from(xml), placeOf(id)),
      xml_sha256: createHash('sha256').update(xml).digest('hex'),
      status: 'READY',
      next_try_at: new Date(now),
      issued_at: new Date(now),
    })
    .execute();
  const ids = rows.map((row) => row.id);
  await trx.updateTable('tax_document').set({ summary_id: id }).where('id', 'in', ids).execute();
  return true;
}

/** Documents of the oldest day and one issuer that nobody has sent yet, or is about to send alone; locked. */
async function readyOfOneDay(trx: Trx, now: number) {
  const isReady = sql`document.status = 'READY' and document.summary_id is null
    and document.next_try_at <= ${new Date(now)} and not exists (
      select from tax_document lowered where lowered.id = document.corrects and lowered.status in ('READY', 'SENT'))`;
  const { rows } = await sql<{ id: string; issue_date: string; content_sealed: Uint8Array }>`
    with first as (
      select issue_date, split_part(name, '-', 1) as ruc from tax_document document where ${isReady}
      order by issue_date, position limit 1)
    select document.id, document.issue_date::text, document.content_sealed from tax_document document, first
    where ${isReady} and document.issue_date = first.issue_date and split_part(document.name, '-', 1) = first.ruc
    order by document.position limit ${MAX_SUMMARY_LINES} for no key update of document skip locked`.execute(trx);
  return rows;
}

async function nextNumber(trx: Trx, ruc: string, today: CalendarDate): Promise<number> {
  const beginning = summaryName(ruc, today, 0).slice(0, -1);
  const { last } = await trx
    .selectFrom('tax_summary')
    .select(sql<number>`coalesce(max(split_part(name, '-', 4)::int), 0)`.as('last'))
    .where('name', 'like', `${beginning}%`)
    .executeTakeFirstOrThrow();
  return Number(last) + 1;
}

function placeOf(id: string): Place {
  return { table: 'tax_summary', column: 'xml_sealed', id };
}

/**
 * Sends summaries and asks for their answers, outside of any transaction. What a summary is told, its documents are.
 * @returns how many were tried
 */
export async function sendTaxSummaries(context: TaxSendingContext, isStopped?: () => boolean): Promise<number> {
  const { db, clock, log, taxDocuments } = context;
  if (!taxDocuments || !maySend(context)) return 0;
  const now = clock.now();
  return workRound(db.kysely, TAX_SUMMARIES, now, {
    work: (claim) => sendOne({ ...context, taxDocuments }, claim),
    async failed(claim, error) {
      const { name, attempts } = claim.row;
      log.error({ err: error, summary: name, attempts }, 'a summary of tax documents could not be sent');
      await postponeClaim(db.kysely, TAX_SUMMARIES, claim, now + backOffMs(RETRY, attempts));
    },
    isStopped,
  });
}

type Connected = TaxSendingContext & { readonly taxDocuments: TaxDocumentService };
/** It exists and is accepted. */
const KNOWN_ALONE = '0001';
/** There is no such ticket, or not any more. */
const NO_TICKET = '0127';
type LearnedOfSummary = Learned & { readonly ticket?: string };

async function sendOne(context: Connected, claim: Claim<'tax_summary'>): Promise<void> {
  const { db, clock, vault } = context;
  const { row } = claim;
  const learned = await learn(context, claim);
  if (!learned) return;
  const now = clock.now();
  await db.kysely.transaction().execute(async (trx) => {
    if (learned.ticket !== undefined) {
      const change = { status: 'WAITING', ticket: learned.ticket } as const;
      // Not when another copy has learned more since.
      const waiting = trx.updateTable('tax_summary').set(change).where('id', '=', row.id);
      await waiting.where('status', 'in', ['READY', 'SENT']).execute();
    }
    if (learned.code === NO_TICKET) await forgetTicket(trx, row);
    if (isAnswer(learned) && !(await settleSummary(trx, row.id, learned, now))) return;
    await recordTaxAnswer(trx, vault, { summary: row.id }, { ...learned, now });
  });
  if (isAnswer(learned)) return;
  const wait = learned.outcome === 'UNKNOWN' ? backOffMs(RETRY, row.attempts) : ASK_MS;
  await postponeClaim(db.kysely, TAX_SUMMARIES, claim, now + wait);
}

/** A ticket that the authority does not know never has an answer: the summary goes again as one whose ticket never came. */
async function forgetTicket(trx: Trx, { id, ticket }: Claim<'tax_summary'>['row']): Promise<void> {
  const waiting = trx.updateTable('tax_summary').set({ status: 'SENT', ticket: null }).where('id', '=', id);
  await waiting.where('status', '=', 'WAITING').where('ticket', '=', ticket).execute();
}

/** @returns undefined when another copy has the summary by now */
async function learn(context: Connected, claim: Claim<'tax_summary'>): Promise<LearnedOfSummary | undefined> {
  const { vault, taxDocuments } = context;
  const { row } = claim;
  if (row.ticket !== null) return learnedFrom(row.name, await taxDocuments.ticketStatus(row.ticket));
  if (row.status === 'READY' && !(await noteSent(context, claim))) return undefined;
  const xml = Buffer.from(vault.openBytes(row.xml_sealed, placeOf(row.id))).toString('utf8');
  const sent = await taxDocuments.sendSummary({ name: row.name, zip: packDocument(row.name, xml) });
  return sent.kind === 'already-known' ? askForEach(context, row.id) : learnedFrom(row.name, sent);
}

/** Notes that a summary leaves with its documents, while the claim holds. */
function noteSent({ db }: Connected, { row, leaseUntil }: Claim<'tax_summary'>): Promise<boolean> {
  return db.kysely.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('tax_summary')
      .set({ status: 'SENT' })
      .where('id', '=', row.id)
      .where('status', '=', 'READY')
      .where('next_try_at', '=', new Date(leaseUntil))
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return false;
    const documents = trx.updateTable('tax_document').set({ status: 'SENT' }).where('summary_id', '=', row.id);
    await documents.where('status', '=', 'READY').execute();
    return true;
  });
}

/**
 * A summary whose ticket was lost is known by its documents: each of them is asked about, and told what it was told
 * itself.
 */
async function askForEach(context: Connected, summaryId: string): Promise<Learned> {
  const { db, vault, clock } = context;
  const rows = await db.kysely
    .selectFrom('tax_document')
    .selectAll()
    .where('summary_id', '=', summaryId)
    .where('status', 'in', ['READY', 'SENT'])
    .execute();
  let unknown = 0;
  for (const row of rows) {
    const found = await lookUp(context, row);
    // A document that a summary told may have no answer of its own: that it is known is the answer.
    const known =
      found !== 'not-found' && found.code === KNOWN_ALONE ? { ...found, outcome: 'ACCEPTED' as const } : found;
    if (known === 'not-found' || !isAnswer(known)) unknown += 1;
    else {
      const now = clock.now();
      await db.kysely.transaction().execute(async (trx) => {
        if (!(await settleDocument(trx, { id: row.id, name: row.name }, known, now))) return;
        await recordTaxAnswer(trx, vault, { document: row.id }, { ...known, now });
      });
    }
  }
  const words = 'the summary was taken in, and its ticket never came';
  return { outcome: unknown > 0 ? 'UNKNOWN' : 'ACCEPTED', words };
}

function learnedFrom(name: string, sent: TaxSending): LearnedOfSummary {
  switch (sent.kind) {
    case 'answered': {
      const answer = readCdr(sent.cdrZip, name);
      if (answer) return learnedOf(answer, sent.cdrZip);
      return { outcome: 'UNKNOWN', words: 'an answer came that is not about this summary' };
    }
    case 'ticket':
      return { outcome: 'TICKET', code: sent.ticket, ticket: sent.ticket };
    case 'refused':
      return { outcome: isOfTheService(sent.code) ? 'UNKNOWN' : 'REFUSED', code: sent.code, words: sent.words };
    case 'already-known':
      return { outcome: 'UNKNOWN', code: sent.code, words: sent.words };
    case 'unknown':
      return { outcome: 'UNKNOWN', words: sent.why };
    default:
      return { outcome: 'WAITING' };
  }
}

async function settleSummary(
  trx: Trx,
  id: string,
  learned: Learned & { readonly outcome: 'ACCEPTED' | 'OBSERVED' | 'REFUSED' },
  now: number,
): Promise<boolean> {
  const ended = await trx
    .updateTable('tax_summary')
    .set({ status: learned.outcome, next_try_at: null })
    .where('id', '=', id)
    .where('status', 'in', ['READY', 'SENT', 'WAITING'])
    .returning('name')
    .executeTakeFirst();
  if (!ended) return false;
  const documents = await trx
    .selectFrom('tax_document')
    .select('id')
    .where('summary_id', '=', id)
    .orderBy('position')
    .execute();
  for (const [index, document] of documents.entries()) {
    await settleDocument(trx, { ...document, ...(index === 0 && { name: ended.name }) }, learned, now);
  }
  return true;
}
