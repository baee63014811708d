import type { Context } from 'hono';
import * as z from 'zod/mini';
import { COMPLAINT_ACT_BODIES } from '#api/complaint-acts.ts';
import { ATTACHMENT_LIMITS } from '#api/complaint-form.ts';
import { addMonths, calendarDate } from '#loan/calendar.ts';
import {
  alertReached,
  awaitsAnswer,
  COMPLAINT_ACTS,
  COMPLAINT_CODE,
  COMPLAINT_STATUSES,
  type ComplaintAct,
} from '#loan/complaint.ts';
import { checkAttachments } from '#server/kit/attachments.ts';
import { invalidFields, refused } from '#server/kit/errors.ts';
import type { SentFile } from '#server/kit/form-body.ts';
import { answerRefusal } from '#server/kit/http.ts';
import { readHolidays } from '#server/lending/parameters/holiday-store.ts';
import { type ShowField, shownToCaller } from '#server/lending/people/masks.ts';
import { act, read, type StaffAct } from '#server/lending/staff/act.ts';
import { listOfRows } from '#server/lending/staff/list-source.ts';
import { answerList, listQuery, pageAt, queryOfList } from '#server/lending/staff/staff-list.ts';
import { fileHeaders, operatorName, recordShown } from '#server/lending/staff/staff-route.ts';
import { actOnComplaint, type OperatorAct } from './act-on-complaint.ts';
import { COMPLAINT_ANSWERS } from './complaint-answers.ts';
import { complaintMonths } from './complaint-months.ts';
import { registerCsv, registerEntry } from './complaint-register.ts';
import {
  type Complaint,
  findComplaint,
  isComplaintPlace,
  listComplaints,
  pagedComplaints,
  readAttachmentBytes,
  readAttachments,
  readEvents,
} from './complaint-store.ts';
import type { ComplaintsContext } from './complaints-context.ts';
import { sendAttachment } from './get-complaint.ts';
import { complainantOf } from './list-complaints.ts';

/** Serves operators' work on complaints (domain 2.18); `npm run lender -- complaints` is its client. */
export const STAFF_COMPLAINTS_PATH = '/api/v1/staff/complaints';

const MB = 1024 * 1024;
const TOO_LARGE = refused(
  413,
  'body_too_large',
  `A file has at most ${ATTACHMENT_LIMITS.bytesPerFile / MB} MB, all of them ${ATTACHMENT_LIMITS.bytesInAll / MB} MB.`,
);
const NOT_FOUND = refused(404, 'not_found', 'There is nothing here.');
/** `?from=2026-01-01&to=2026-12-31&status=RECEIVED,ASSIGNED` */
const filters = { from: listQuery.date, to: listQuery.date, status: listQuery.oneOf(COMPLAINT_STATUSES) };
const listed = queryOfList(filters, isComplaintPlace);
const asked = queryOfList({ from: listQuery.date, to: listQuery.date }, /^\d{4}-\d\d$/);
const exported = z.object({ ...filters, format: z.optional(z.enum(['csv', 'ndjson'])) });
export const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

type Acts = readonly StaffAct<ComplaintsContext>[];
const path = STAFF_COMPLAINTS_PATH;
const may = ['support', 'compliance'] as const;
const one = z.object({ code: z.string().check(z.regex(COMPLAINT_CODE)) });

/** The lender's side of the book: queue, sheet, acts, register. */
export function staffComplaintActs(): Acts {
  return [...aboutTheBook(), ...aboutOneSheet(), ...COMPLAINT_ACTS.map(deciding)];
}

function aboutTheBook(): Acts {
  return [
    read({
      name: 'complaints list',
      answers: COMPLAINT_ANSWERS['complaints list'],
      path,
      may,
      personal: 'many',
      query: listed,
      answer: (c, { query }, context) => list(c, context, query),
    }),
    read({
      name: 'complaints export',
      path: `${path}/export`,
      may: ['compliance'],
      personal: 'many',
      query: exported,
      answers: 'text',
      answer: (c, { query }, context) => exportRegister(c, context, query),
    }),
    read({
      name: 'complaints statistics',
      answers: COMPLAINT_ANSWERS['complaints statistics'],
      path: `${path}/statistics`,
      may,
      query: asked,
      answer: (c, { query }, context) => statistics(c, context, query),
    }),
  ];
}

function aboutOneSheet(): Acts {
  return [
    read({
      name: 'complaints show',
      answers: COMPLAINT_ANSWERS['complaints show'],
      path: `${path}/:code`,
      may,
      personal: 'one',
      params: one,
      answer: (c, { params }, context) => show(c, context, params.code),
    }),
    read({
      name: 'complaints file',
      path: `${path}/:code/files/:file`,
      may,
      personal: 'one',
      params: z.object({ code: z.string(), file: z.string() }),
      answers: 'file',
      answer: (c, { params }, context) => sendStaffFile(c, context, params),
    }),
  ];
}

function deciding(name: ComplaintAct): StaffAct<ComplaintsContext> {
  return act({
    name: `complaints ${name}`,
    answers: COMPLAINT_ANSWERS[`complaints ${name}`],
    path: `${path}/:code/${name}`,
    may,
    params: one,
    body: COMPLAINT_ACT_BODIES[name] as z.ZodMiniType<object>,
    // An answer may bring files.
    ...(name === 'answer' && {
      files: ['attachments'],
      maxBytes: MAX_ANSWER_BYTES,
      fileBytes: { one: ATTACHMENT_LIMITS.bytesPerFile, all: ATTACHMENT_LIMITS.bytesInAll },
    }),
    answer: (c, { params, body, files }, context: ComplaintsContext) =>
      decide(c, context, params.code, { name, body, files }),
  });
}

