/**
 * E-mail addresses within a sentence of another program. Looked for from the beginning of a word alone, because a try
 * from each letter of a long one costs the square of its length: anybody may send a path of 16 KB.
 */
const ADDRESS = /(?<![^\s<>"'(),;:])[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g;
/**
 * Eight digits or more that are not part of a longer word: documents, phones, accounts, cards. Our ids contain letters.
 */
const NUMBER = /(?<![\w-])\+?\d(?:[ -]?\d){7,}(?![\w-])/g;
/** Tokens of links (32 random bytes in base64url) and the keys of complaints: in paths, where a link has to carry them. */
const SECRET = /(?<![\w-])(?:[\w-]{43}|(?:[0-9A-HJKMNP-TV-Z]{4}-){4}[0-9A-HJKMNP-TV-Z]{4})(?![\w-])/gi;

/**
 * Masks texts of others before they are logged: a mail server repeats the address it refuses, and a path may contain
 * a typed document number. `550 ana@example.pe is unknown` → `550 [address] is unknown`.
 */
export function maskText(text: string): string {
  return text.replace(SECRET, '[secret]').replace(ADDRESS, '[address]').replace(NUMBER, '[number]');
}
