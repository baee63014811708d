import { type Refusal, refused } from './errors.ts';
import { readBytes, readJsonBody } from './request-body.ts';
import { isStorable } from './storable-json.ts';

/** Several times the fields and files of our largest form. */
const MAX_FIELDS = 200;
/** Of a form without files: many times the text of our longest. */
const MAX_TEXT_BYTES = 64 * 1024;
/** Of the lines above a field's value or a file: its name, the file's name, its type. */
const MAX_PART_HEADER_BYTES = 8 * 1024;
const FORM_TYPE = /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i;

/** Whether a request says that its body is a form. */
export function isForm(request: Request): boolean {
  return FORM_TYPE.test(request.headers.get('content-type') ?? '');
}

/**
 * Reads a form of a bounded size, the only reader of forms: one without a boundary, with a broken body, with thousands
 * of fields, or with a text that the database cannot hold is malformed. Nothing is thrown.
 * @param limits of a form larger than ours are, as the editor has them
 */
export async function readForm(
  request: Request,
  maxBytes: number,
  { maxFields = MAX_FIELDS, maxTextBytes = MAX_TEXT_BYTES }: { maxFields?: number; maxTextBytes?: number } = {},
): Promise<FormData | 'too-large' | 'malformed'> {
  const type = request.headers.get('content-type') ?? '';
  if (!FORM_TYPE.test(type)) return 'malformed';
  const hasParts = /^multipart\//i.test(type);
  const bytes = await readBytes(request, hasParts ? maxBytes : Math.min(maxBytes, maxTextBytes));
  if (bytes === 'too-large') return bytes;
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const isCostly = hasParts ? hasCostlyParts(body, maxFields) : body.toString('latin1').split('&').length > maxFields;
  if (isCostly) return 'malformed';
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } })
    .formData()
    .catch(() => undefined);
  return form && [...form].every(holds) ? form : 'malformed';
}

function holds([name, value]: [string, File | string]): boolean {
  return isStorable(name) && isStorable(typeof value === 'string' ? value : value.name);
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

/** Reads JSON, or a multipart form of the same fields and files; `meaningOf` is a form text's JSON value. */
export async function readFormOrJson(
  request: Request,
  { maxBytes, meaningOf }: { readonly maxBytes: number; readonly meaningOf: (name: string, text: string) => unknown },
): Promise<SentBody | Refusal> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\b/i.test(type)) {
    const json = await readJsonBody(request);
    return json.kind === 'refused' ? json : { kind: 'sent', value: json.value, files: [] };
  }
  const form = await readForm(request, maxBytes);
  if (form === 'too-large') return wrongForm(413, 'body_too_large', 'The file is too large.', 'too_large');
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
