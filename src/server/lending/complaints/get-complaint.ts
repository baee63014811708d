import type { Context } from 'hono';
import type { ComplaintStatusBody } from '#api/endpoints/complaints/get-complaint.ts';
import { COMPLAINT_CODE } from '#loan/complaint.ts';
import { callerOf } from '#server/kit/caller.ts';
import { refused, tooManyRequests } from '#server/kit/errors.ts';
import { answerRefusal, type HttpApp } from '#server/kit/http.ts';
import { withMinimumTime } from '#server/lending/people/people-context.ts';
import { localeFrom, preferredLocale } from '#server/lending/people/preferred-locale.ts';
import { notFoundPage, trackingPage } from './complaint-pages.ts';
import { findComplaint, readAttachmentBytes, readAttachments, readEvents } from './complaint-store.ts';
import { COMPLAINTS_PATH, type ComplaintsContext, TRACKING_LIMIT } from './complaints-context.ts';
import { ensureDocument } from './ensure-document.ts';
import { sendPage, wantsPage } from './file-complaint.ts';
import { type ComplaintView, viewComplaint } from './present-complaint.ts';
import { COMPLAINT_DOCUMENTS } from './tables.ts';

const NOT_FOUND = refused(404, 'not_found', 'There is nothing here.');
/** Hono's own spelling of "one of our documents". */
const DOCUMENT = `{(?:${COMPLAINT_DOCUMENTS.join('|')})\\.pdf}`;

/** Everything readable with a tracking key. A wrong code and a wrong key get the same answer. */
export function serveGetComplaint(app: HttpApp, context: ComplaintsContext): void {
  // The tracking form cannot put the code into the path without a script.
  app.get(COMPLAINTS_PATH, (c) => answer(c, context, c.req.query('code') ?? ''));
  app.get(`${COMPLAINTS_PATH}/:code`, (c) => answer(c, context, c.req.param('code')));
  app.get(`${COMPLAINTS_PATH}/:code/:document${DOCUMENT}`, (c) => sendDocument(c, context));
  app.get(`${COMPLAINTS_PATH}/:code/files/:file`, (c) => sendFile(c, context));
}

async function answer(c: Context, context: ComplaintsContext, code: string): Promise<Response> {
  const found = await look(c, context, code);
  if (found instanceof Response) return found;
  c.header('Cache-Control', 'no-store');
  if (!wantsPage(c)) return found ? c.json(bodyOf(found)) : answerRefusal(c, NOT_FOUND);
  const locale = localeFrom(c.req.query('lang')) ?? preferredLocale(c.req.raw);
  if (!found) return sendPage(c, await notFoundPage(context.pages, locale), 404);
  return sendPage(c, await trackingPage(context.pages, locale, found, c.req.query('filed') === '1'), 200);
}

async function sendDocument(c: Context, context: ComplaintsContext): Promise<Response> {
  const found = await look(c, context, c.req.param('code') ?? '');
  if (found instanceof Response) return found;
  const file = c.req.param('document') ?? '';
  const kind = COMPLAINT_DOCUMENTS.find((document) => file === `${document}.pdf`);
  const document = found && kind && (await ensureDocument(context, found.code, kind));
  if (!found || !document) return answerRefusal(c, NOT_FOUND);
  return c.body(new Uint8Array(document.bytes), 200, {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `inline; filename="${found.code}${kind === 'sheet' ? '' : `-${kind}`}.pdf"`,
    'Cache-Control': 'private, no-store',
    'X-Content-SHA256': document.sha256,
  });
}

/** Files of the answer; the consumer has their own. */
async function sendFile(c: Context, context: ComplaintsContext): Promise<Response> {
  const found = await look(c, context, c.req.param('code') ?? '');
  if (found instanceof Response) return found;
  const db = context.db.kysely;
  const { vault } = context;
  const complaint = found && (await findComplaint(db, vault, found.code));
  if (!complaint) return answerRefusal(c, NOT_FOUND);
  const answered = (await readEvents(db, vault, complaint.id)).find(({ kind }) => kind === 'answer');
  const ofAnswer = (await readAttachments(db, vault, complaint.id)).find(
    ({ id, eventId }) => id === c.req.param('file') && eventId === answered?.id,
  );
  const file = ofAnswer && (await readAttachmentBytes(db, vault, complaint.id, ofAnswer.id));
  return file ? sendAttachment(c, file) : answerRefusal(c, NOT_FOUND);
}

/** Always downloaded, never opened in our origin: its content is untrusted. */
export function sendAttachment(
  c: Context,
  file: { readonly name: string; readonly mediaType: string; readonly bytes: Uint8Array },
): Response {
  return c.body(new Uint8Array(file.bytes), 200, {
    'Content-Type': file.mediaType,
    'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    'Cache-Control': 'private, no-store',
  });
}

async function look(
  c: Context,
  context: ComplaintsContext,
  code: string,
): Promise<ComplaintView | undefined | Response> {
  const limited = context.limiter.take(`tracking ${callerOf(c, context.trustedProxies)}`, TRACKING_LIMIT);
  if (limited.kind === 'limited') return answerRefusal(c, tooManyRequests(limited.retryAfterSeconds));
  const tidy = code.trim().toUpperCase();
  // A sheet that exists is opened before its key is compared, which takes longer than finding none.
  return withMinimumTime(context, () =>
    viewComplaint(context, COMPLAINT_CODE.test(tidy) ? tidy : '', c.req.query('key') ?? ''),
  );
}

function bodyOf(view: ComplaintView): ComplaintStatusBody {
  const { code, type, status, filedOn, answerDueDate, pdfUrl, steps, answer: answered, settlement } = view;
  return {
    code,
    type,
    status,
    filedOn,
    answerDueDate,
    pdfUrl,
    steps: steps.map(({ step, date }) => ({ step, ...(date && { date }) })),
    ...(answered && { answer: { ...answered, attachments: [...answered.attachments] } }),
    ...(settlement && { settlement }),
  };
}
