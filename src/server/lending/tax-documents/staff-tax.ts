import type { Context } from 'hono';
import type { Selectable } from 'kysely';
import * as z from 'zod';
import { oneLine, paragraphs } from '#api/field-rules/text.ts';
import { calendarDate, isCalendarDate } from '#loan/calendar.ts';
import { cents, fromSoles, toSoles } from '#loan/money.ts';
import { invalidFields, notFound, refused } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import type { Tables, Trx } from '#server/kit/tables.ts';
import { withClients } from '#server/lending/people/masks.ts';
import { act, byId, read, type StaffAct } from '#server/lending/staff/act.ts';
import { requireSecondApproval, secondNeeded } from '#server/lending/staff/approvals.ts';
import { recordAudit } from '#server/lending/staff/audit-store.ts';
import { placesOf } from '#server/lending/staff/list-source.ts';
import { answerList, listQuery, pageAt, queryOfList } from '#server/lending/staff/staff-list.ts';
import { operatorName, recordShown, STAFF_PATH } from '#server/lending/staff/staff-route.ts';
import { closeTasks } from '#server/lending/staff/task-store.ts';
import { correctionObstacle, correctTaxDocument } from './correct-tax-document.ts';
import { declareTax, listDeclarations } from './declare-tax.ts';
import type { TaxContext } from './issue-tax-documents.ts';
import { writeSalesRegister } from './sales-register.ts';
import { readCdrOf, recordTaxAnswer, taxSubject } from './settle-tax.ts';
import { showTaxDocument } from './show-tax-document.ts';
import { TAX_DOCUMENT_STATUSES } from './tables.ts';
import { TAX_ANSWERS } from './tax-answers.ts';
import { taxBooks } from './tax-books.ts';
import { listTaxDocuments, readMonths } from './tax-lists.ts';
import { policyReader } from './tax-policy.ts';
import { openXml } from './tax-store.ts';

const PATH = `${STAFF_PATH}/tax-documents`;
const LOOKS = ['finance', 'compliance', 'support'] as const;
const ACTS = ['finance'] as const;
const KINDS = ['receipt', 'credit-note'] as const;
const NUMBER = /^P-\d{4}-\d{7}$/;

const listed = queryOfList(
  {
    status: listQuery.oneOf(TAX_DOCUMENT_STATUSES),
    kind: listQuery.oneOf(KINDS),
    loan: z.string().regex(NUMBER, { error: 'invalid' }).optional(),
    from: listQuery.date,
    to: listQuery.date,
  },
  placesOf({ position: 'number' }),
);
const monthText = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, { error: 'invalid' });
const reasonBody = z.strictObject({ reason: z.string().overwrite(paragraphs).min(3).max(500) });
const declareBody = z.strictObject({
  month: monthText,
  amount: z.number().multipleOf(0.01).min(-9_999_999).max(9_999_999),
  declaredOn: z.string().refine(isCalendarDate),
  reference: z.string().overwrite(oneLine).min(1).max(40),
});

/** Tax documents for colleagues: what was issued, what became of it, the register of sales and the books of IGV. */
export function staffTaxActs(): readonly StaffAct<TaxContext>[] {
  return [
    read({
      name: 'tax-documents list',
      answers: TAX_ANSWERS['tax-documents list'],
      path: PATH,
      may: LOOKS,
      personal: 'many',
      query: listed,
      answer: (c, { query }, context) => list(c, context, query),
    }),
    ...bookActs(),
    ...documentActs(),
  ];
}

