import { APOSTROPHE } from './cleaned.ts';
import { UNPRINTABLE } from './naming-letter.ts';

const isPrinted = (sign: string): boolean => !UNPRINTABLE.test(sign);

/** Signs that no paper can print become those that look like them and can be printed, where there are any: `Ｌｕｉｓ` is `Luis`. */
export function lookAlikes(text: string): string {
  return [...text.replace(APOSTROPHE, "'")].map((sign) => (isPrinted(sign) ? sign : sameButPrinted(sign))).join('');
}

function sameButPrinted(sign: string): string {
  const plain = sign.normalize('NFKC');
  return [...plain].every(isPrinted) ? plain : sign;
}

/** The first sign that no paper can print; '' when all can be. */
export function unprintable(text: string): string {
  return UNPRINTABLE.exec(text)?.[0] ?? '';
}
