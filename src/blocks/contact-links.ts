/** Links to a WhatsApp chat, in the app or the browser: `+51 900 000 123`. */
export function whatsappHref(number: string): string {
  return `https://wa.me/${number.replace(/\D/g, '')}`;
}

/**
 * Links to a phone: `(01) 500 0123` → `tel:+5115000123`, without the trunk zero and with Peru's code, to work from
 * abroad.
 */
export function phoneHref(number: string): string {
  const digits = number.replace(/\D/g, '');
  return number.trim().startsWith('+') ? `tel:+${digits}` : `tel:+51${digits.replace(/^0/, '')}`;
}

/** A telephone number as words, which no line breaks: `+51 900 000 123` with spaces that hold it together. */
export function phoneWords(number: string): string {
  return number.trim().replaceAll(/\s+/g, '\u00a0');
}
