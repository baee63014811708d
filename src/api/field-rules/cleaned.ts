/**
 * Invisible characters, and those that turn the direction of writing: pasted by mistake, or to make a name read
 * differently from how it is stored. Controls, direction marks, zero-width characters, fillers, lone surrogates,
 * private use; what Unicode calls default ignorable.
 */
const INVISIBLE = /(?!\n)[\p{C}\p{DI}]/gu;
/** The accent keys of a Spanish keyboard, and what telephones and word processors turn an apostrophe into. */
export const APOSTROPHE = /[`´ʹ-ʽˈˮ‘-‛′Ꞌꞌ]/g;
const HYPHEN = /[‐-–−]/g;
/** `０` to `９` and the other signs of a full-width keyboard. */
const FULL_WIDTH = /[\uff01-\uff5e]/g;

/**
 * Cleans typed or pasted text before the rule of its field reads it: every field but a password, in browser and server.
 * Nothing invisible, one kind of space, apostrophe, hyphen and digit, NFC; line breaks stay.
 */
export function cleaned(typed: string): string {
  return typed
    .replace(/[^\S\n\ufeff]/g, ' ')
    .replace(INVISIBLE, '')
    .replace(FULL_WIDTH, (sign) => sign.normalize('NFKC'))
    .normalize('NFC')
    .replace(APOSTROPHE, "'")
    .replace(HYPHEN, '-');
}
