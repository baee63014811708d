import type { CodeWords } from './code-words.ts';
import { AMOUNT_LINE } from './money.ts';

export const PARAMETER_KIND = {
  igv: ['IGV', 'IGV'],
  policy: ['Política', 'Policy'],
  price: ['Precio', 'Price'],
  product: ['Producto', 'Product'],
  promotion: ['Promoción', 'Promotion'],
  rate_cap: ['Tope de tasa', 'Rate cap'],
  rate_limit: ['Límite de uso', 'Limit of use'],
} as const satisfies CodeWords;

/** Keys of parameters beside the numbers of products. */
export const PARAMETER_KEY = {
  allocation: ['Reparto de los pagos', 'Allocation of payments'],
  'chart-of-accounts': ['Plan de cuentas', 'Chart of accounts'],
  codes: ['Códigos de verificación', 'Verification codes'],
  consumer: ['Crédito de consumo', 'Consumer credit'],
  'data-officer': ['Oficial de datos personales', 'Data officer'],
  extension: ['Extensión', 'Extension'],
  flex: ['Pago flexible', 'Flex pay'],
  'four-eyes': ['Dos cuentas', 'Two accounts'],
  general: ['General', 'General'],
  late: ['Mora y castigo', 'Late payment and write-off'],
  passkeys: ['Llaves de acceso de colegas', 'Passkeys of colleagues'],
  payment: ['Límites de los pagos', 'Limits of payments'],
  plan: ['Plan de pagos', 'Payment plan'],
  prepayment: ['Pago anticipado', 'Prepayment'],
  'public-offer': ['Ofertas a visitantes', 'Offers to visitors'],
  requirements: ['Requisitos por monto', 'Requirements by amount'],
  retention: ['Cuánto se guarda', 'How long things are kept'],
  'small-match': ['Abonos pequeños sin identificar', 'Small unidentified credits'],
  'tax-documents': ['Comprobantes electrónicos', 'Tax documents'],
  'top-up': ['Ampliación', 'Top-up'],
  trust: ['Nivel de confianza', 'Trust level'],
  underwriting: ['A quién se presta', 'Whom we lend to'],
} as const satisfies CodeWords;

/** A parameter by its name: `Política · Mora y castigo`, `Precio · Producto 11`; what has no words stands as it is. */
export function parameterWords({ kind, key }: { readonly kind: string; readonly key: string }): {
  readonly es: string;
  readonly en: string;
} {
  const own = /^\d+$/.test(key) ? [`Producto ${key}`, `Product ${key}`] : wordsOf(PARAMETER_KEY, key);
  const [es, en] = [0, 1].map((place) => [wordsOf(PARAMETER_KIND, kind)[place], own[place]].join(' · '));
  return { es: es ?? kind, en: en ?? kind };
}

function wordsOf(codes: CodeWords, code: string): readonly [es: string, en: string] {
  return (Object.hasOwn(codes, code) && codes[code]) || [code, code];
}

const { principal, interest, lateInterest, extensionInterest, moratory } = AMOUNT_LINE;
const { techFee, adminFee, acceleratedAcceptanceFee, notaryFee, extensionFee } = AMOUNT_LINE;
/** Components of a debt. */
export const DEBT_COMPONENT = {
  moratory,
  lateInterest,
  interest,
  extensionInterest,
  techFee,
  adminFee,
  acceleratedAcceptanceFee,
  notaryFee,
  extensionFee,
  principal,
} as const satisfies CodeWords;

export const COUNTS_FROM = {
  DUE_DATE: ['Del vencimiento', 'The due date'],
  EFFECTIVE_DUE_DATE: ['Del siguiente día hábil, si vence en feriado', 'The next business day, if due on a holiday'],
} as const satisfies CodeWords;

export const TAX_SENDING = {
  ALONE: ['Uno por uno', 'One by one'],
  SUMMARY: ['En el resumen del día', 'In the summary of the day'],
} as const satisfies CodeWords;

export const TAX_FIRST_DAY = {
  DUE_DATE: ['Con la cuota en que se cobran', 'With the instalment they are charged in'],
  DISBURSEMENT: ['El día del desembolso', 'On the day of the payout'],
} as const satisfies CodeWords;

export const TAX_LATE = {
  MONTH_END: ['El último día de cada mes', 'On the last day of each month'],
  PAYMENT: ['Cuando se paga', 'When it is paid'],
} as const satisfies CodeWords;

export const TAX_WRITE_OFF = {
  KEEPS: ['Se queda', 'Stays'],
  TAKES_BACK: ['Se anula', 'Is taken back'],
} as const satisfies CodeWords;

export const TRUST_EVENT = {
  'email-verified': ['Confirmó su correo', 'E-mail confirmed'],
  'identity-approved': ['Se confirmó su identidad', 'Identity confirmed'],
  'bank-account-confirmed': ['Se confirmó su cuenta', 'Bank account confirmed'],
  'profile-confirmed': ['Confirmó su perfil', 'Profile confirmed'],
  'loan-paid-on-time': ['Pagó un préstamo a tiempo', 'Loan paid on time'],
  'loan-paid-1-to-3-days-late': ['Pagó con 1 a 3 días de mora', 'Paid 1 to 3 days late'],
  'loan-paid-4-to-15-days-late': ['Pagó con 4 a 15 días de mora', 'Paid 4 to 15 days late'],
  'loan-paid-16-to-60-days-late': ['Pagó con 16 a 60 días de mora', 'Paid 16 to 60 days late'],
  'loan-defaulted': ['Cayó en incumplimiento', 'Loan in default'],
  'plan-completed': ['Cumplió un plan de pagos', 'Payment plan completed'],
} as const satisfies CodeWords;