function bookActs(): readonly StaffAct<TaxContext>[] {
  const books = ['finance', 'compliance'] as const;
  return [
    read({
      name: 'tax-documents books',
      answers: TAX_ANSWERS['tax-documents books'],
      path: `${PATH}/books`,
      may: books,
      query: z.strictObject({ date: listQuery.date }),
      answer: (c, { query }, context) => showBooks(c, context, query.date),
    }),
    read({
      name: 'tax-documents register',
      answers: 'file',
      path: `${PATH}/register`,
      may: books,
      personal: 'many',
      query: z.strictObject({ month: monthText }),
      answer: (c, { query }, context) => sendRegister(c, context, query.month),
    }),
    act({
      name: 'tax-documents declare',
      answers: TAX_ANSWERS['tax-documents declare'],
      path: `${PATH}/declare`,
      may: ACTS,
      second: 'always',
      body: declareBody,
      answer: (c, { body }, context) => declare(c, context, body),
    }),
  ];
}

function documentActs(): readonly StaffAct<TaxContext>[] {
  const one = `${PATH}/:id`;
  return [
    read({
      name: 'tax-documents show',
      answers: TAX_ANSWERS['tax-documents show'],
      path: one,
      may: LOOKS,
      personal: 'one',
      params: byId,
      answer: (c, { params }, context) => showTaxDocument(c, context, params.id),
    }),
    ...(['xml', 'cdr'] as const).map((name) =>
      read({
        name: `tax-documents ${name}`,
        answers: 'file',
        path: `${one}/${name}`,
        may: LOOKS,
        personal: 'one',
        params: byId,
        answer: (c, { params }, context: TaxContext) => sendTaxFile(c, context, params.id, name),
      }),
    ),
    act({
      name: 'tax-documents send',
      answers: TAX_ANSWERS['tax-documents send'],
      path: `${one}/send`,
      may: ACTS,
      params: byId,
      answer: (c, { params }, context) => sendAgain(c, context, params.id),
    }),
    act({
      name: 'tax-documents correct',
      answers: TAX_ANSWERS['tax-documents correct'],
      path: `${one}/correct`,
      may: ACTS,
      second: 'always',
      params: byId,
      body: reasonBody,
      answer: (c, { params, body }, context) => correct(c, context, params.id, body),
    }),
  ];
}

function list(c: Context, context: TaxContext, query: z.output<typeof listed>): Promise<Response> {
  const source = withClients(c, context, listTaxDocuments(context.db.kysely, query));
  return answerList(c, { name: 'documents', ...source }, pageAt(query));
}

async function showBooks(c: Context, context: TaxContext, asked: string | undefined): Promise<Response> {
  const { db, clock, calendar } = context;
  const date = calendarDate(asked ?? clock.businessDate());
  if (date > clock.businessDate()) return answerRefusal(c, invalidFields([{ field: 'date', code: 'future' }]));
  const days = await calendar.days(db.kysely);
  const parts = await taxBooks(db.kysely, days, date);
  const [months, declarations] = [await readMonths(db.kysely, date), await listDeclarations(db.kysely)];
  return c.json({
    date,
    ...Object.fromEntries(Object.entries(parts).map(([part, amount]) => [part, toSoles(amount)])),
    months: months.map(({ net, vat, ...row }) => ({ ...row, net: toSoles(cents(net)), vat: toSoles(cents(vat)) })),
    declarations: declarations.map(({ month, declared_on: declaredOn, amount, reference, declared_by: by }) => ({
      month: month.slice(0, 7),
      declaredOn,
      amount: toSoles(cents(Number(amount))),
      reference,
      by,
    })),
  });
}

async function sendRegister(c: Context, { db, vault, clock }: TaxContext, month: string): Promise<Response> {
  const first = calendarDate(`${month}-01`);
  if (first > clock.businessDate()) return answerRefusal(c, invalidFields([{ field: 'month', code: 'future' }]));
  const { issuer } = await policyReader()(db.kysely, calendarDate(clock.businessDate()));
  const { name, bytes, documents } = await writeSalesRegister(db.kysely, vault, { month: first, ruc: issuer.ruc });
  await recordShown(c, { about: { month }, shown: documents });
  return answerFile(c, name, bytes, 'text/plain; charset=utf-8');
}

