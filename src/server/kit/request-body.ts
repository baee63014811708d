import type { FieldCode } from '#api/field-codes.ts';
import { fieldNameOf, WHOLE_BODY } from '#api/validate.ts';
import { invalidFields, type Refusal, refused } from './errors.ts';
import { parseStorableJson } from './storable-json.ts';

export type JsonBody = { readonly kind: 'json'; readonly value: unknown } | Refusal;

/** Enough for every JSON endpoint; documents are uploaded elsewhere. */
export const MAX_BODY_BYTES = 64 * 1024;

const JSON_TYPE = /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i;

/**
 * Reads a JSON body in UTF-8, of a bounded size. Every error is returned, none thrown.
 * @param ownLimitBytes a smaller limit of the endpoint: exceeding it is a 400
 */
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

/**
 * Reads a whole body of bounded size. A declared length is trusted (Node enforces it); without one, reading stops at the
 * limit. What is left is never cancelled, because who writes into a cancelled stream throws where nobody catches: a form
 * made in this process ended it. The server throws away what is left of a request that it has answered.
 */
export async function readBytes(request: Request, limitBytes: number): Promise<Uint8Array | 'too-large'> {
  if (isDeclared(request)) {
    const isTooLarge = Number(request.headers.get('content-length')) > limitBytes;
    return isTooLarge ? 'too-large' : new Uint8Array(await request.arrayBuffer());
  }
  const { head, isWhole } = await readHead(request, limitBytes);
  return isWhole ? head : 'too-large';
}

function isDeclared({ headers }: Request): boolean {
  return headers.has('content-length') && !headers.has('transfer-encoding');
}

interface Read {
  /** At most as many bytes as were asked for. */
  readonly head: Uint8Array;
  /** The last bytes of what came after them, if the end was reached. */
  readonly tail: Uint8Array;
  readonly isWhole: boolean;
}

/**
 * Reads the beginning of a body, whatever its length.
 * @param further how much more is read and thrown away, so that a browser sees the answer, and what of its end is kept
 */
export async function readHead(
  request: Request,
  limitBytes: number,
  further: { readonly mostBytes: number; readonly keptBytes: number } = { mostBytes: 0, keptBytes: 0 },
): Promise<Read> {
  const head: Uint8Array[] = [];
  const tail: Uint8Array[] = [];
  let [length, tailLength] = [0, 0];
  const reader = request.body?.getReader();
  try {
    while (reader && length <= limitBytes + further.mostBytes) {
      const { done, value } = await reader.read();
      if (done) return { head: Buffer.concat(head), tail: Buffer.concat(tail), isWhole: length <= limitBytes };
      const room = Math.max(0, limitBytes - length);
      head.push(value.subarray(0, room));
      tail.push(value.subarray(room));
      tailLength += Math.max(0, value.length - room);
      for (let [first] = tail; first && tailLength - first.length >= further.keptBytes; [first] = tail) {
        tailLength -= first.length;
        tail.shift();
      }
      length += value.length;
    }
  } finally {
    reader?.releaseLock();
  }
  return { head: Buffer.concat(head), tail: Buffer.alloc(0), isWhole: !reader };
}

function wholeBodyRefused(status: 400 | 413 | 415, code: string, message: string, fieldCode: FieldCode): Refusal {
  return { ...refused(status, code, message), fieldErrors: [{ field: WHOLE_BODY, code: fieldCode }] };
}
