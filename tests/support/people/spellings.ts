const NBSP = '\u00A0';
const EN_DASH = '\u2013';
const SEPARATORS = ['', ' ', NBSP, '.', '\t', '\u2009'];

/** `45678912` → `4567 8912`. */
function split(digits: string, size: number, by: string): string {
  return (digits.match(new RegExp(`.{1,${size}}`, 'g')) ?? []).join(by);
}

/** Ways to write one name that all find the same person: forty or more of each kind. */
export function spellingsOf({
  documentNumber: dni,
  phone,
  email,
}: {
  readonly documentNumber: string;
  readonly phone: string;
  readonly email: string;
}): Record<'document' | 'phone' | 'email', readonly string[]> {
  const mobile = phone.replace(/^\+51/, '');
  const printed = [...'0123456789ABCDEFGHIJK'];
  const [box = '', host = ''] = email.split('@');
  return {
    document: [
      // A check digit must follow a dash: nine digits in a row are another number.
      ...printed.flatMap((character) => [
        `${dni}-${character}`,
        ...(/\d/.test(character) ? [] : [`${dni}${character.toLowerCase()}`]),
      ]),
      ...SEPARATORS.flatMap((by) => [split(dni, 3, by), `${by}${split(dni, 4, by)}`]),
    ],
    phone: ['', '+51', '0051', '51', '(+51)'].flatMap((prefix) =>
      ['', ' ', NBSP, '.', '-', EN_DASH, ') (', '\u2009', '..'].map((by) => `${prefix}${by}${split(mobile, 3, by)}`),
    ),
    // One letter after the other in capitals, in the box and in the host, with and without spaces around it.
    email: [...`${box}@${host}`].flatMap((letter, n) => {
      const capital = email.slice(0, n) + letter.toUpperCase() + email.slice(n + 1);
      return [capital, ` ${capital}`, `${capital}${NBSP}`];
    }),
  };
}
