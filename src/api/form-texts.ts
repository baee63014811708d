import type { FieldError } from './errors.ts';
import { errorSentence } from './field-rules/error-sentence.ts';
import { tooLongSentence } from './field-rules/too-long.ts';

/** Texts that the build puts into the page of a form, for its script and, without one, for the server. */
export interface FormTexts {
  /** Sentences by `field.code`, then by `code`. */
  readonly errors: Readonly<Record<string, string>>;
  readonly summaryOne: string;
  readonly summaryMany: string;
  readonly titlePrefix: string;
  /** The most characters of a field, where it has a limit. */
  readonly limits: Readonly<Record<string, number>>;
  /** Sentence of a text above its limit, with `{max}` and `{over}`. */
  readonly over: string;
  /** Question about an address with a slip in its domain, with `{email}`; absent in a form without an address. */
  readonly emailMeant?: string;
}

/**
 * Finds the sentence of an error: that of its field and code, else that of its code (product-spec §8). A text above a
 * known limit is told by how much.
 */
export function sentenceOf(
  texts: FormTexts,
  { field, code }: Pick<FieldError, 'field' | 'code'>,
  value: string,
): string {
  const max = texts.limits[field] ?? 0;
  const ofCode = max && code === 'too_long' ? texts.over : texts.errors[code];
  const sentence = texts.errors[`${field}.${code}`] ?? ofCode ?? code;
  return tooLongSentence(errorSentence(sentence, value), value, max);
}
