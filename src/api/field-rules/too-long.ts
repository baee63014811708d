import { lengthOf } from './lengths.ts';

/**
 * Completes the sentence of a text above its limit: `{max}` characters fit, and `{over}` are too many. German writes
 * thousands with a dot, as the product does (`3.000`), and costs the page no pattern.
 */
export function tooLongSentence(sentence: string, value: string, max: number): string {
  return sentence.replace('{max}', max.toLocaleString('de')).replace('{over}', `${over(value, max)}`);
}

/** Counts the characters above a limit, as the server does: without blanks around the text, a line end as one. */
export function over(value: string, max: number): number {
  return Math.max(0, lengthOf(value.replaceAll('\r\n', '\n').trim()) - max);
}
