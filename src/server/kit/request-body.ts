import type { FieldCode } from '#api/field-codes.ts';
import { fieldNameOf, WHOLE_BODY } from '#api/validate.ts';
import { invalidFields, type Refusal, refused } from './errors.ts';
import { parseStorableJson } from './storable-json.ts';

export type JsonBody = { readonly kind: 'json'; readonly value: unknown } | Refusal;

/** Enough for every JSON endpoint; documents are uploaded elsewhere. */
export const MAX_BODY_BYTES = 64 * 1024;

const JSON_TYPE = /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i;

/** Reads a JSON body of bounded size; errors are returned. Exceeding `ownLimitBytes` is a 400. */
export async function readJsonBody(request: Request, ownLimitBytes?: number): Promise<JsonBody> {
  if (!JSON_TYPE.test(request.headers.get('content-type') ?? '') || isEncoded(request)) {
    return wholeBodyRefused(
      415,
      'unsupported_media_type',
      'Send application/json in UTF-8, not compressed.',
      'unsupported_type',
    );
  }
  const bytes = await readBytes(request, ownLimitBytes ?? MAX_BODY_BYTES);
  if (bytes === 'too-large') {
    if (ownLimitBytes !== undefined) return invalidFields([{ field: WHOLE_BODY, code: 'too_large' }]);
    return wholeBodyRefused(413, 'body_too_large', `A body has at most ${MAX_BODY_BYTES} bytes.`, 'too_large');
  }
  if (bytes.length === 0) return wholeBodyRefused(400, 'malformed_json', 'The body is empty.', 'required');
  const text = utf8Of(bytes);
  const parsed = text === undefined ? ({ kind: 'not-json' } as const) : parseStorableJson(text);
  if (parsed.kind === 'json') return parsed;
  if (parsed.kind === 'not-json') {
    return wholeBodyRefused(400, 'malformed_json', 'The body is not JSON in UTF-8.', 'invalid');
  }
  return invalidFields([{ field: fieldNameOf(parsed.path), code: 'invalid' }]);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function utf8Of(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

function isEncoded(request: Request): boolean {
  const encoding = request.headers.get('content-encoding');
  return encoding !== null && encoding !== 'identity';
}

/** A declared length is trusted (Node enforces it); without one, reading stops at the limit. */
export async function readBytes(request: Request, limitBytes: number): Promise<Uint8Array | 'too-large'> {
  const declared = request.headers.get('content-length');
  if (declared !== null && !request.headers.has('transfer-encoding')) {
    return Number(declared) > limitBytes ? 'too-large' : new Uint8Array(await request.arrayBuffer());
  }
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body) {
    length += chunk.length;
    if (length > limitBytes) return 'too-large';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function wholeBodyRefused(status: 400 | 413 | 415, code: string, message: string, fieldCode: FieldCode): Refusal {
  return { ...refused(status, code, message), fieldErrors: [{ field: WHOLE_BODY, code: fieldCode }] };
}
