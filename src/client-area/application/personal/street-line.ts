import { oneLine } from '#api/field-rules/text.ts';

/** A street with its number as one line, and back: the contract prints them side by side. */
export interface Street {
  readonly street?: string;
  readonly number?: string;
}

/** A number at the end (`123`, `N° 123-B`, `Lt. 4`), or the words for a missing one (`S/N`). */
const NUMBER = /^(.*?\S)[\s,]+(?:(?:n[.°º]*|#)\s*)?((?:lt|lote)\.?\s*\S{1,5}|s\s*\/?\s*n|\d[\p{L}\d/-]{0,9})\.?$/iu;

/**
 * Splits a line into street and number: `Los Álamos 123` → `Los Álamos` and `123`; `Mz. B Lt. 4` → `Mz. B` and `Lt. 4`;
 * without a number only the street.
 */
export function streetOf(line: string): Street {
  const typed = oneLine(line);
  const [, street, number] = NUMBER.exec(typed) ?? [];
  if (street && number) return { street: street.replace(/,$/, ''), number };
  return typed ? { street: typed } : {};
}

export function streetLine({ street = '', number = '' }: Street): string {
  return [street, number].filter(Boolean).join(' ');
}
