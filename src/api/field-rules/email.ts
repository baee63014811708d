import { cleaned } from './cleaned.ts';
import type { FieldRule } from './field-rule.ts';
import { EMAIL_MAX } from './lengths.ts';

/**
 * One @, a domain with a dot, nothing a mail server would read as a second address or header. Before the @ a dot must
 * be between two letters (RFC 5321, dot-string); the last part of the domain must begin with a letter, because an IP address
 * is not a mailbox's host anywhere that a client of ours has one, and letters to it never arrive.
 */
const EMAIL =
  /^(?!\.)(?!.*\.[.@])[^\s@<>,;:"()[\]\\]{1,64}@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z](?:[a-z0-9-]*[a-z0-9])$/;

/**
 * An e-mail address: trimmed, the domain in small letters; the part before the @ stays as it is, because only its mail
 * server may read it. What a mail program or a sentence puts around a copied address is not part of it: `mailto:`,
 * angle brackets, a full stop or comma behind.
 */
export const emailAddress: FieldRule = {
  normalise: (typed) =>
    cleaned(typed)
      .trim()
      .replace(/^(?:mailto:|<)|[.,;>]+$/gi, '')
      .replace(/@[^@]*$/, (domain) => domain.toLowerCase()),
  check: (value) => {
    if (value.length > EMAIL_MAX) return 'too_long';
    if (!EMAIL.test(value)) return 'invalid';
    // So few mail servers accept other letters before the @ that a letter would not arrive.
    return /^[ -~]+$/.test(value) ? undefined : 'letter';
  },
};

/** The domains that people in Peru have their mail at. */
const KNOWN_DOMAINS = [
  'gmail.com',
  'hotmail.com',
  'outlook.com',
  'yahoo.com',
  'yahoo.es',
  'icloud.com',
  'live.com',
  'outlook.es',
  'hotmail.es',
  'yahoo.com.pe',
];

/**
 * Suggests the address that was probably meant: `ana@gmial.com` → `ana@gmail.com`. A question, never a correction: the
 * address as typed is accepted. Undefined when the domain is known, or not similar to a known one.
 */
export function likelyEmail(address: string): string | undefined {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).toLowerCase();
  if (at < 1 || KNOWN_DOMAINS.includes(domain)) return undefined;
  const meant = KNOWN_DOMAINS.find((known) => isOneSlipFrom(domain, known));
  return meant && `${address.slice(0, at)}@${meant}`;
}

/** Tells whether one letter is missing, doubled or wrong, or two neighbours are swapped. */
function isOneSlipFrom(typed: string, meant: string): boolean {
  let start = 0;
  while (start < typed.length && typed[start] === meant[start]) start += 1;
  const [a, b] = [typed.slice(start), meant.slice(start)];
  return (
    a.slice(1) === b ||
    a === b.slice(1) ||
    a.slice(1) === b.slice(1) ||
    (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2))
  );
}
