import type { Context } from 'hono';
import { COMPLAINT_ACT_BODIES } from '#api/complaint-acts.ts';
import { validate } from '#api/validate.ts';
import { calendarDate, isCalendarDate } from '#loan/calendar.ts';
import {
  alertReached,
  awaitsAnswer,
  COMPLAINT_ACTS,
  COMPLAINT_CODE,
  COMPLAINT_STATUSES,
  type ComplaintAct,
} from '#loan/complaint.ts';
import { checkAttachments, type ReceivedFile } from '#server/kit/attachments.ts';
import { invalidFields, type Refusal, refused } from '#server/kit/errors.ts';
import { readForm } from '#server/kit/form-body.ts';
import { answerRefusal } from '#server/kit/http.ts';
import { readJsonBody } from '#server/kit/request-body.ts';
import { readHolidays } from '#server/lending/parameters/holiday-store.ts';
import { recordAudit } from '#server/lending/staff/audit-store.ts';
import { operatorName, type StaffRoute } from '#server/lending/staff/staff-route.ts';
import { actOnComplaint, type OperatorAct } from './act-on-complaint.ts';
import { registerCsv, registerEntry } from './complaint-register.ts';
import {
  type Complaint,
  findComplaint,
  listComplaints,
  type RegisterFilter,
  readAttachmentBytes,
  readAttachments,
  readEvents,
} from './complaint-store.ts';
import type { ComplaintsContext } from './complaints-context.ts';
import { sendAttachment } from './get-complaint.ts';

/** Where operators work (domain 2.18); `npm run lender -- complaints` is its client. */
export const STAFF_COMPLAINTS_PATH = '/api/v1/staff/complaints';

const NOT_FOUND = refused(404, 'not_found', 'There is nothing here.');
export const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** The lender's side of the book: queue, sheet, acts, register. */
export function staffComplaintRoutes(context: ComplaintsContext): readonly StaffRoute[] {
  const path = STAFF_COMPLAINTS_PATH;
  const may = ['support', 'compliance'] as const;
  return [
    { method: 'GET', path, may, answer: (c) => list(c, context) },
    { method: 'GET', path: `${path}/export`, may: ['compliance'], answer: (c) => exportRegister(c, context) },
    { method: 'GET', path: `${path}/:code`, may, answer: (c) => show(c, context) },
    { method: 'GET', path: `${path}/:code/files/:file`, may, answer: (c) => sendStaffFile(c, context) },
    ...COMPLAINT_ACTS.map((name) => ({
      method: 'POST' as const,
      path: `${path}/:code/${name}`,
      may,
      answer: (c: Context) => act(c, context, name),
    })),
  ];
}

async function list(c: Context, { db, clock, vault }: ComplaintsContext): Promise<Response> {
  const filter = filterOf(c);
  if ('kind' in filter) return answerRefusal(c, filter);
  const holidays = await readHolidays(db.kysely);
  const today = calendarDate(clock.businessDate());
  const complaints = (await listComplaints(db.kysely, vault, filter)).map((complaint) => {
    const alert = awaitsAnswer(complaint.status)
      ? alertReached(calendarDate(complaint.answerDueOn), today, holidays)
      : undefined;
    return { ...summaryOf(complaint), alert: alert?.kind === 'alert' ? (alert.day ?? null) : null };
  });
  return c.json({ businessDate: today, complaints });
}

async function show(c: Context, context: ComplaintsContext): Promise<Response> {
  const { db, vault } = context;
  const complaint = await findByCode(c, context);
  if (!complaint) return answerRefusal(c, NOT_FOUND);
  const [events, attachments] = await Promise.all([
    readEvents(db.kysely, vault, complaint.id),
    readAttachments(db.kysely, vault, complaint.id),
  ]);
  await recordView(c, context, 'complaint.view', complaint.code);
  return c.json({
    ...summaryOf(complaint),
    sheet: complaint.sheet,
    events: events.map(({ id: _, ...event }) => event),
    attachments,
  });
}

async function sendStaffFile(c: Context, context: ComplaintsContext): Promise<Response> {
  const { db, vault } = context;
  const complaint = await findByCode(c, context);
  const known = complaint && (await readAttachments(db.kysely, vault, complaint.id));
  const attachment = known?.find(({ id }) => id === c.req.param('file'));
  const file = complaint && attachment && (await readAttachmentBytes(db.kysely, vault, complaint.id, attachment.id));
  if (!file) return answerRefusal(c, NOT_FOUND);
  await recordView(c, context, 'complaint.view-file', complaint.code);
  return sendAttachment(c, file);
}

