import type { Context } from 'hono';
import { html } from 'hono/html';
import { visitorRequestBody } from '#api/endpoints/privacy/make-visitor-data-request.ts';
import type { FieldError } from '#api/errors.ts';
import { validate } from '#api/validate.ts';
import { VISITOR_FORM_PATH, VISITOR_REQUEST_FIELDS } from '#api/visitor-request-form.ts';
import { formatDate } from '#i18n/format-date.ts';
import { LANGUAGE_TAGS, type Locale, localePath } from '#i18n/locale.ts';
import { MESSAGES } from '#i18n/messages.ts';
import { localeFrom, preferredLocale } from '#i18n/preferred-locale.ts';
import { invalidFields, type Refusal, refused } from '#server/kit/errors.ts';
import { isForm, readFormOrJson } from '#server/kit/form-body.ts';
import { htmlPage } from '#server/kit/html-page.ts';
import { answerRefusal, type HttpApp } from '#server/kit/http.ts';
import { redirectWithin } from '#server/kit/redirect.ts';
import { FilledPage } from '#server/lending/pages/fill-page.ts';
import type { HtmlAnswer, PageSource } from '#server/lending/pages/page-source.ts';
import { fillErrors, inFormOrder, sendPage, wantsPage } from '#server/lending/pages/posted-form.ts';
import type { IdentityContext } from '#server/lending/people/people-context.ts';
import { limitVisitor, takeVisitorRequest } from './make-visitor-data-request.ts';

/** The document as it is, and room for the fields. */
const MAX_FORM_BYTES = 3_000_000;
const PAGE = 'privacidad/solicitud';

interface Posted {
  /** Values that the form shows again. */
  readonly values: Readonly<Record<string, string>>;
  readonly hasFile: boolean;
  readonly body: unknown;
  /** It was too large to be read whole. */
  readonly refusal?: Refusal;
}
const NOTHING: Posted = { values: {}, hasFile: false, body: undefined };

/**
 * Serves the form of `make-visitor-data-request` on the site: to a script (JSON answers) and as a plain HTML form (the
 * built page, filled). Valid requests count within the limits of the endpoint.
 */
export function serveVisitorRequestForm(app: HttpApp, context: IdentityContext, pages: PageSource): void {
  // The page with the answer opened again by its address.
  app.get(VISITOR_FORM_PATH, (c) => redirectWithin(c, localePath(localeOf(c), PAGE), 303));
  app.post(VISITOR_FORM_PATH, async (c) => {
    const tooManyForms = await limitVisitor(context, c, 'visitor-data-posted');
    if (tooManyForms) return refuse(c, pages, NOTHING, tooManyForms);
    const posted = await readPosted(c.req.raw);
    if ('kind' in posted) return refuse(c, pages, NOTHING, posted);
    if (posted.refusal) return refuse(c, pages, posted, posted.refusal);
    const form = validate(visitorRequestBody, posted.body);
    if (form.kind === 'invalid') return refuse(c, pages, posted, invalidFields(form.fieldErrors));
    const tooMany = await limitVisitor(context, c, 'visitor-data-request');
    if (tooMany) return refuse(c, pages, posted, tooMany);
    const answer = await takeVisitorRequest(context, c, form.value, localeOf(c));
    if (answer.kind === 'refused') return refuse(c, pages, posted, answer);
    const { id, dueDate } = answer;
    c.header('Cache-Control', 'no-store');
    if (!wantsPage(c)) return c.json({ id, dueDate }, 201);
    const texts = { number: id, due: formatDate(dueDate), email: form.value.email };
    const page = await filledPage(pages, localeOf(c), (built) => built.fill({ flags: ['received'], texts }));
    return sendPage(c, page ?? barePage(localeOf(c), 'received', ` ${id}, ${texts.due}`), 201);
  });
}

async function readPosted(request: Request): Promise<Posted | Refusal> {
  if (!isForm(request)) return refused(415, 'unsupported_media_type', 'The body is not a form.');
  const sent = await readFormOrJson(request, { maxBytes: MAX_FORM_BYTES, meaningOf: (_name, text) => text });
  if (sent.kind === 'refused') {
    if (!sent.typed) return sent;
    // Only the file can make it too large.
    const refusal = { ...sent, fieldErrors: [{ field: 'identity', code: 'too_large' }] } as const;
    return { values: Object.fromEntries(sent.typed), hasFile: true, body: undefined, refusal };
  }
  const values = sent.value as Readonly<Record<string, string>>;
  const [file] = sent.files;
  return {
    values,
    hasFile: file !== undefined,
    body: { ...values, ...(file && { identity: Buffer.from(file.bytes).toString('base64') }) },
  };
}

async function refuse(c: Context, pages: PageSource, posted: Posted, refusal: Refusal): Promise<Response> {
  const fieldErrors = refusal.fieldErrors && inFormOrder(refusal.fieldErrors, VISITOR_REQUEST_FIELDS);
  if (!wantsPage(c)) return answerRefusal(c, { ...refusal, ...(fieldErrors && { fieldErrors }) });
  for (const [name, value] of Object.entries(refusal.headers ?? {})) c.header(name, value);
  const locale = localeOf(c);
  const note = noteOf(refusal);
  const page = await filledPage(pages, locale, (built) => showRefusal(built, posted, note, fieldErrors));
  return sendPage(c, page ?? barePage(locale, note), refusal.status as 400 | 409 | 413 | 415 | 429 | 503);
}

function showRefusal(
  built: FilledPage,
  posted: Posted,
  note: Note,
  fieldErrors: readonly FieldError[] | undefined,
): void {
  const { values, hasFile } = posted;
  const flags = ['form', ...(hasFile ? ['files-lost'] : [])];
  if (fieldErrors) fillErrors(built, { values, fieldErrors }, flags);
  else built.fillForm({ values, errors: [], flags: [...flags, note] });
}

/** The form's own address says its language, so that it is known of a form that is too large to read. */
function localeOf(c: Context): Locale {
  return localeFrom(c.req.query('lang')) ?? preferredLocale(c.req.raw);
}

type Note = 'too-many' | 'already' | 'unavailable';

function noteOf({ status }: Refusal): Note {
  if (status === 429) return 'too-many';
  return status === 409 ? 'already' : 'unavailable';
}

/** Undefined when the site is not available. */
async function filledPage(
  pages: PageSource,
  locale: Locale,
  fill: (page: FilledPage) => void,
): Promise<HtmlAnswer | undefined> {
  const built = await pages.read(localePath(locale, PAGE) as `/${string}/`);
  if (!built) return undefined;
  const page = new FilledPage(built.html);
  fill(page);
  return { html: page.toString(), policy: built.policy };
}

const BARE = {
  received: 'data_form_received',
  'too-many': 'data_form_too_many',
  already: 'data_form_already',
  unavailable: 'data_form_unavailable',
} as const;

/** A page with the answer in one sentence, while the site that has the real page is out of reach. */
function barePage(locale: Locale, key: keyof typeof BARE, more = ''): HtmlAnswer {
  const text = `${MESSAGES[BARE[key]][locale]}${more}`;
  const body = html`<main><p>${text}</p></main>`;
  return {
    html: String(htmlPage({ lang: LANGUAGE_TAGS[locale], title: text, body })),
    policy: "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  };
}
