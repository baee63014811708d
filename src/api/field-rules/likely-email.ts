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
