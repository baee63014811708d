import type { Context } from 'hono';
import { cents, toSoles } from '#loan/money.ts';
import { notFound } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import type { Db } from '#server/kit/tables.ts';
import { clientName } from '#server/lending/people/masks.ts';
import { recordShown } from '#server/lending/staff/staff-route.ts';
import type { TaxContext } from './issue-tax-documents.ts';
import { taxSubject } from './settle-tax.ts';
import { openContent } from './tax-store.ts';

/** Answers with one document: what it says, what became of it, and the credit notes that lower it. */
export async function showTaxDocument(c: Context, context: TaxContext, id: string): Promise<Response> {
  const { db, vault } = context;
  const row = await readRow(db.kysely, id);
  if (!row) return answerRefusal(c, notFound());
  await recordShown(c, { subject: taxSubject(id) });
  const sign = row.kind === 'receipt' ? 1 : -1;
  const [answers, creditNotes] = [await readAnswers(db.kysely, row), await readCreditNotes(db.kysely, id)];
  return c.json({
    name: row.name,
    client: await clientName(c, context, row.person_id),
    personId: row.person_id,
    id,
    loan: row.loan,
    kind: row.kind,
    date: row.issue_date,
    net: soles(sign * row.net),
    vat: soles(sign * row.vat),
    total: soles(sign * (row.net + row.vat)),
    status: row.status,
    issuedAt: row.issued_at.toISOString(),
    attempts: row.attempts,
    nextTryAt: row.next_try_at?.toISOString() ?? null,
    summary: row.summary,
    corrects: row.corrects,
    reason: row.reason,
    xmlSha256: row.xml_sha256,
    cdrSha256: answers.findLast(({ cdr_sha256 }) => cdr_sha256 !== null)?.cdr_sha256 ?? null,
    lines: openContent(vault, row).lines.map(({ description, netCents, vatCents }) => ({
      description,
      net: soles(sign * netCents),
      vat: soles(sign * vatCents),
    })),
    answers: answers.map(({ at, outcome, code, words, notes }) => ({
      at: at.toISOString(),
      outcome,
      code,
      words,
      observations: notes.length === 0 ? null : notes.map((note) => `${note.code}: ${note.words}`).join('; '),
    })),
    creditNotes: creditNotes.map(({ net, vat, ...note }) => ({ ...note, total: soles(-Number(net) - Number(vat)) })),
  });
}

function soles(amount: number): number {
  return toSoles(cents(amount));
}

async function readRow(db: Db, id: string) {
  const row = await db
    .selectFrom('tax_document')
    .innerJoin('loan', 'loan.id', 'tax_document.loan_id')
    .leftJoin('tax_summary', 'tax_summary.id', 'tax_document.summary_id')
    .selectAll('tax_document')
    .select(['loan.number as loan', 'loan.person_id', 'tax_summary.name as summary'])
    .where('tax_document.id', '=', id)
    .executeTakeFirst();
  return row && { ...row, net: Number(row.net), vat: Number(row.vat) };
}

/** Answers to a document itself, and to the summary that it was in. */
function readAnswers(db: Db, { id, summary_id }: { readonly id: string; readonly summary_id: string | null }) {
  return db
    .selectFrom('tax_answer')
    .select(['at', 'outcome', 'code', 'words', 'notes', 'cdr_sha256'])
    .where((row) =>
      row.or([row('document_id', '=', id), ...(summary_id === null ? [] : [row('summary_id', '=', summary_id)])]),
    )
    .orderBy('id')
    .execute();
}

function readCreditNotes(db: Db, id: string) {
  return db
    .selectFrom('tax_document')
    .select(['id', 'name', 'net', 'vat', 'status'])
    .where('corrects', '=', id)
    .orderBy('position')
    .execute();
}
