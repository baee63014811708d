import { APOSTROPHE } from './cleaned.ts';
import { UNPRINTABLE } from './error-sentence.ts';

const isPrinted = (sign: string): boolean => !UNPRINTABLE.test(sign);

/**
 * Replaces signs that no paper can print by similar ones that can be printed, where there are any: `Ｌｕｉｓ` is `Luis`.
 */
export function lookAlikes(text: string): string {
  return [...text.replace(APOSTROPHE, "'")].map((sign) => (isPrinted(sign) ? sign : sameButPrinted(sign))).join('');
}

function sameButPrinted(sign: string): string {
  const plain = sign.normalize('NFKC');
  return [...plain].every(isPrinted) ? plain : sign;
}

/** Finds the first sign that no paper can print; '' when all can be printed. */
export function unprintable(text: string): string {
  return UNPRINTABLE.exec(text)?.[0] ?? '';
}
