import type { Context } from 'hono';
import type { FieldError } from '#api/errors.ts';
import { namingLetter } from '#api/field-rules/naming-letter.ts';
import { fill } from '#i18n/translate.ts';
import type { FilledPage } from './fill-page.ts';
import type { HtmlAnswer } from './page-source.ts';

/** The texts that a built form carries for us, so that editors write them and not the server. */
const TEXTS_ID = 'form-texts';

interface FormTexts {
  /** Sentences by `field.code`. */
  readonly errors: Readonly<Record<string, string>>;
  readonly summaryOne: string;
  readonly summaryMany: string;
  readonly titlePrefix: string;
}

/** Puts each error beside its field and into the list on top, in the words that the built page carries. */
export function fillErrors(
  page: FilledPage,
  posted: { readonly values: Readonly<Record<string, string>>; readonly fieldErrors: readonly FieldError[] },
  flags: readonly string[],
): void {
  const texts = JSON.parse(page.textOf(TEXTS_ID) ?? '{}') as FormTexts;
  const errors = posted.fieldErrors.map(({ field, code }) => ({
    field,
    text: namingLetter(texts.errors[`${field}.${code}`] ?? texts.errors[code] ?? code, posted.values[field] ?? ''),
  }));
  const summaryTitle = errors.length === 1 ? texts.summaryOne : fill(texts.summaryMany, { count: errors.length });
  page.fillForm({ values: posted.values, errors, flags, summaryTitle });
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

/** Whether a browser posted the form itself, rather than a script. */
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
