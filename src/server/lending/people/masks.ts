/** Masks: the owner recognises the value, and nobody else can use it. */

/** `+51987654321` → `+51 9•• ••• 321`; a landline, `015551234` → `••••• 234`. */
export function maskedPhone(phone: string): string {
  return phone.startsWith('+51') ? `+51 9•• ••• ${phone.slice(-3)}` : `••••• ${phone.slice(-3)}`;
}

/** Of a document or an account: `45678912` → `••••8912`. */
export function maskedNumber(number: string): string {
  return `••••${number.slice(-4)}`;
}

/** `ana@example.pe` → `a•••@example.pe`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}
