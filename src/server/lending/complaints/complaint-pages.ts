import type { FieldError } from '#api/errors.ts';
import { formatDate } from '#i18n/format-date.ts';
import { type Locale, localePath, otherLocale } from '#i18n/locale.ts';
import { MESSAGES } from '#i18n/messages.ts';
import { FilledPage, type LostFiles, type Slots } from '#server/lending/pages/fill-page.ts';
import type { HtmlAnswer, PageSource } from '#server/lending/pages/page-source.ts';
import { fillErrors } from '#server/lending/pages/posted-form.ts';
import { sheetPath } from './complaints-context.ts';
import { plainPage } from './plain-page.ts';
import type { ComplaintView } from './present-complaint.ts';

const FORM = 'libro-de-reclamaciones';
/** The part of the form that says that files have to be chosen again. */
const FILES_LOST = 'files-lost';
const TRACKING = 'libro-de-reclamaciones/seguimiento';
/** The submitted form again, with the error beside each field. */
export async function formAgain(
  pages: PageSource,
  locale: Locale,
  posted: {
    readonly values: Readonly<Record<string, string>>;
    readonly fieldErrors: readonly FieldError[];
    /** Files were sent: they have to be chosen again. */
    readonly filesLost: boolean;
    /** Their names, as far as they are known. */
    readonly lost?: readonly string[];
  },
): Promise<HtmlAnswer> {
  const built = await pages.read(pagePath(locale, FORM));
  if (!built) return plainPage(locale, { kind: 'invalid', fields: posted.fieldErrors.map(({ field }) => field) });
  const page = new FilledPage(built.html);
  fillErrors(page, { ...posted, lost: lostOf(locale, posted.lost) }, posted.filesLost ? [FILES_LOST] : []);
  return { html: page.toString(), policy: built.policy };
}

/** The form with one sentence on top: too many requests, or no service. Nothing typed is lost. */
export async function formRefused(
  pages: PageSource,
  locale: Locale,
  values: Readonly<Record<string, string>>,
  reason: 'too-many' | 'unavailable',
  lost: readonly string[] = [],
): Promise<HtmlAnswer> {
  const built = await pages.read(pagePath(locale, FORM));
  if (!built) return plainPage(locale, { kind: reason });
  const page = new FilledPage(built.html);
  page.fillForm({
    values,
    errors: [],
    flags: [reason, ...(lost.length > 0 ? [FILES_LOST] : [])],
    lost: lostOf(locale, lost),
  });
  return { html: page.toString(), policy: built.policy };
}

function lostOf(locale: Locale, names: readonly string[] = []): LostFiles {
  return { names, leaveOut: MESSAGES.book_files_left_out[locale] };
}

/** The state of a complaint; `justFiled` adds the confirmation after filing. */
export async function sheetPage(
  pages: PageSource,
  locale: Locale,
  view: ComplaintView,
  justFiled: boolean,
): Promise<HtmlAnswer> {
  const built = await pages.read(pagePath(locale, TRACKING));
  if (!built) return plainPage(locale, { kind: 'complaint', view });
  const page = new FilledPage(built.html);
  page.fill(slotsOf(view, justFiled));
  page.setLanguageLinks(sheetPath(otherLocale(locale)));
  page.setTitle((before) => `${view.code} | ${before}`);
  return { html: page.toString(), policy: built.policy };
}

/** Outcome of a try: fields that cannot be right, two that do not match (never which is wrong), or too many tries. */
type Tried = { readonly code: string } & (
  | { readonly reason: 'not-found' | 'too-many' }
  | { readonly reason?: undefined; readonly fieldErrors: readonly FieldError[] }
);

/** Asks for code and key, and says what came of a try. */
export async function askingPage(pages: PageSource, locale: Locale, tried?: Tried): Promise<HtmlAnswer> {
  const built = await pages.read(pagePath(locale, TRACKING));
  if (!built)
    return plainPage(locale, { kind: tried?.reason === 'too-many' ? 'too-many-tries' : (tried?.reason ?? 'asking') });
  const page = new FilledPage(built.html);
  const values = tried ? { code: tried.code } : {};
  if (tried && !tried.reason) fillErrors(page, { values, fieldErrors: tried.fieldErrors }, ['form']);
  else page.fillForm({ values, errors: [], flags: tried ? [tried.reason, 'form'] : ['form'] });
  return { html: page.toString(), policy: built.policy };
}

function pagePath(locale: Locale, path: string): `/${string}/` {
  return localePath(locale, path) as `/${string}/`;
}

function slotsOf(view: ComplaintView, justFiled: boolean): Slots {
  const { answer, settlement } = view;
  return {
    flags: [
      'sheet',
      justFiled ? 'just-filed' : 'looked-up',
      ...(justFiled && view.mailed ? ['mailed'] : []),
      `status-${view.status}`,
      `type-${view.type}`,
      ...(view.open ? ['open'] : ['done']),
      ...(answer ? ['answer', `solution-${answer.solution}`] : []),
      ...(answer && answer.attachments.length > 0 ? ['answer-files'] : []),
      ...(settlement ? ['settlement'] : []),
    ],
    texts: {
      code: view.code,
      'filed-code': view.code,
      key: view.trackingKey,
      filed: formatDate(view.filedOn),
      due: formatDate(view.answerDueDate),
      ...(answer && { 'answer-text': answer.text, 'answer-date': formatDate(answer.date) }),
      ...(settlement && { 'settlement-text': settlement.text, 'settlement-date': formatDate(settlement.date) }),
    },
    links: {
      'sheet-pdf': view.pdfUrl,
      ...(answer && { 'answer-pdf': answer.pdfUrl }),
      ...(settlement && { 'settlement-pdf': settlement.pdfUrl }),
    },
    lists: {
      steps: view.steps.map(({ step, date }) => ({
        flags: [`step-${step}`, ...(date ? ['step-done'] : ['step-waiting'])],
        texts: { 'step-date': date ? formatDate(date) : '' },
      })),
      'answer-files': (answer?.attachments ?? []).map(({ name, url }) => ({ texts: { name }, links: { file: url } })),
    },
  };
}
