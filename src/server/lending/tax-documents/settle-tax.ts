import { createHash } from 'node:crypto';
import type { Db, Trx } from '#server/kit/tables.ts';
import type { Vault } from '#server/kit/vault.ts';
import { closeTasks, openTask } from '#server/lending/staff/task-store.ts';
import type { Observation, TaxAnswer } from './read-cdr.ts';
import type { TaxOutcome } from './tables.ts';

/** A document or a summary that something was learned of. */
export type Told = { readonly document: string } | { readonly summary: string };

export interface Learned {
  readonly outcome: TaxOutcome;
  readonly code?: string | undefined;
  readonly words?: string | undefined;
  readonly observations?: readonly Observation[];
  /** The answer itself, as it came. */
  readonly cdrZip?: Uint8Array | undefined;
}

const OUTCOMES = { accepted: 'ACCEPTED', observed: 'OBSERVED', refused: 'REFUSED' } as const;

/** An answer of the tax authority as it is kept. */
export function learnedOf({ outcome, code, words, observations }: TaxAnswer, cdrZip: Uint8Array) {
  return { outcome: OUTCOMES[outcome], code, words, observations, cdrZip };
}

/** Leaves out the values that the tax authority quotes: names and numbers of clients, which records may not keep. */
function withoutValues(words: string): string {
  return words.replaceAll(/\b(valor|value)\s*([:=])\s*(?:"[^"]*"|'[^']*')/gi, '$1$2 …');
}

/** The subject of a document's tasks. */
export function taxSubject(documentId: string): string {
  return `tax-document:${documentId}`;
}

/**
 * Puts on record what was said of a document or a summary. That nothing is known is put on record once, until something
 * else is: a service that is down for a day must not fill the history.
 */
export async function recordTaxAnswer(
  trx: Trx,
  vault: Vault,
  told: Told,
  { outcome, code, words: said, observations = [], cdrZip, now }: Learned & { readonly now: number },
): Promise<void> {
  const words = said === undefined ? null : withoutValues(said);
  const of = {
    document_id: 'document' in told ? told.document : null,
    summary_id: 'summary' in told ? told.summary : null,
  };
  const isSettled = outcome !== 'UNKNOWN' && outcome !== 'WAITING';
  const last = isSettled ? undefined : await lastAnswer(trx, of);
  if (last && last.outcome === outcome && last.words === words) return;
  const place = { table: 'tax_answer', column: 'cdr_sealed', id: of.document_id ?? of.summary_id ?? '' } as const;
  await trx
    .insertInto('tax_answer')
    .values({
      ...of,
      at: new Date(now),
      outcome,
      code: code ?? null,
      words,
      notes: JSON.stringify(observations.map((each) => ({ ...each, words: withoutValues(each.words) }))),
      cdr_sealed: cdrZip ? vault.sealBytes(cdrZip, place) : null,
      cdr_sha256: cdrZip ? createHash('sha256').update(cdrZip).digest('hex') : null,
    })
    .execute();
}

async function lastAnswer(
  db: Db,
  { document_id, summary_id }: { readonly document_id: string | null; readonly summary_id: string | null },
) {
  return db
    .selectFrom('tax_answer')
    .select(['outcome', 'words'])
    .where((row) => (document_id === null ? row('summary_id', '=', summary_id) : row('document_id', '=', document_id)))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The answer of the tax authority, as it came: a ZIP. */
export async function readCdrOf(db: Db, vault: Vault, documentId: string): Promise<Uint8Array | undefined> {
  const { summary_id: summaryId } = (await db
    .selectFrom('tax_document')
    .select('summary_id')
    .where('id', '=', documentId)
    .executeTakeFirst()) ?? { summary_id: null };
  const row = await db
    .selectFrom('tax_answer')
    .select(['cdr_sealed', 'document_id', 'summary_id'])
    .where('cdr_sealed', 'is not', null)
    .where((of) => of.or([of('document_id', '=', documentId), of('summary_id', '=', summaryId)]))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row?.cdr_sealed) return undefined;
  const id = row.document_id ?? row.summary_id ?? '';
  return vault.openBytes(row.cdr_sealed, { table: 'tax_answer', column: 'cdr_sealed', id });
}

/**
 * A document that was answered: it is not sent again, and whoever has to do something about it is told.
 * @param document without a name where its refusal is told with another's
 */
export async function settleDocument(
  trx: Trx,
  { id, name }: { readonly id: string; readonly name?: string | undefined },
  { outcome, code = '', words = '' }: Learned & { readonly outcome: 'ACCEPTED' | 'OBSERVED' | 'REFUSED' },
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('tax_document')
    .set({ status: outcome, next_try_at: null })
    .where('id', '=', id)
    .where('status', 'in', ['READY', 'SENT'])
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  const subject = taxSubject(id);
  await closeTasks(trx, subject, { by: 'system', now, kind: 'tax-document-unsent' });
  if (outcome === 'REFUSED' && name !== undefined) {
    const task = { kind: 'tax-document-refused', subject, says: 'tax-document-refused' } as const;
    await openTask(trx, { ...task, facts: { document: name, code, reason: withoutValues(words) } }, now);
  }
  return true;
}
