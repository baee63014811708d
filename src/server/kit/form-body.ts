import { type Refusal, refused } from './errors.ts';
import { readBytes, readHead, readJsonBody } from './request-body.ts';
import { isStorable } from './storable-json.ts';

/** Several times the fields and files of our largest form. */
const MAX_FIELDS = 200;
/** Of a form without files: many times the text of our longest. */
const MAX_TEXT_BYTES = 64 * 1024;
/** Of the lines above a field's value or a file: its name, the file's name, its type. */
const MAX_PART_HEADER_BYTES = 8 * 1024;
const FORM_TYPE = /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i;

/** Tells whether a request says that its body is a form. */
export function isForm(request: Request): boolean {
  return FORM_TYPE.test(request.headers.get('content-type') ?? '');
}

/** Of a form larger than ours are, as the editor has them. */
interface FormLimits {
  readonly maxFields?: number;
  readonly maxTextBytes?: number;
}

/**
 * Reads a form of a bounded size, the only reader of forms: one without a boundary, with a broken body, with thousands
 * of fields, or with a text that the database cannot hold is malformed. Nothing is thrown.
 */
export async function readForm(
  request: Request,
  maxBytes: number,
  { maxFields = MAX_FIELDS, maxTextBytes = MAX_TEXT_BYTES }: FormLimits = {},
): Promise<FormData | 'too-large' | 'malformed'> {
  const type = request.headers.get('content-type') ?? '';
  if (!FORM_TYPE.test(type)) return 'malformed';
  const bytes = await readBytes(request, hasParts(type) ? maxBytes : Math.min(maxBytes, maxTextBytes));
  return bytes === 'too-large' ? bytes : parseForm(bytes, type, maxFields);
}

/** A form that is larger than its limit: what was typed in it, and the names of its files, as far as they were read. */
export class FormTooLarge {
  readonly typed: readonly (readonly [string, string])[];
  /** Field and name of each file. */
  readonly files: readonly (readonly [string, string])[];
  constructor(typed: FormTooLarge['typed'], files: FormTooLarge['files'] = []) {
    this.typed = typed;
    this.files = files;
  }
}

/** How much of a form that is too large is read all the same: a browser shows no answer until it has sent everything. */
const FURTHER = { mostBytes: 64 * 1024 * 1024, keptBytes: 256 * 1024 };
/** How much more of a form without files is read: what was pasted into it is shown again. */
const MOST_TEXT_BYTES = 1024 * 1024;

/** Reads a form whose page shows again what was typed, also when a file in it is larger than the limit. */
export async function readTypedForm(
  request: Request,
  maxBytes: number,
  { maxFields = MAX_FIELDS, maxTextBytes = MAX_TEXT_BYTES }: FormLimits = {},
): Promise<FormData | FormTooLarge | 'malformed'> {
  const type = request.headers.get('content-type') ?? '';
  if (!FORM_TYPE.test(type)) return 'malformed';
  if (!hasParts(type)) {
    const limit = Math.min(maxBytes, maxTextBytes);
    const { head, isWhole } = await readHead(request, limit + MOST_TEXT_BYTES, FURTHER);
    const form = isWhole ? await parseForm(head, type, maxFields) : new FormData();
    return isWhole && head.length <= limit ? form : new FormTooLarge(textsOf(form));
  }
  const { head, tail, isWhole } = await readHead(request, maxBytes, FURTHER);
  if (isWhole) return parseForm(head, type, maxFields);
  const parts = await Promise.all(wholeParts(head, tail).map((bytes) => parseForm(bytes, type, maxFields)));
  return new FormTooLarge(
    parts.flatMap(textsOf),
    [head, tail].flatMap((bytes) => filesNamedIn(bytes, type)),
  );
}

/** The first line of a part that is a file, as browsers write it; `%22` stands for a quotation mark. */
const FILE_PART = /^Content-Disposition: form-data; name="([^"]{1,100})"; filename="([^"]{1,255})"/i;

/** Field and name of each file whose part begins in these bytes. */
function filesNamedIn(bytes: Uint8Array, type: string): (readonly [string, string])[] {
  const boundary = /boundary="?([^";]+)/i.exec(type)?.[1] ?? '';
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const line = `--${boundary}\r\n`;
  const named: (readonly [string, string])[] = [];
  for (let at = body.indexOf(line); at !== -1 && named.length < MAX_FIELDS; at = body.indexOf(line, at + 1)) {
    const begin = at + line.length;
    const [, field, name] = FILE_PART.exec(body.toString('utf8', begin, begin + 1_000)) ?? [];
    if (field !== undefined && name !== undefined) named.push([field, name.replaceAll('%22', '"')]);
  }
  return named.filter(([field, name]) => isStorable(field) && isStorable(name));
}

function hasParts(type: string): boolean {
  return /^multipart\//i.test(type);
}

/** A form of nothing, as FormData makes it: its last line alone. Node's own parser does not take it for a form. */
const EMPTY_FORM = /^--[^\r\n]{1,80}--(?:\r\n)*$/;

