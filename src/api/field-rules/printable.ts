import { APOSTROPHE } from './cleaned.ts';

/** What the fonts of the papers can print (`server/lending/documents/fonts`), and the end of a line. */
const PRINTED =
  /[\n -~\u{a0}-\u{17f}\u{370}-\u{377}\u{37a}-\u{37f}\u{384}-\u{38a}\u{38c}\u{38e}-\u{3a1}\u{3a3}-\u{3e1}\u{3f0}-\u{45f}\u{1e00}-\u{1eff}\u{2010}-\u{2027}\u{2030}-\u{203a}\u{20a4}\u{20ac}\u{2212}]|[\u{300}-\u{36f}]/u;

const isPrinted = (sign: string): boolean => PRINTED.test(sign);

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
  return [...text].find((sign) => !isPrinted(sign)) ?? '';
}

/** A sentence of the code `letter` names the sign that it is about: one that cannot be printed, or is not English. */
export function namingLetter(sentence: string, value: string): string {
  const letter = unprintable(value) || [...value].find((sign) => sign > '~') || '';
  return sentence.replace('{letter}', () => letter);
}
