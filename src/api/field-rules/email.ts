import { cleaned } from './cleaned.ts';
import type { FieldRule } from './field-rule.ts';
import { EMAIL_MAX } from './lengths.ts';

/** One @, a domain with a dot, nothing a mail server would read as a second address or header. */
const EMAIL = /^[^\s@<>,;:"()[\]\\]{1,64}@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/;

/** Trimmed, the domain in small letters; what comes before the @ is the mailbox's own business. */
export const emailAddress: FieldRule = {
  normalise: (typed) =>
    cleaned(typed)
      .trim()
      .replace(/@[^@]*$/, (domain) => domain.toLowerCase()),
  check: (value) => {
    if (value.length > EMAIL_MAX) return 'too_long';
    if (!EMAIL.test(value)) return 'invalid';
    // Mail servers that take other letters before the @ are so few that no letter would arrive.
    return /^[ -~]+$/.test(value) ? undefined : 'letter';
  },
};

/** Where people in Peru have their mail. */
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
 * The address somebody probably meant: `ana@gmial.com` → `ana@gmail.com`. A question, never a correction: the address as
 * typed is accepted. Undefined when the domain is known, or like none of the known ones.
 */
export function likelyEmail(address: string): string | undefined {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).toLowerCase();
  if (at < 1 || KNOWN_DOMAINS.includes(domain)) return undefined;
  const meant = KNOWN_DOMAINS.find((known) => isOneSlipFrom(domain, known));
  return meant && `${address.slice(0, at)}@${meant}`;
}

/** One letter missing, doubled, wrong, or two neighbours swapped. */
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
