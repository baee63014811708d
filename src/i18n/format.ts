/**
 * The formatter of both languages (product-spec §9): `S/ 1.234,56` and `dd/mm/yyyy`. `Intl` cannot do it, because es-PE
 * prints `1,234.50` and es leaves four digits ungrouped: `1234,50`.
 *
 * A lender may choose the signs that Peru's banks print, `S/ 1,234.56`, with AMOUNT_SEPARATORS=dot: once, for pages,
 * papers, messages, desk and files, so that no client ever sees two.
 */
export const AMOUNT_SEPARATORS = ['comma', 'dot'] as const;

/**
 * The lender's choice: a page carries that of its build (`data-amounts` on `<html>`); a build and a server have it in
 * their environment.
 */
export function chosenSigns(): string | undefined {
  const ofPage = globalThis.document?.documentElement.dataset['amounts'];
  // biome-ignore lint/correctness/noProcessGlobal: also read in browsers, which have none
  return ofPage ?? globalThis.process?.env['AMOUNT_SEPARATORS'];
}

/** The sign of the céntimos, and the one between thousands. */
function signs(): string {
  return chosenSigns() === 'dot' ? '.,' : ',.';
}

/** Writes a number of ours with the sign of the céntimos, ungrouped, as a field has it: `1234.5` → `1234,5`. */
export function withDecimalSign(text: string): string {
  return text.replace('.', signs().charAt(0));
}

const NBSP = '\u00a0';
/** U+2212, as wide as the digits; a hyphen reads as a range. */
const MINUS = '−';

function group(whole: number): string {
  return String(whole).replace(/\B(?=(\d{3})+(?!\d))/g, signs().charAt(1));
}

/** Formats céntimos without the currency: `123456` → `1.234,56`. Never `-0,00`. */
export function formatAmount(amountCents: number): string {
  const absolute = Math.abs(amountCents);
  const decimals = String(absolute % 100).padStart(2, '0');
  return `${amountCents < 0 ? MINUS : ''}${group(Math.floor(absolute / 100))}${signs().charAt(0)}${decimals}`;
}

/** Formats soles: `57303` → `S/ 573,03`, with a space that does not break. */
export function formatSoles(amountCents: number): string {
  const text = formatAmount(Math.abs(amountCents));
  return `${amountCents < 0 ? MINUS : ''}S/${NBSP}${text}`;
}

/** Formats whole soles, for the ends of a slider only (design §8): `3000` → `S/ 3.000`. */
export function formatWholeSoles(soles: number): string {
  return `S/${NBSP}${group(soles)}`;
}

/** Formats a percent with two decimals: `413.44` → `413,44 %`. */
export function formatPercent(percent: number): string {
  return `${formatAmount(Math.round(percent * 100))}${NBSP}%`;
}
