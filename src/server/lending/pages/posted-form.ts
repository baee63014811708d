import type { Context } from 'hono';
import type { FieldError } from '#api/errors.ts';
import { type FormTexts, sentenceOf } from '#api/form-texts.ts';
import { fill } from '#i18n/translate.ts';
import type { FilledPage, LostFiles } from './fill-page.ts';
import type { HtmlAnswer } from './page-source.ts';

/** The texts that a built form carries for us, so that editors write them and not the server. */
const TEXTS_ID = 'form-texts';

/** Puts each error beside its field and into the list on top, in the words that the built page carries. */
export function fillErrors(
  page: FilledPage,
  posted: {
    readonly values: Readonly<Record<string, string>>;
    readonly fieldErrors: readonly FieldError[];
    readonly lost?: LostFiles | undefined;
  },
  flags: readonly string[],
): void {
  // A release that was built before this program may know no limits.
  const texts = { limits: {}, ...JSON.parse(page.textOf(TEXTS_ID) ?? '{}') } as FormTexts;
  const errors = posted.fieldErrors.map((error) => ({
    field: error.field,
    text: sentenceOf(texts, error, posted.values[error.field] ?? ''),
  }));
  const summaryTitle = errors.length === 1 ? texts.summaryOne : fill(texts.summaryMany, { count: errors.length });
  page.fillForm({ values: posted.values, errors, flags, summaryTitle, lost: posted.lost });
  page.setTitle((before) => `${texts.titlePrefix} ${before}`);
}

/** In the order of the form, which is the order a person corrects it in. */
export function inFormOrder<E extends { readonly field: string }>(
  errors: readonly E[],
  fields: readonly string[],
): E[] {
  const rank = (field: string): number => {
    const place = fields.indexOf(field);
    return place === -1 ? fields.length : place;
  };
  return errors.toSorted((a, b) => rank(a.field) - rank(b.field));
}

/** Tells whether a browser posted the form itself, rather than a script. */
export function wantsPage(c: Context): boolean {
  const accept = c.req.header('accept') ?? '';
  return accept.includes('text/html') && !accept.includes('application/json');
}

export function sendPage(
  c: Context,
  { html, policy }: HtmlAnswer,
  status: 200 | 201 | 400 | 404 | 409 | 413 | 415 | 422 | 429 | 503,
) {
  return c.html(html, status, {
    'Content-Security-Policy': policy,
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex',
  });
}
