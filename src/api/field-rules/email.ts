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
