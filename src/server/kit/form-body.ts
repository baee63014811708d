import { type Refusal, refused } from './errors.ts';
import { readBytes, readJsonBody } from './request-body.ts';

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
): Promise<SentBody | Refusal> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\b/i.test(type)) {
    const json = await readJsonBody(request);
    return json.kind === 'refused' ? json : { kind: 'sent', value: json.value, files: [] };
  }
  const bytes = await readBytes(request, maxBytes);
  if (bytes === 'too-large') return wrongForm(413, 'body_too_large', 'The file is too large.', 'too_large');
  const form = await parseForm(bytes, type);
  if (!form) return wrongForm(400, 'malformed_form', 'The body is not a form.', 'invalid');
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

/** Several times the fields and files of our largest form. */
const MAX_FIELDS = 200;

/**
 * The fields of a form; undefined when it is none, or has more of them than any form of ours: parsing fifteen megabytes
 * of empty ones takes seconds, in which nobody else is answered, and a gigabyte.
 */
export async function parseForm(bytes: Uint8Array, contentType: string): Promise<FormData | undefined> {
  // A part without this header is no field, and the whole no form, however it is spelled.
  const marks = /^multipart\//i.test(contentType) ? /content-disposition/gi : /&/g;
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  for (let fields = 0; marks.test(body); fields += 1) {
    if (fields === MAX_FIELDS) return undefined;
  }
  const response = new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } });
  return response.formData().catch(() => undefined);
}

function wrongForm(status: 400 | 413, code: string, message: string, fieldCode: 'invalid' | 'too_large'): Refusal {
  return { ...refused(status, code, message), fieldErrors: [{ field: 'body', code: fieldCode }] };
}
