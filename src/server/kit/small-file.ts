import { readFileSync } from 'node:fs';

/** A small JSON file of ours, as far as it can be read. */
export type SmallFile<Value> =
  | { readonly kind: 'read'; readonly value: Value }
  | { readonly kind: 'missing' }
  /** Empty, cut, another JSON, or without the right to read it; the sentence names the file. */
  | { readonly kind: 'damaged'; readonly sentence: string };

/**
 * Reads a small file without ever throwing: people and power cuts damage files, and no timer or visitor may end with one
 * of them.
 * @param isOurs tells whether the JSON has the fields that are read
 */
export function readSmallFile<Value>(path: string, isOurs: (json: Partial<Value>) => boolean): SmallFile<Value> {
  try {
    const json: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof json === 'object' && json !== null && isOurs(json as Partial<Value>)) {
      return { kind: 'read', value: json as Value };
    }
    return damaged(path, 'it does not say what it should');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? { kind: 'missing' } : damaged(path, code ?? 'it is cut or is not JSON');
  }
}

function damaged(path: string, reason: string): { readonly kind: 'damaged'; readonly sentence: string } {
  return { kind: 'damaged', sentence: `${path} cannot be read (${reason})` };
}

/** Returns the JSON of a small file; undefined when it is missing or damaged. */
export function valueIn<Value>(file: SmallFile<Value>): Value | undefined {
  return file.kind === 'read' ? file.value : undefined;
}
