import { ATTACHMENT_LIMITS, type ComplaintField } from '#api/complaint-form.ts';
import { centsTyped } from '#api/field-rules/amount.ts';
import { oneLine } from '#api/field-rules/text.ts';
import type { Locale } from '#i18n/locale.ts';
import { localeFrom, preferredLocale } from '#i18n/preferred-locale.ts';
import type { ReceivedFile } from '#server/kit/attachments.ts';
import { type Refusal, refused } from '#server/kit/errors.ts';
import { FormTooLarge, isForm, readTypedForm } from '#server/kit/form-body.ts';
import { LEFT_OUT, LOST, lostFiles, missingFiles, namesInField } from '#server/kit/lost-files.ts';
import { readJsonBody } from '#server/kit/request-body.ts';

/** A complaint as it was posted, in whichever of the ways; nothing is checked yet. */
export interface PostedComplaint {
  readonly kind: 'posted';
  /** For the schema. */
  readonly body: unknown;
  /** Values that a form shows again. */
  readonly values: Readonly<Record<string, string>>;
  readonly files: readonly ReceivedFile[];
  /** Files that have to be chosen again, if the form comes back. */
  readonly lost: readonly string[];
  /** Files that were lost before, and are neither chosen again nor left out on purpose. */
  readonly missing: readonly string[];
  readonly locale: Locale;
}

/** All the files, and room for the fields. */
export const MAX_FORM_BYTES = ATTACHMENT_LIMITS.bytesInAll + 512 * 1024;
const TICKED: ReadonlySet<ComplaintField> = new Set(['isMinor', 'declaration', 'consent']);
/** Fields that say something of the form, not of the complaint. */
const NOT_OF_COMPLAINT: ReadonlySet<string> = new Set(['locale', 'attachments', LOST, LEFT_OUT]);
const OF_GUARDIAN: ReadonlySet<string> = new Set(['guardianName', 'guardianDocumentType', 'guardianDocumentNumber']);

/** Reads JSON, a multipart form or an urlencoded form. */
export async function readComplaintForm(request: Request): Promise<PostedComplaint | UnreadComplaint> {
  if (isForm(request)) return readFilledForm(request);
  const json = await readJsonBody(request);
  if (json.kind === 'refused') return json;
  return {
    kind: 'posted',
    body: json.value,
    values: {},
    files: [],
    lost: [],
    missing: [],
    locale: preferredLocale(request),
  };
}

/** With what was typed in it, when it was only too large. */
type UnreadComplaint = Refusal & { readonly posted?: PostedComplaint };

async function readFilledForm(request: Request): Promise<PostedComplaint | UnreadComplaint> {
  const form = await readTypedForm(request, MAX_FORM_BYTES);
  if (form instanceof FormTooLarge) {
    const fieldErrors = [{ field: 'attachments', code: 'too_large' }] as const;
    const posted = await postedIn(form.typed, request, form.files);
    return { ...refused(413, 'body_too_large', 'The files are too large.'), fieldErrors, posted };
  }
  if (form === 'malformed') {
    return {
      ...refused(400, 'malformed_form', 'The body is not a form.'),
      fieldErrors: [{ field: 'body', code: 'invalid' }],
    };
  }
  return postedIn(form, request);
}

async function postedIn(
  fields: Iterable<readonly [string, FormDataEntryValue]>,
  request: Request,
  unread: FormTooLarge['files'] = [],
): Promise<PostedComplaint> {
  const values: Record<string, string> = {};
  const files: ReceivedFile[] = [];
  for (const [name, value] of fields) {
    if (typeof value === 'string') {
      // A field that comes twice counts once; a file field that is empty comes as an empty text or file.
      if (!Object.hasOwn(values, name)) Object.defineProperty(values, name, { value, enumerable: true });
    } else if (value.size > 0 || value.name !== '') {
      files.push({ name: value.name, bytes: new Uint8Array(await value.arrayBuffer()) });
    }
  }
  const locale = localeFrom(values['locale']) ?? preferredLocale(request);
  const chosen = [...files.map((file) => file.name), ...unread.map(([, name]) => name)];
  const ofForm = { chosen, lost: namesInField(values[LOST]), isLeftOut: values[LEFT_OUT] !== undefined };
  const [lost, missing] = [lostFiles(ofForm), missingFiles(ofForm)];
  return { kind: 'posted', body: bodyOf(values), values, files, lost, missing, locale };
}

/** A form says everything in texts, and sends what is empty: this says it as JSON would. */
function bodyOf(values: Readonly<Record<string, string>>): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(values)) {
    if (NOT_OF_COMPLAINT.has(name) || oneLine(text) === '') continue;
    // The guardian's fields are in every form, and mean something for a minor only.
    if (OF_GUARDIAN.has(name) && values['isMinor'] === undefined) continue;
    Object.defineProperty(body, name, { value: meaningOf(name, text), enumerable: true });
  }
  return body;
}

function meaningOf(name: string, text: string): unknown {
  if (name === 'amount') {
    const amountCents = centsTyped(text);
    return amountCents === undefined ? text : amountCents / 100;
  }
  return TICKED.has(name as ComplaintField) ? true : text;
}