function answerFile(c: Context, name: string, bytes: Uint8Array, mediaType: string): Response {
  return c.body(new Uint8Array(bytes), 200, {
    'Content-Type': mediaType,
    'Content-Disposition': `attachment; filename="${name}"`,
  });
}

async function declare(c: Context, context: TaxContext, body: z.output<typeof declareBody>): Promise<Response> {
  const { db, clock } = context;
  const today = calendarDate(clock.businessDate());
  const month = calendarDate(`${body.month}-01`);
  const amountCents = fromSoles(body.amount);
  const wrong = [
    ...(amountCents === 0 ? [{ field: 'amount', code: 'out_of_range' as const }] : []),
    ...(body.declaredOn > today ? [{ field: 'declaredOn', code: 'future' as const }] : []),
    ...(body.declaredOn < month ? [{ field: 'declaredOn', code: 'out_of_range' as const }] : []),
  ];
  if (wrong.length > 0) return answerRefusal(c, invalidFields(wrong));
  const [action, subject] = ['tax.declare', `tax-month:${body.month}`];
  const asked = { action, subject, request: body, about: { ...body } };
  const done = await requireSecondApproval(context, c, asked, (approve) =>
    db.kysely.transaction().execute(async (trx) => {
      const [by, now] = [operatorName(c), clock.now()];
      const declaredOn = calendarDate(body.declaredOn);
      const id = await declareTax(trx, { ...body, month, declaredOn, amountCents, by, today, now });
      await approve(trx, { actor: `operator:${by}`, action, subject, after: { ...body, id }, at: now });
      return { kind: 'declared' as const, id };
    }),
  );
  if (done.kind === 'second-needed') return secondNeeded(c, done);
  return done.kind === 'refused' ? answerRefusal(c, done) : c.json({ id: done.id });
}

async function sendTaxFile(c: Context, { db, vault }: TaxContext, id: string, name: 'xml' | 'cdr'): Promise<Response> {
  const row = await db.kysely
    .selectFrom('tax_document')
    .select(['id', 'name', 'xml_sealed'])
    .where('id', '=', id)
    .executeTakeFirst();
  const cdr = name === 'cdr' && row ? await readCdrOf(db.kysely, vault, id) : undefined;
  if (!row || (name === 'cdr' && !cdr)) return answerRefusal(c, notFound());
  await recordShown(c, { subject: taxSubject(id) });
  return cdr
    ? answerFile(c, `R-${row.name}.zip`, cdr, 'application/zip')
    : answerFile(c, `${row.name}.xml`, Buffer.from(openXml(vault, row)), 'application/xml');
}

const ANSWERED = refused(409, 'tax_document_answered', 'It was answered: only one without an answer is sent again.');
/** Tries after which a summary without a ticket is given up when a colleague says so: its documents were asked about. */
const TRIES_OF_LOST_SUMMARY = 3;

/**
 * Sends a document again at once. Documents of a summary that was refused as a whole, or whose ticket never came and
 * that the tax authority does not know, are told in a new one: their numbers are not taken.
 */
