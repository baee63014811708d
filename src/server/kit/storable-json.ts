/** No schema of ours goes half as deep. The recursion over a sent body must end long before the stack does. */
const MAX_DEPTH = 40;

/** Only these escapes can make a text that cannot be stored: bytes that are not UTF-8 were refused before. */
const SUSPICIOUS = /\\u(?:0000|d[89a-f])/i;

export type StorableJson =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'not-json' }
  /** The path of the first text or key that the database cannot hold, or of what is too deep. */
  | { readonly kind: 'not-storable'; readonly path: readonly string[] };

/**
 * Parses JSON and refuses what could not be stored or worked on: NUL and lone surrogates, which PostgreSQL has no text
 * for, and values that are nested deeper than any of ours. A repeated key counts once, the last: nobody but this
 * parser reads the bytes, so they cannot be read otherwise.
 */
export function parseStorableJson(text: string): StorableJson {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: 'not-json' };
  }
  const path = typeof value === 'object' || SUSPICIOUS.test(text) ? notStorable(value, []) : undefined;
  return path ? { kind: 'not-storable', path } : { kind: 'json', value };
}

/** Tells whether PostgreSQL can store a text. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

function notStorable(value: unknown, path: readonly string[]): readonly string[] | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : path;
  if (typeof value !== 'object' || value === null) return undefined;
  if (path.length >= MAX_DEPTH) return path;
  for (const [key, inner] of Object.entries(value)) {
    const found = isStorable(key) ? notStorable(inner, [...path, key]) : path;
    if (found) return found;
  }
  return undefined;
}
