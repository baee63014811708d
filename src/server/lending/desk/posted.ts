import type { Context } from 'hono';
import type { StaffWords } from '#i18n/staff-acts.ts';
import { DESK, FIELD_REFUSALS, REFUSALS } from '#i18n/staff-desk.ts';
import { fill } from '#i18n/translate.ts';
import { FormTooLarge, readForm, readTypedForm } from '#server/kit/form-body.ts';
import { MAX_BODY_BYTES } from '#server/kit/request-body.ts';
import type { StaffRoute } from '#server/lending/staff/act.ts';
import type { Looker } from './ask.ts';
import type { Problem } from './forms/act-form.ts';
import type { Given } from './request-of.ts';

export interface FormLimits {
  readonly maxBytes: number;
  readonly maxTextBytes: number;
  /** Of those two the one that a person is told. */
  readonly toldBytes: number;
  /** Fields for files: what is too large is in them. */
  readonly files: readonly string[];
}

/** Before anybody has signed in: a login, a password and a code. */
export const OF_STRANGERS: FormLimits = textLimits(16 * 1024);

/** Of an act what the API takes: with files these, and room for the fields. */
export function limitsOf({ maxBytes = MAX_BODY_BYTES, files }: Pick<StaffRoute, 'maxBytes' | 'files'>): FormLimits {
  if (!files) return textLimits(maxBytes);
  return { maxBytes: maxBytes + MAX_BODY_BYTES, maxTextBytes: MAX_BODY_BYTES, toldBytes: maxBytes, files };
}

function textLimits(maxBytes: number): FormLimits {
  return { maxBytes, maxTextBytes: maxBytes, toldBytes: maxBytes, files: [] };
}

export type NotRead = { readonly kind: 'malformed' } | { readonly kind: 'too-large'; readonly given: Given };
type Posted = { readonly kind: 'given'; readonly given: Given } | NotRead;

/** Texts that were typed into a form of the desk, and its files; of one that is too large what was typed. */
export async function postedBy(c: Context, limits: FormLimits): Promise<Posted> {
  const { maxBytes, maxTextBytes } = limits;
  // What a stranger has typed is not worth reading on.
  const read = limits === OF_STRANGERS ? readForm : readTypedForm;
  const form = await read(c.req.raw, maxBytes, { maxTextBytes });
  if (form === 'malformed') return { kind: form };
  if (form === 'too-large') return { kind: form, given: { texts: {} } };
  if (form instanceof FormTooLarge) {
    return { kind: 'too-large', given: { ...givenIn(form.typed), unread: namesIn(form.files) } };
  }
  return { kind: 'given', given: givenIn([...form]) };
}

function givenIn(fields: Iterable<readonly [string, FormDataEntryValue]>): Given {
  const texts: Record<string, string[]> = Object.create(null);
  const files: Record<string, File[]> = Object.create(null);
  for (const [name, value] of fields) {
    if (typeof value === 'string') add(texts, name, value);
    else if (value.size > 0) add(files, name, value);
  }
  return { texts, files };
}

function namesIn(files: FormTooLarge['files']): Readonly<Record<string, readonly string[]>> {
  const names: Record<string, string[]> = Object.create(null);
  for (const [field, name] of files) add(names, field, name);
  return names;
}

function add<Value>(to: Record<string, Value[]>, name: string, value: Value): void {
  const values = to[name] ?? [];
  values.push(value);
  to[name] = values;
}

/** Why a post was not read, in the words of its page. */
export function postedProblem(
  { say }: Looker,
  { kind }: NotRead,
  { toldBytes, files }: FormLimits,
): { readonly problem: Problem; readonly status: 400 | 413 } {
  if (kind === 'malformed')
    return { problem: { text: say(REFUSALS['malformed_form'] as StaffWords), fields: {} }, status: 400 };
  const words = say(files.length > 0 ? DESK.files_too_large : DESK.text_too_large);
  const fields = Object.fromEntries(
    files.slice(0, 1).map((name) => [name, say(FIELD_REFUSALS['too_large'] as StaffWords)]),
  );
  return { problem: { text: fill(words, { size: sizeText(toldBytes) }), fields }, status: 413 };
}

/** Why the API found too large what the desk had let through: one file among several may have less than all. */
export function tooLargeProblem(looker: Looker, route: StaffRoute): Problem {
  const limits = limitsOf(route);
  const { problem } = postedProblem(looker, { kind: 'too-large', given: { texts: {} } }, limits);
  if (!route.fileBytes) return problem;
  const [one = '', all = ''] = [route.fileBytes.one, route.fileBytes.all].map(sizeText);
  return {
    ...problem,
    text: fill(looker.say(one === all ? DESK.files_too_large : DESK.file_too_large), { size: one, one, all }),
  };
}

function sizeText(bytes: number): string {
  return bytes >= MB ? `${Math.floor(bytes / MB)} MB` : `${bytes / 1024} KB`;
}

const MB = 1024 * 1024;