async function sendAgain(c: Context, { db, vault, clock }: TaxContext, id: string): Promise<Response> {
  const now = clock.now();
  const status = await db.kysely.transaction().execute(async (trx) => {
    // The summary first, as everything that settles one does: two that lock in other orders wait for each other.
    const summary = await lockSummaryOf(trx, id);
    const row = await trx
      .selectFrom('tax_document')
      .select(['status', 'summary_id'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!row) return 'none';
    const of = summary?.id === row.summary_id ? summary : undefined;
    const isFreed = of !== undefined && isGivenUp(of);
    const isOpen = row.status === 'READY' || row.status === 'SENT';
    if (!isOpen && !(isFreed && row.status === 'REFUSED')) return 'answered';
    if (isFreed) await freeFromSummary(trx, of.id, now);
    else await tryNow(trx, id, row.summary_id, now);
    await recordTaxAnswer(trx, vault, { document: id }, { outcome: 'RESENT', now });
    const [actor, action] = [`operator:${operatorName(c)}`, 'tax-document.send'];
    await recordAudit(trx, { actor, action, subject: taxSubject(id), at: now });
    return isFreed ? 'READY' : row.status;
  });
  if (status === 'none') return answerRefusal(c, notFound());
  return status === 'answered' ? answerRefusal(c, ANSWERED) : c.json({ status });
}

type SummaryState = Pick<Selectable<Tables['tax_summary']>, 'id' | 'status' | 'ticket' | 'attempts'>;

function lockSummaryOf(trx: Trx, documentId: string): Promise<SummaryState | undefined> {
  return trx
    .selectFrom('tax_summary')
    .select(['id', 'status', 'ticket', 'attempts'])
    .where('id', '=', (row) => row.selectFrom('tax_document').select('summary_id').where('id', '=', documentId))
    .forNoKeyUpdate()
    .executeTakeFirst();
}

function isGivenUp({ status, ticket, attempts }: SummaryState): boolean {
  return status === 'REFUSED' || (status === 'SENT' && ticket === null && attempts >= TRIES_OF_LOST_SUMMARY);
}

async function tryNow(trx: Trx, id: string, summaryId: string | null, now: number): Promise<void> {
  const turn = { next_try_at: new Date(now) };
  if (summaryId === null) await trx.updateTable('tax_document').set(turn).where('id', '=', id).execute();
  else {
    const summary = trx.updateTable('tax_summary').set(turn).where('id', '=', summaryId);
    await summary.where('status', 'in', ['READY', 'SENT', 'WAITING']).execute();
  }
}

/** Gives a summary up: its documents that nobody accepted wait for the next one. */
async function freeFromSummary(trx: Trx, summaryId: string, now: number): Promise<void> {
  const ended = { status: 'REFUSED', next_try_at: null } as const;
  await trx.updateTable('tax_summary').set(ended).where('id', '=', summaryId).execute();
  const freed = await trx
    .updateTable('tax_document')
    .set({ status: 'READY', next_try_at: new Date(now), summary_id: null })
    .where('summary_id', '=', summaryId)
    .where('status', 'in', ['READY', 'SENT', 'REFUSED'])
    .returning('id')
    .execute();
  for (const { id } of freed) await closeTasks(trx, taxSubject(id), { by: 'system', now });
}

async function correct(
  c: Context,
  context: TaxContext,
  id: string,
  body: z.output<typeof reasonBody>,
): Promise<Response> {
  const { db, clock } = context;
  const row = await db.kysely
    .selectFrom('tax_document')
    .innerJoin('loan', 'loan.id', 'tax_document.loan_id')
    .leftJoin('tax_summary', 'tax_summary.id', 'summary_id')
    .select(['tax_document.name', 'tax_document.kind', 'tax_document.status', 'loan.person_id', 'loan.number'])
    .select('tax_summary.status as summary')
    .where('tax_document.id', '=', id)
    .executeTakeFirst();
  if (!row) return answerRefusal(c, notFound());
  const obstacle = correctionObstacle(row);
  if (obstacle) return answerRefusal(c, obstacle);
  const [action, subject] = ['tax-document.correct', taxSubject(id)];
  const about = { document: row.name, loan: row.number, reason: body.reason };
  const asked = { action, subject, request: body, about, personId: row.person_id };
  const done = await requireSecondApproval(context, c, asked, (approve) =>
    correctTaxDocument(context, id, async (trx, issued) => {
      const [actor, after] = [`operator:${operatorName(c)}`, { ...about, issued }];
      await approve(trx, { actor, action, subject, after, at: clock.now() });
    }),
  );
  if (done.kind === 'second-needed') return secondNeeded(c, done);
  return done.kind === 'refused' ? answerRefusal(c, done) : c.json({ issued: done.issued });
}
