/** Addresses of people, wherever they stand in a sentence of somebody else's program. */
const ADDRESS = /[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g;
/** Eight digits or more that belong to no longer word: documents, telephones, accounts, cards. An id of ours has letters. */
const NUMBER = /(?<![\w-])\+?\d(?:[ -]?\d){7,}(?![\w-])/g;

/**
 * For texts that others write and our log keeps: a mail server repeats the address it refuses, and a person who types
 * their document into the address bar asks for a path. `550 ana@example.pe is unknown` → `550 [address] is unknown`.
 */
export function maskText(text: string): string {
  return text.replace(ADDRESS, '[address]').replace(NUMBER, '[number]');
}
