import type { CodeWords } from './code-words.ts';

export const CALL_NOW = {
  yes: ['Sí', 'Yes'],
  'daily-limit': ['No: ya se contactó hoy', 'No: contacted today'],
  night: ['No: de noche', 'No: at night'],
  weekend: ['No: fin de semana', 'No: weekend'],
  holiday: ['No: feriado', 'No: public holiday'],
  'third-party': ['No: solo con el cliente', 'No: only with the client'],
  paused: ['No: en pausa', 'No: paused'],
  'weekly-limit': ['No: tope de la semana', 'No: limit of the week'],
} as const satisfies CodeWords;

export const CONTACT_CHANNEL = {
  CALL: ['Llamada', 'Call'],
  VISIT: ['Visita', 'Visit'],
} as const satisfies CodeWords;

export const CONTACT_OUTCOME = {
  NO_ANSWER: ['No contestó', 'No answer'],
  PROMISED: ['Prometió pagar', 'Promised to pay'],
  REFUSES: ['No quiere pagar', 'Refuses to pay'],
  WRONG_NUMBER: ['Número equivocado', 'Wrong number'],
} as const satisfies CodeWords;

/** The outcome of the last contact, or that it is not on record yet, or that there was none. */
export const LAST_OUTCOME = {
  ...CONTACT_OUTCOME,
  NOT_RECORDED: ['Falta registrar', 'Not recorded yet'],
  NOT_CONTACTED: ['Sin contacto', 'Not contacted'],
} as const satisfies CodeWords;

/** The state of the last promise to pay, or that there was none. */
export const LAST_PROMISE = {
  OPEN: ['Abierto', 'Open'],
  KEPT: ['Cumplido', 'Kept'],
  BROKEN: ['Roto', 'Broken'],
  REPLACED: ['Reemplazado por otro acuerdo', 'Replaced by an arrangement'],
  NOT_PROMISED: ['Sin compromiso', 'Nothing promised'],
} as const satisfies CodeWords;

export const CONTACT_RECIPIENT = {
  CLIENT: ['Cliente', 'Client'],
  THIRD_PARTY: ['Otra persona', 'Another person'],
} as const satisfies CodeWords;

export const LOAN_EVENT = {
  settled: ['Cancelado en total', 'Settled'],
  'disbursement-ordered': ['Desembolso ordenado', 'Payout ordered'],
  'disbursement-confirmed': ['Desembolso confirmado', 'Payout confirmed'],
  'disbursement-rejected': ['Desembolso rechazado', 'Payout rejected'],
  withdrawn: ['Retirado', 'Withdrawn'],
  'disbursement-abandoned': ['Desembolso abandonado', 'Payout given up'],
  'fell-past-due': ['Se venció', 'Fell overdue'],
  'caught-up': ['Se puso al día', 'Caught up'],
  'fell-into-default': ['Más de 60 días de mora', 'More than 60 days late'],
  'default-eased': ['Menos de 60 días de mora', 'Less than 60 days late'],
  'plan-confirmed': ['Plan confirmado', 'Plan confirmed'],
  'flex-activated': ['Pago flexible activado', 'Flex pay on'],
  'plan-resumed': ['Plan retomado', 'Plan resumed'],
  'flex-resumed': ['Pago flexible retomado', 'Flex pay resumed'],
  'written-off': ['Castigado', 'Written off'],
  'write-off-reversed': ['Castigo revertido', 'Write-off reversed'],
  'reopened-performing': ['Reabierto, al día', 'Reopened, up to date'],
  'reopened-past-due': ['Reabierto, vencido', 'Reopened, overdue'],
  'reopened-defaulted': ['Reabierto, con más de 60 días', 'Reopened, long overdue'],
  'reopened-payment-plan': ['Reabierto, en plan', 'Reopened, on a plan'],
  'reopened-flex': ['Reabierto, en pago flexible', 'Reopened, on flex pay'],
  'reopened-written-off': ['Reabierto, castigado', 'Reopened, written off'],
} as const satisfies CodeWords;

