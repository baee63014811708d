import type { Context } from 'hono';
import { COMPLAINT_FIELDS, complaintBody } from '#api/complaint-form.ts';
import type { FieldError } from '#api/errors.ts';
import { validate } from '#api/validate.ts';
import { LOCALES, localePath } from '#i18n/locale.ts';
import { preferredLocale } from '#i18n/preferred-locale.ts';
import { checkAttachments } from '#server/kit/attachments.ts';
import { callerOf } from '#server/kit/caller.ts';
import { invalidFields, type Refusal, tooManyRequests } from '#server/kit/errors.ts';
import { answerRefusal, type HttpApp } from '#server/kit/http.ts';
import type { RateDecision } from '#server/kit/rate-limit.ts';
import { redirectWithin } from '#server/kit/redirect.ts';
import { inFormOrder, sendPage, wantsPage } from '#server/lending/pages/posted-form.ts';
import { type Metered, takeFromBucket } from '#server/lending/people/store/throttle-store.ts';
import { formAgain, formRefused } from './complaint-pages.ts';
import {
  COMPLAINTS_PATH,
  type ComplaintsContext,
  FILING_LIMIT,
  newSheetPath,
  POSTING_LIMIT,
  sheetPath,
} from './complaints-context.ts';
import { type PostedComplaint, readComplaintForm } from './read-complaint-form.ts';
import { sheetCookie } from './sheet-pass.ts';
import { type Filing, fileComplaint } from './take-complaint.ts';

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{8,255}$/;

/**
 * Serves the complaints form, for a script (JSON answers) and for a plain HTML form (pages). Both go the same way;
 * only the answer differs.
 */
export function serveFileComplaint(app: HttpApp, context: ComplaintsContext): void {
  for (const locale of LOCALES) {
    app.post(newSheetPath(locale), answer);
    // The page with errors opened again by its address.
    app.get(newSheetPath(locale), (c) => redirectWithin(c, localePath(locale, 'libro-de-reclamaciones'), 303));
  }
  app.post(COMPLAINTS_PATH, answer);

  async function answer(c: Context): Promise<Response> {
    const asPage = wantsPage(c);
    const caller = callerOf(c, context.trustedProxies);
    const posting = await take(context, { scope: 'complaint-posted', key: caller, limit: POSTING_LIMIT });
    if (posting.kind === 'limited')
      return refuse(c, context, asPage, undefined, tooManyRequests(posting.retryAfterSeconds));

    const posted = await readComplaintForm(c.req.raw);
    if (posted.kind === 'refused') return refuse(c, context, asPage, posted.posted, posted);
    const filing = await checkFiling(c, posted);
    if ('kind' in filing) return refuse(c, context, asPage, posted, filing);

    const limited = await take(context, { scope: 'complaint-filed', key: caller, limit: FILING_LIMIT });
    if (limited.kind === 'limited')
      return refuse(c, context, asPage, posted, tooManyRequests(limited.retryAfterSeconds));
    const outcome = await fileComplaint(context, filing);
    if (outcome.kind === 'refused') return refuse(c, context, asPage, posted, outcome);

    const { receipt, replayed } = outcome;
    const pass = { code: receipt.code, isJustFiled: true };
    c.header('Set-Cookie', sheetCookie(context.vault, pass, context.clock.now()));
    c.header('Cache-Control', 'no-store');
    // Redirects, so that reloading the page does not post again.
    if (asPage) return redirectWithin(c, sheetPath(posted.locale), 303);
    if (replayed) c.header('Idempotency-Replayed', 'true');
    return c.json(receipt, 201, { Location: `${COMPLAINTS_PATH}/${receipt.code}` });
  }
}

function take({ db, clock }: ComplaintsContext, call: Metered): Promise<RateDecision> {
  return takeFromBucket(db.kysely, call, clock.now());
}

/** All errors at once, of fields and files. */
async function checkFiling(c: Context, posted: PostedComplaint): Promise<Filing | Refusal> {
  const fieldErrors: FieldError[] = [];
  const form = validate(complaintBody, posted.body);
  if (form.kind === 'invalid') fieldErrors.push(...form.fieldErrors);
  const files = await checkAttachments(posted.files);
  if (files.kind === 'invalid') fieldErrors.push({ field: 'attachments', code: files.code });
  if (posted.missing.length > 0) fieldErrors.push({ field: 'attachments', code: 'required' });
  const idempotencyKey = c.req.header('idempotency-key');
  if (idempotencyKey !== undefined && !IDEMPOTENCY_KEY.test(idempotencyKey)) {
    fieldErrors.push({ field: 'Idempotency-Key', code: 'invalid' });
  }
  if (form.kind === 'invalid' || files.kind === 'invalid' || fieldErrors.length > 0) {
    return invalidFields(inFormOrder(fieldErrors, COMPLAINT_FIELDS));
  }
  return { form: form.value, attachments: files.attachments, locale: posted.locale, idempotencyKey };
}

async function refuse(
  c: Context,
  { pages }: ComplaintsContext,
  asPage: boolean,
  posted: PostedComplaint | undefined,
  refusal: Refusal,
): Promise<Response> {
  if (!asPage) return answerRefusal(c, refusal);
  const locale = posted?.locale ?? preferredLocale(c.req.raw);
  const { values, lost } = posted ?? { values: {}, lost: [] };
  for (const [name, value] of Object.entries(refusal.headers ?? {})) c.header(name, value);
  const status = refusal.status as 400 | 413 | 415 | 422 | 429 | 503;
  const { fieldErrors } = refusal;
  const page = fieldErrors
    ? await formAgain(pages, locale, {
        values,
        fieldErrors,
        filesLost: refusal.status === 413 || lost.length > 0,
        lost,
      })
    : await formRefused(pages, locale, values, refusal.status === 429 ? 'too-many' : 'unavailable', lost);
  return sendPage(c, page, status);
}