async function list(
  c: Context,
  { db, clock, vault }: ComplaintsContext,
  { cursor, limit, ...filter }: z.output<typeof listed>,
): Promise<Response> {
  const holidays = await readHolidays(db.kysely);
  const today = calendarDate(clock.businessDate());
  const show = shownToCaller(c);
  const complaints = pagedComplaints(db.kysely, vault, filter, (complaint) => {
    const alert = awaitsAnswer(complaint.status)
      ? alertReached(calendarDate(complaint.answerDueOn), today, holidays)
      : undefined;
    return { ...summaryOf(complaint, show), alert: alert?.kind === 'alert' ? (alert.day ?? null) : null };
  });
  const about = { businessDate: today };
  return answerList(c, { name: 'complaints', ...complaints, about }, pageAt({ cursor, limit }));
}

/** Months of statistics unless told, this one included. */
const MONTHS = 12;

/** Counted by month of filing, without anybody's data. */
async function statistics(
  c: Context,
  { db, clock, vault }: ComplaintsContext,
  { from, to, ...at }: z.output<typeof asked>,
): Promise<Response> {
  const today = calendarDate(clock.businessDate());
  const last = calendarDate(to ?? today);
  const first = calendarDate(from ?? `${addMonths(last, 1 - MONTHS).slice(0, 7)}-01`);
  if (first > last) return answerRefusal(c, invalidFields([{ field: 'from', code: 'out_of_range' }]));
  const rows = await complaintMonths(db.kysely, vault, { from: first, to: last, today });
  const about = { from: first, to: last };
  return answerList(c, { name: 'months', ...listOfRows(rows, ({ month }) => month), about }, pageAt(at));
}

async function show(c: Context, { db, vault }: ComplaintsContext, code: string): Promise<Response> {
  const complaint = await findComplaint(db.kysely, vault, code);
  if (!complaint) return answerRefusal(c, NOT_FOUND);
  const [events, attachments] = await Promise.all([
    readEvents(db.kysely, vault, complaint.id),
    readAttachments(db.kysely, vault, complaint.id),
  ]);
  await recordView(c, 'complaint.view', complaint.code);
  return c.json({
    ...summaryOf(complaint, shownToCaller(c)),
    sheet: complaint.sheet,
    events: events.map(({ id: _, ...event }) => event),
    attachments,
  });
}

async function sendStaffFile(
  c: Context,
  { db, vault }: ComplaintsContext,
  asked: { readonly code: string; readonly file: string },
): Promise<Response> {
  const complaint = await findComplaint(db.kysely, vault, asked.code);
  const known = complaint && (await readAttachments(db.kysely, vault, complaint.id));
  const attachment = known?.find(({ id }) => id === asked.file);
  const file = complaint && attachment && (await readAttachmentBytes(db.kysely, vault, complaint.id, attachment.id));
  if (!file) return answerRefusal(c, NOT_FOUND);
  await recordView(c, 'complaint.view-file', complaint.code);
  return sendAttachment(c, file);
}

/** Whose sheet or file an operator opened is on record, like applications and pictures. */
function recordView(c: Context, action: string, code: string): Promise<void> {
  return recordShown(c, { action, subject: `complaint:${code}` });
}

async function decide(
  c: Context,
  context: ComplaintsContext,
  code: string,
  { name, body, files }: { name: ComplaintAct; body: object; files: readonly SentFile[] },
): Promise<Response> {
  const checked = await checkAttachments(files);
  if (checked.kind === 'invalid') {
    const fieldErrors = [{ field: 'attachments', code: checked.code }];
    return answerRefusal(c, checked.code === 'too_large' ? { ...TOO_LARGE, fieldErrors } : invalidFields(fieldErrors));
  }
  const attachments = name === 'answer' && { attachments: checked.attachments };
  const asked = { act: name, ...body, ...attachments } as OperatorAct;
  const outcome = await actOnComplaint(context, code, operatorName(c), asked);
  return outcome.kind === 'refused' ? answerRefusal(c, outcome) : c.json({ status: outcome.status });
}

async function exportRegister(
  c: Context,
  { db, vault }: ComplaintsContext,
  { format, ...filter }: z.output<typeof exported>,
): Promise<Response> {
  const complaints = await listComplaints(db.kysely, vault, filter);
  const entries = [];
  for (const complaint of complaints)
    entries.push(registerEntry(complaint, await readEvents(db.kysely, vault, complaint.id)));
  await recordShown(c, { shown: entries.length, as: format ?? 'csv' });
  if (format === 'ndjson') {
    const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
    return c.body(lines, 200, fileHeaders(c, 'ndjson', 'application/x-ndjson; charset=utf-8'));
  }
  return c.body(registerCsv(entries), 200, fileHeaders(c, 'csv', 'text/csv; charset=utf-8'));
}

function summaryOf(complaint: Complaint, show: ShowField) {
  const { code, type, status, assignee, filedOn, answerDueOn, locale, sheet } = complaint;
  return {
    code,
    client: show('name', complainantOf(sheet)),
    type,
    status,
    assignee,
    filedOn,
    answerDueDate: answerDueOn,
    locale,
    answerChannel: sheet.form.answerChannel,
  };
}
