import type { Context } from 'hono';
import type { ComplaintStatusBody } from '#api/endpoints/complaints/get-complaint.ts';
import { oneLine } from '#api/field-rules/text.ts';
import { localePath } from '#i18n/locale.ts';
import { localeFrom, preferredLocale } from '#i18n/preferred-locale.ts';
import { COMPLAINT_CODE } from '#loan/complaint.ts';
import { callerOf } from '#server/kit/caller.ts';
import { refused, tooManyRequests } from '#server/kit/errors.ts';
import { answerRefusal, type HttpApp } from '#server/kit/http.ts';
import { redirectWithin } from '#server/kit/redirect.ts';
import { wantsPage } from '#server/lending/pages/posted-form.ts';
import { withMinimumTime } from '#server/lending/people/people-context.ts';
import { type Complaint, findComplaint, readAttachmentBytes, readAttachments, readEvents } from './complaint-store.ts';
import { COMPLAINTS_PATH, type ComplaintsContext, TRACKING_LIMIT } from './complaints-context.ts';
import { ensureDocument } from './ensure-document.ts';
import { type ComplaintView, viewComplaint } from './present-complaint.ts';
import { COMPLAINT_DOCUMENTS } from './tables.ts';
import { isTrackingKey } from './tracking-key.ts';

const NOT_FOUND = refused(404, 'not_found', 'There is nothing here.');
const KEY_HEADER = 'tracking-key';

/**
 * Serves everything readable with a tracking key, for programs. The key comes in a header, never in the address,
 * because addresses are logged. A wrong code and a wrong key must get the same answer.
 */
export function serveGetComplaint(app: HttpApp, context: ComplaintsContext): void {
  const base = `${COMPLAINTS_PATH}/:code`;
  app.get(COMPLAINTS_PATH, (c) => (wantsPage(c) ? toForm(c) : answerRefusal(c, NOT_FOUND)));
  app.get(base, async (c) => {
    if (wantsPage(c)) return toForm(c);
    const complaint = await asked(c, context);
    if (complaint instanceof Response) return complaint;
    c.header('Cache-Control', 'no-store');
    return c.json(bodyOf(await viewComplaint(context, complaint, `${COMPLAINTS_PATH}/${complaint.code}/`)));
  });
  app.get(`${base}/:document{[a-z]+\\.pdf}`, async (c) => {
    const complaint = await asked(c, context);
    return complaint instanceof Response ? complaint : sendDocument(c, context, complaint);
  });
  app.get(`${base}/files/:file`, async (c) => {
    const complaint = await asked(c, context);
    return complaint instanceof Response ? complaint : sendFile(c, context, complaint);
  });
}

/** One of the sheet's papers, by its name in the path. */
export async function sendDocument(c: Context, context: ComplaintsContext, { code }: Complaint): Promise<Response> {
  const file = c.req.param('document') ?? '';
  const kind = COMPLAINT_DOCUMENTS.find((document) => file === `${document}.pdf`);
  const document = kind && (await ensureDocument(context, code, kind));
  if (!document) return answerRefusal(c, NOT_FOUND);
  return c.body(new Uint8Array(document.bytes), 200, {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `inline; filename="${code}${kind === 'sheet' ? '' : `-${kind}`}.pdf"`,
    'Cache-Control': 'private, no-store',
    'X-Content-SHA256': document.sha256,
  });
}

/** Files of the answer; the consumer has their own. */
export async function sendFile(c: Context, context: ComplaintsContext, complaint: Complaint): Promise<Response> {
  const { vault } = context;
  const db = context.db.kysely;
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

/** Undefined for a wrong code and for a wrong key alike, after the same comparison and the same least time. */
export function complaintByKey(
  context: Pick<ComplaintsContext, 'db' | 'vault' | 'minAnswerMs'>,
  code: string,
  key: string,
): Promise<Complaint | undefined> {
  const { db, vault } = context;
  const tidy = oneLine(code).toUpperCase();
  // A sheet that exists is opened before its key is compared, which takes longer than finding none.
  return withMinimumTime(context, async () => {
    const complaint = COMPLAINT_CODE.test(tidy) ? await findComplaint(db.kysely, vault, tidy) : undefined;
    return isTrackingKey(complaint?.trackingKey, key) ? complaint : undefined;
  });
}

/** Counts a try with a key. @returns the seconds to wait when there were too many */
export function limitLookUp(c: Context, { limiter, trustedProxies }: ComplaintsContext): number | undefined {
  const limited = limiter.take(`tracking ${callerOf(c, trustedProxies)}`, TRACKING_LIMIT);
  return limited.kind === 'limited' ? limited.retryAfterSeconds : undefined;
}

/** The complaint of the code in the path and the key in the header, or the refusal. */
async function asked(c: Context, context: ComplaintsContext): Promise<Complaint | Response> {
  const limited = limitLookUp(c, context);
  if (limited) return answerRefusal(c, tooManyRequests(limited));
  const complaint = await complaintByKey(context, c.req.param('code') ?? '', c.req.header(KEY_HEADER) ?? '');
  return complaint ?? answerRefusal(c, NOT_FOUND);
}

function toForm(c: Context): Response {
  const locale = localeFrom(c.req.query('lang')) ?? preferredLocale(c.req.raw);
  return redirectWithin(c, localePath(locale, 'libro-de-reclamaciones/seguimiento'), 303);
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