/** Whose sheet or file an operator opened is on record, like applications and pictures. */
function recordView(c: Context, { db, clock }: ComplaintsContext, action: string, code: string): Promise<void> {
  const entry = { actor: `operator:${operatorName(c)}`, action, subject: `complaint:${code}`, at: clock.now() };
  return db.kysely.transaction().execute((trx) => recordAudit(trx, entry));
}

async function act(c: Context, context: ComplaintsContext, name: ComplaintAct): Promise<Response> {
  const asked = await readAct(c.req.raw, name);
  if ('kind' in asked) return answerRefusal(c, asked);
  const outcome = await actOnComplaint(context, c.req.param('code') ?? '', operatorName(c), asked);
  return outcome.kind === 'refused' ? answerRefusal(c, outcome) : c.json({ status: outcome.status });
}

async function exportRegister(c: Context, { db, vault }: ComplaintsContext): Promise<Response> {
  const filter = filterOf(c);
  if ('kind' in filter) return answerRefusal(c, filter);
  const complaints = await listComplaints(db.kysely, vault, filter);
  const entries = [];
  for (const complaint of complaints)
    entries.push(registerEntry(complaint, await readEvents(db.kysely, vault, complaint.id)));
  if (c.req.query('format') === 'ndjson') {
    const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
    return c.body(lines, 200, { 'Content-Type': 'application/x-ndjson; charset=utf-8' });
  }
  return c.body(registerCsv(entries), 200, { 'Content-Type': 'text/csv; charset=utf-8' });
}

function summaryOf(complaint: Complaint) {
  const { code, type, status, assignee, filedOn, answerDueOn, locale, sheet } = complaint;
  return {
    code,
    type,
    status,
    assignee,
    filedOn,
    answerDueDate: answerDueOn,
    locale,
    answerChannel: sheet.form.answerChannel,
  };
}

async function findByCode(
  c: Context,
  { db, vault }: Pick<ComplaintsContext, 'db' | 'vault'>,
): Promise<Complaint | undefined> {
  const code = c.req.param('code') ?? '';
  return COMPLAINT_CODE.test(code) ? findComplaint(db.kysely, vault, code) : undefined;
}

/** `?from=2026-01-01&to=2026-12-31&status=RECEIVED,ASSIGNED` */
function filterOf(c: Context): RegisterFilter | Refusal {
  const { from, to, status } = c.req.query();
  const wrong = Object.entries({ from, to }).filter(([, date]) => date !== undefined && !isCalendarDate(date));
  if (wrong.length > 0) return invalidFields(wrong.map(([field]) => ({ field, code: 'invalid' })));
  const asked = status?.split(',');
  const known = asked && COMPLAINT_STATUSES.filter((one) => asked.includes(one));
  if (known && known.length !== asked.length) return invalidFields([{ field: 'status', code: 'unknown' }]);
  return { from, to, status: known };
}

/** An answer may bring files and then comes as a form; everything else is JSON. */
async function readAct(request: Request, name: ComplaintAct): Promise<OperatorAct | Refusal> {
  const isForm = name === 'answer' && /^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '');
  const sent = isForm ? await readAnswerForm(request) : await readAnswerJson(request);
  if (sent.kind === 'refused') return sent;
  const body = validate(COMPLAINT_ACT_BODIES[name], sent.value);
  if (body.kind === 'invalid') return invalidFields(body.fieldErrors);
  if (name !== 'answer') return { act: name, ...body.value } as OperatorAct;
  const checked = await checkAttachments(sent.files);
  if (checked.kind === 'invalid') return invalidFields([{ field: 'attachments', code: checked.code }]);
  return { act: name, ...body.value, attachments: checked.attachments } as OperatorAct;
}

type SentAct = { readonly kind: 'sent'; readonly value: unknown; readonly files: readonly ReceivedFile[] } | Refusal;

async function readAnswerJson(request: Request): Promise<SentAct> {
  const json = await readJsonBody(request);
  return json.kind === 'refused' ? json : { kind: 'sent', value: json.value, files: [] };
}

async function readAnswerForm(request: Request): Promise<SentAct> {
  const form = await readForm(request, MAX_ANSWER_BYTES);
  if (form === 'too-large') return refused(413, 'body_too_large', 'The files are too large.');
  if (form === 'malformed')
    return {
      ...refused(400, 'malformed_form', 'The body is not a form.'),
      fieldErrors: [{ field: 'body', code: 'invalid' }],
    };
  const files: ReceivedFile[] = [];
  for (const file of form.getAll('attachments')) {
    if (typeof file !== 'string') files.push({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
  }
  const value = Object.fromEntries([...form].filter(([, field]) => typeof field === 'string'));
  return { kind: 'sent', value, files };
}
