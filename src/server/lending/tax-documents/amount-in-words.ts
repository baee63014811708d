import type { Cents } from '#loan/money.ts';

const UNDER_THIRTY = [
  'CERO',
  'UNO',
  'DOS',
  'TRES',
  'CUATRO',
  'CINCO',
  'SEIS',
  'SIETE',
  'OCHO',
  'NUEVE',
  'DIEZ',
  'ONCE',
  'DOCE',
  'TRECE',
  'CATORCE',
  'QUINCE',
  'DIECISÉIS',
  'DIECISIETE',
  'DIECIOCHO',
  'DIECINUEVE',
  'VEINTE',
  'VEINTIUNO',
  'VEINTIDÓS',
  'VEINTITRÉS',
  'VEINTICUATRO',
  'VEINTICINCO',
  'VEINTISÉIS',
  'VEINTISIETE',
  'VEINTIOCHO',
  'VEINTINUEVE',
];
const TENS = ['', '', '', 'TREINTA', 'CUARENTA', 'CINCUENTA', 'SESENTA', 'SETENTA', 'OCHENTA', 'NOVENTA'];
const HUNDREDS = [
  '',
  'CIENTO',
  'DOSCIENTOS',
  'TRESCIENTOS',
  'CUATROCIENTOS',
  'QUINIENTOS',
  'SEISCIENTOS',
  'SETECIENTOS',
  'OCHOCIENTOS',
  'NOVECIENTOS',
];
const MAX_SOLES = 1_000_000_000;

/**
 * Writes an amount in words, as legend 1000 of a tax document wants it: 9,44 → `NUEVE CON 44/100 SOLES`.
 * @throws RangeError for an amount below zero or from a thousand million soles on
 */
export function amountInWords(amountCents: Cents): string {
  const soles = Math.floor(amountCents / 100);
  if (amountCents < 0 || soles >= MAX_SOLES) throw new RangeError(`no words for ${amountCents} céntimos`);
  return `${wholeInWords(soles)} CON ${String(amountCents % 100).padStart(2, '0')}/100 SOLES`;
}

function wholeInWords(whole: number): string {
  if (whole === 0) return UNDER_THIRTY[0] as string;
  const [millions, thousands, rest] = [Math.floor(whole / 1e6), Math.floor(whole / 1000) % 1000, whole % 1000];
  const parts = [
    millions > 0 && (millions === 1 ? 'UN MILLÓN' : `${shortened(underThousand(millions))} MILLONES`),
    thousands > 0 && (thousands === 1 ? 'MIL' : `${shortened(underThousand(thousands))} MIL`),
    rest > 0 && underThousand(rest),
  ];
  return parts.filter(Boolean).join(' ');
}

function underThousand(number: number): string {
  if (number === 100) return 'CIEN';
  const rest = number % 100;
  const parts = [HUNDREDS[Math.floor(number / 100)], rest > 0 && underHundred(rest)];
  return parts.filter(Boolean).join(' ');
}

function underHundred(number: number): string {
  if (number < 30) return UNDER_THIRTY[number] as string;
  const ten = TENS[Math.floor(number / 10)] as string;
  return number % 10 === 0 ? ten : `${ten} Y ${UNDER_THIRTY[number % 10]}`;
}

/** Before a noun `uno` loses its last letter: VEINTIÚN MIL, TREINTA Y UN MILLONES. */
function shortened(words: string): string {
  return words.replace(/VEINTIUNO$/, 'VEINTIÚN').replace(/UNO$/, 'UN');
}