export const LOAN_FACT = {
  payment: ['Pago', 'Payment'],
  tranche: ['Ampliación', 'Top-up'],
  plan: ['Plan de pagos', 'Payment plan'],
  flex: ['Pago flexible', 'Flex pay'],
  'write-off': ['Castigo', 'Write-off'],
  waiver: ['Condonación', 'Waiver'],
  refund: ['Devolución', 'Refund'],
} as const satisfies CodeWords;

export const LOAN_STATUS = {
  ORIGINATED: ['Firmado', 'Signed'],
  DISBURSING: ['En camino a la cuenta', 'On its way to the account'],
  DISBURSMENT_FAILED: ['El banco lo devolvió', 'The bank sent it back'],
  VOIDED: ['Anulado', 'Voided'],
  PERFORMING: ['Al día', 'Up to date'],
  PAST_DUE: ['Vencido', 'Overdue'],
  DEFAULTED: ['Más de 60 días de mora', 'More than 60 days late'],
  PAYMENT_PLAN: ['En plan de pagos', 'On a payment plan'],
  FLEX: ['En pago flexible', 'On flex pay'],
  PAID: ['Pagado', 'Paid off'],
  WRITTEN_OFF: ['Castigado', 'Written off'],
} as const satisfies CodeWords;

export const PAPER_TYPE = {
  CONTRACT: ['Contrato', 'Contract'],
  HOJA_RESUMEN: ['Hoja resumen', 'Summary sheet'],
  SCHEDULE: ['Cronograma', 'Schedule'],
  PRIVACY_NOTICE: ['Aviso de privacidad', 'Privacy notice'],
  CONSENT_RECEIPT: ['Constancia de consentimiento', 'Consent receipt'],
  DISBURSEMENT_RECEIPT: ['Constancia de desembolso', 'Payout receipt'],
  PAYMENT_RECEIPT: ['Constancia de pago', 'Payment receipt'],
  STATEMENT: ['Estado de cuenta', 'Statement'],
  PAYOFF_QUOTE: ['Cotización de cancelación', 'Payoff quote'],
  EXTENSION_ADDENDUM: ['Adenda de extensión', 'Extension addendum'],
  PLAN_AGREEMENT: ['Acuerdo de plan', 'Plan agreement'],
  FLEX_AGREEMENT: ['Acuerdo de pago flexible', 'Flex pay agreement'],
  TOPUP_ADDENDUM: ['Adenda de ampliación', 'Top-up addendum'],
  PAID_OFF_CERTIFICATE: ['Constancia de no adeudo', 'Paid-off certificate'],
  TAX_RECEIPT: ['Boleta de venta electrónica', 'Tax receipt (boleta)'],
  TAX_CREDIT_NOTE: ['Nota de crédito electrónica', 'Tax credit note'],
} as const satisfies CodeWords;

export const PAUSE_REASON = {
  COMPLAINT: ['Reclamo', 'Complaint'],
  BEREAVEMENT: ['Duelo', 'Bereavement'],
  FRAUD_CLAIM: ['Denuncia de fraude', 'Claim of fraud'],
} as const satisfies CodeWords;

export const PREPAYMENT_MODE = {
  REDUCE_TERM: ['Terminar antes', 'Fewer instalments'],
  REDUCE_INSTALLMENT: ['Bajar las cuotas', 'Smaller instalments'],
  ADVANCE: ['Adelanto de cuotas', 'Instalments in advance'],
} as const satisfies CodeWords;

export const PRODUCT_TYPE = {
  SINGLE_PAY: ['Un solo pago', 'Single payment'],
  INSTALLMENT: ['En cuotas', 'Instalments'],
} as const satisfies CodeWords;

export const USE_KIND = {
  ordinary: ['Común', 'Ordinary'],
  extension: ['Extensión', 'Extension'],
  arrangement: ['Acuerdo', 'Arrangement'],
  settlement: ['Liquidación', 'Settlement'],
} as const satisfies CodeWords;

/** A write-off that waits for a second account. */
export const WRITE_OFF = {
  PROPOSED: ['Propuesto: espera a otra cuenta', 'Proposed: waits for another account'],
} as const satisfies CodeWords;