async function parseForm(bytes: Uint8Array, type: string, maxFields: number): Promise<FormData | 'malformed'> {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (hasParts(type) && EMPTY_FORM.test(body.subarray(0, 100).toString('latin1'))) return new FormData();
  if (hasParts(type) ? hasCostlyParts(body, maxFields) : hasMoreFields(body, maxFields)) return 'malformed';
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } })
    .formData()
    .catch(() => undefined);
  return form && [...form].every(holds) ? form : 'malformed';
}

function textsOf(form: FormData | 'malformed'): [string, string][] {
  const fields = form === 'malformed' ? [] : [...form];
  return fields.filter((field): field is [string, string] => typeof field[1] === 'string');
}

/** Two forms of the parts that are whole in the beginning and in the end of a larger one. */
function wholeParts(head: Uint8Array, tail: Uint8Array): Uint8Array[] {
  const [begin, end] = [head, tail].map(({ buffer, byteOffset, length }) => Buffer.from(buffer, byteOffset, length));
  if (!begin || !end) return [];
  const line = Buffer.concat([Buffer.from('\r\n'), begin.subarray(0, Math.max(0, begin.indexOf('\r\n')))]);
  const [last, first] = [begin.lastIndexOf(line), end.indexOf(Buffer.concat([line, Buffer.from('\r\n')]))];
  const whole = last === -1 ? [] : [Buffer.concat([begin.subarray(0, last), line, Buffer.from('--\r\n')])];
  return first === -1 ? whole : [...whole, end.subarray(first + 2)];
}

function holds([name, value]: [string, File | string]): boolean {
  return isStorable(name) && isStorable(typeof value === 'string' ? value : value.name);
}

/** Counted without a copy: splitting five megabytes of separators takes a quarter of a second. */
function hasMoreFields(body: Buffer, maxFields: number): boolean {
  let fields = 1;
  for (let at = body.indexOf('&'); at !== -1 && fields <= maxFields; at = body.indexOf('&', at + 1)) fields += 1;
  return fields > maxFields;
}

/**
 * Counted before the form is parsed: parsing fifteen megabytes of empty fields, or of lines above one, takes seconds, in
 * which nobody else is answered, and a gigabyte. The parser wants the boundary as the first line, so that line is asked
 * here: a form whose header names another one fails there at once.
 */
function hasCostlyParts(body: Buffer, maxFields: number): boolean {
  const first = body.indexOf('--');
  const boundary = body.subarray(first + 2, body.indexOf('\r\n', first));
  let at = first + 2 + boundary.length;
  for (let parts = 0; at < body.length && body.toString('latin1', at, at + 2) !== '--'; parts += 1) {
    const value = body.subarray(at, at + MAX_PART_HEADER_BYTES).indexOf('\r\n\r\n');
    if (value === -1 || parts === maxFields || boundary.length === 0) return true;
    const next = body.indexOf(boundary, at + value + 4);
    if (next === -1) return true;
    at = next + boundary.length;
  }
  return false;
}

export interface SentFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A body sent as JSON or as a form, not validated yet. */
export interface SentBody {
  readonly kind: 'sent';
  readonly value: unknown;
  readonly files: readonly SentFile[];
}

/**
 * Reads a body that is JSON, or a multipart form with the same fields and possibly files.
 * @param meaningOf converts a form field's text to its JSON value; by default the text itself
 */
export async function readFormOrJson(
  request: Request,
  { maxBytes, meaningOf }: { readonly maxBytes: number; readonly meaningOf: (name: string, text: string) => unknown },
): Promise<SentBody | (Refusal & Partial<Pick<FormTooLarge, 'typed'>>)> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\b/i.test(type)) {
    const json = await readJsonBody(request);
    return json.kind === 'refused' ? json : { kind: 'sent', value: json.value, files: [] };
  }
  const form = await readTypedForm(request, maxBytes);
  if (form instanceof FormTooLarge) {
    return { ...wrongForm(413, 'body_too_large', 'The file is too large.', 'too_large'), typed: form.typed };
  }
  if (form === 'malformed') return wrongForm(400, 'malformed_form', 'The body is not a form.', 'invalid');
  const value: Record<string, unknown> = {};
  const files: SentFile[] = [];
  for (const [name, field] of form) {
    if (typeof field === 'string') {
      if (field.trim() === '') continue;
      Object.defineProperty(value, name, { value: meaningOf(name, field), enumerable: true, configurable: true });
    } else if (field.size > 0) {
      files.push({ name: field.name, bytes: new Uint8Array(await field.arrayBuffer()) });
    }
  }
  return { kind: 'sent', value, files };
}

function wrongForm(status: 400 | 413, code: string, message: string, fieldCode: 'invalid' | 'too_large'): Refusal {
  return { ...refused(status, code, message), fieldErrors: [{ field: 'body', code: fieldCode }] };
}
