import type { Context } from 'hono';
import type { FieldError } from '#api/errors.ts';
import { oneLine } from '#api/field-rules/text.ts';
import { LOCALES, type Locale } from '#i18n/locale.ts';
import { COMPLAINT_CODE } from '#loan/complaint.ts';
import { readForm } from '#server/kit/form-body.ts';
import type { HttpApp } from '#server/kit/http.ts';
import { redirectWithin } from '#server/kit/redirect.ts';
import { sendPage } from '#server/lending/pages/posted-form.ts';
import { askingPage, sheetPage } from './complaint-pages.ts';
import { findComplaint } from './complaint-store.ts';
import { type ComplaintsContext, sheetPath } from './complaints-context.ts';
import { complaintByKey, limitLookUp, sendDocument, sendFile } from './get-complaint.ts';
import { viewComplaint } from './present-complaint.ts';
import { readSheetPass, sheetCookie } from './sheet-pass.ts';
import { isKeyLike } from './tracking-key.ts';

const MAX_FORM_BYTES = 4096;

/**
 * A sheet's page under the site, in each language, with its papers. A short-lived cookie opens it, which filing a sheet,
 * the form with code and key, and the link of an e-mail give; without one it asks for code and key. No address of it
 * carries a key, except the link, which is left at once. Works without scripts.
 */
export function serveSheetPage(app: HttpApp, context: ComplaintsContext): void {
  for (const locale of LOCALES) serveIn(app, context, locale);
}

function serveIn(app: HttpApp, context: ComplaintsContext, locale: Locale): void {
  const page = sheetPath(locale);
  app.get(page, (c) => show(c, context, locale));
  app.post(page, async (c) => {
    const form = await readForm(c.req.raw, MAX_FORM_BYTES);
    const typed = (name: string): string => (form instanceof FormData ? String(form.get(name) ?? '') : '');
    const [code, key] = [typed('code'), typed('key')];
    const fieldErrors = wrongFields(code, key);
    if (fieldErrors.length === 0) return letIn(c, context, locale, { code, key });
    return sendPage(c, await askingPage(context.pages, locale, { code, fieldErrors }), 400);
  });
  app.get(`${page}:document{[a-z]+\\.pdf}`, async (c) => {
    const complaint = await allowed(c, context);
    return complaint ? sendDocument(c, context, complaint) : redirectWithin(c, page, 303);
  });
  app.get(`${page}files/:file`, async (c) => {
    const complaint = await allowed(c, context);
    return complaint ? sendFile(c, context, complaint) : redirectWithin(c, page, 303);
  });
  app.get(`${page}:code/:key`, (c) => letIn(c, context, locale, c.req.param()));
}

/**
 * Finds what is missing or cannot be a code or a key; whether the two belong together, and exist, is another question.
 */
function wrongFields(code: string, key: string): FieldError[] {
  const errorOf = (field: 'code' | 'key', typed: string, isLike: boolean): FieldError[] => {
    if (oneLine(typed) === '') return [{ field, code: 'required' }];
    return isLike ? [] : [{ field, code: 'invalid' }];
  };
  return [
    ...errorOf('code', code, COMPLAINT_CODE.test(oneLine(code).toUpperCase())),
    ...errorOf('key', key, isKeyLike(key)),
  ];
}

async function show(c: Context, context: ComplaintsContext, locale: Locale): Promise<Response> {
  const { vault, clock, pages } = context;
  const pass = readSheetPass(vault, c.req.raw, clock.now());
  const complaint = pass && (await findComplaint(context.db.kysely, vault, pass.code));
  if (!complaint) return sendPage(c, await askingPage(pages, locale), 200);
  const view = await viewComplaint(context, complaint, sheetPath(locale));
  return sendPage(c, await sheetPage(pages, locale, view, pass.isJustFiled), 200);
}

/** Exchanges code and key for the cookie; the browser goes on to the address without them. */
async function letIn(
  c: Context,
  context: ComplaintsContext,
  locale: Locale,
  typed: { readonly code: string; readonly key: string },
): Promise<Response> {
  const limited = limitLookUp(c, context);
  if (limited) {
    c.header('Retry-After', String(limited));
    return sendPage(c, await askingPage(context.pages, locale, { code: typed.code, reason: 'too-many' }), 429);
  }
  const complaint = await complaintByKey(context, typed.code, typed.key);
  if (!complaint)
    return sendPage(c, await askingPage(context.pages, locale, { code: typed.code, reason: 'not-found' }), 404);
  const { vault, clock } = context;
  c.header('Set-Cookie', sheetCookie(vault, { code: complaint.code, isJustFiled: false }, clock.now()));
  c.header('Cache-Control', 'no-store');
  return redirectWithin(c, sheetPath(locale), 303);
}

async function allowed(c: Context, { db, vault, clock }: ComplaintsContext) {
  const pass = readSheetPass(vault, c.req.raw, clock.now());
  return pass && (await findComplaint(db.kysely, vault, pass.code));
}
