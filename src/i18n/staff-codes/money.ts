import type { CodeWords } from './code-words.ts';

export const AMOUNT_LINE = {
  unapplied: ['Sin identificar', 'Unidentified'],
  principal: ['Capital', 'Principal'],
  interest: ['Intereses', 'Interest'],
  fees: ['Comisiones', 'Fees'],
  moratory: ['Moratorio', 'Moratory'],
  paid: ['Pagado', 'Paid'],
  received: ['Recibido', 'Received'],
  lateInterest: ['Interés por el atraso', 'Interest for being late'],
  extensionInterest: ['Interés de la extensión', 'Interest of the extension'],
  techFee: ['Comisión tecnológica', 'Technology fee'],
  adminFee: ['Comisión de administración', 'Administration fee'],
  acceleratedAcceptanceFee: ['Comisión por aceptación rápida', 'Accelerated acceptance fee'],
  notaryFee: ['Gasto notarial', 'Notary fee'],
  extensionFee: ['Comisión de la extensión', 'Fee of the extension'],
  vat: ['IGV', 'IGV'],
  credit: ['Haber', 'Credit'],
  lateVat: ['IGV del interés por el atraso', 'IGV on the interest for being late'],
  extensionPrice: ['Precio de la extensión', 'Price of the extension'],
  laterDue: ['Por vencer', 'Due later'],
  minimums: ['Mínimos', 'Minimums'],
  discount: ['Descuento', 'Discount'],
  used: ['Usado', 'Used'],
  refunded: ['Devuelto', 'Refunded'],
} as const satisfies CodeWords;

export const AMOUNT_LINE_KIND = {
  rate: ['Tasa', 'Rate'],
  advance: ['Adelanto de cuotas', 'Instalments in advance'],
  share: ['Parte', 'Share'],
  parts: ['Partes', 'Parts'],
} as const satisfies CodeWords;

export const ARCHIVE_HELD = {
  'another-archive': ['Otro archivo', 'Another archive'],
  'another-database': ['Otra base de datos', 'Another database'],
  'older-books': ['Libros anteriores', 'Older books'],
} as const satisfies CodeWords;

export const BATCH_ITEM = {
  IN: ['Incluida', 'In'],
  OUT: ['Excluida', 'Out'],
  BEFORE: ['Ya enviada', 'Sent before'],
} as const satisfies CodeWords;

export const BATCH_STATUS = {
  WITHDRAWN: ['Retirado', 'Withdrawn'],
  MADE: ['Armado', 'Made'],
  RELEASED: ['Liberado', 'Released'],
  SENT: ['Enviado', 'Sent'],
} as const satisfies CodeWords;

export const CASH_ACCOUNT = {
  bank: ['Banco', 'Bank'],
  'psp-clearing': ['Cobros por liquidar', 'Provider clearing'],
} as const satisfies CodeWords;

export const EXTENSION_STATUS = {
  ACTIVE: ['Activo', 'Active'],
  EXPIRED: ['Vencido', 'Expired'],
  REVERSED: ['Revertido', 'Reversed'],
  QUOTED: ['Cotizado', 'Quoted'],
  PAYMENT_PENDING: ['Espera el pago', 'Waits for the payment'],
  APPLIED_AS_PAYMENT: ['Aplicado como pago', 'Applied as a payment'],
} as const satisfies CodeWords;

export const FAILURE_REASON = {
  refused: ['Rechazado', 'Refused'],
  'insufficient-funds': ['Sin fondos', 'Insufficient funds'],
  'expired-card': ['Tarjeta vencida', 'Expired card'],
  'invalid-card': ['Tarjeta inválida', 'Invalid card'],
  'wrong-security-code': ['CVV errado', 'Wrong security code'],
  'wrong-pin': ['Clave errada', 'Wrong PIN'],
  'not-permitted': ['No permitido', 'Not permitted'],
  'amount-not-permitted': ['Monto no permitido', 'Amount not permitted'],
  'contact-bank': ['Llamar al banco', 'Contact the bank'],
  'try-later': ['Probar después', 'Try later'],
  'our-side': ['Falla nuestra', 'Our side'],
  'no-such-credit': ['Sin abono', 'No such credit'],
  'loan-closed': ['Préstamo cerrado', 'Loan closed'],
  'amount-changed': ['Cambió el monto', 'Amount changed'],
  'payment-in-progress': ['Pago en proceso', 'Payment in progress'],
} as const satisfies CodeWords;

export const JOURNAL_KIND = {
  'disbursement-paid': ['Desembolso pagado', 'Payout paid'],
  'disbursement-ordered': ['Desembolso ordenado', 'Payout ordered'],
  'disbursement-confirmed': ['Desembolso confirmado', 'Payout confirmed'],
  'close-of-business': ['Cierre del día', 'Close of business'],
  'unapplied-funds': ['Fondos sin identificar', 'Unidentified funds'],
  'tax-declared': ['IGV declarado y pagado', 'IGV declared and paid'],
  payment: ['Pago', 'Payment'],
} as const satisfies CodeWords;

export const LEDGER_ACCOUNT = {
  'loan-principal': ['Capital de préstamos', 'Loan principal'],
  'disbursement-clearing': ['Desembolsos en tránsito', 'Payouts in transit'],
  bank: ['Banco', 'Bank'],
  'fees-receivable': ['Comisiones por cobrar', 'Fees receivable'],
  'igv-receivable': ['IGV por cobrar', 'IGV receivable'],
  'igv-payable': ['IGV por pagar', 'IGV payable'],
  'fee-income': ['Ingresos por comisiones', 'Fee income'],
  'unapplied-funds': ['Fondos sin identificar', 'Unidentified funds'],
  'interest-receivable': ['Intereses por cobrar', 'Interest receivable'],
  'interest-income': ['Ingresos por intereses', 'Interest income'],
  'moratory-receivable': ['Moratorio por cobrar', 'Moratory receivable'],
  'moratory-income': ['Ingresos moratorios', 'Moratory income'],
  'psp-clearing': ['Cobros por liquidar', 'Provider clearing'],
  'client-credit': ['Saldo a favor de clientes', 'Client credit'],
  'payouts-to-recover': ['Desembolsos por recuperar', 'Payouts to recover'],
  'psp-cost': ['Costo del proveedor', 'Provider cost'],
  'waiver-expense': ['Gasto por condonación', 'Waiver expense'],
  loss: ['Pérdida', 'Loss'],
  'recovery-income': ['Ingresos por recuperos', 'Recovery income'],
} as const satisfies CodeWords;

/** Reasons why money has no owner. */
export const CANDIDATE_REASON = {
  number: ['Número de préstamo en el texto', 'Number of the loan in the text'],
  name: ['Nombre que coincide', 'Name that fits'],
  amount: ['Monto igual', 'Equal amount'],
} as const satisfies CodeWords;

export const LINE_OUTCOME = {
  MATCHED: ['Identificada', 'Matched'],
  NOT_OPEN: ['Ya no estaba sin identificar', 'Not unidentified any more'],
  REFUSED: ['El préstamo no la recibe', 'The loan refuses it'],
} as const satisfies CodeWords;

export const MONEY_REASON = {
  'unknown-reference': ['La referencia no es de nadie', 'The reference is of nobody'],
  'amount-not-positive': ['El monto no es positivo', 'The amount is not positive'],
  'loan-not-disbursed': ['El préstamo no se desembolsó', 'The loan was not paid out'],
  'dated-in-the-future': ['Tiene fecha futura', 'It is dated in the future'],
  'dated-before-disbursement': ['Es anterior al desembolso', 'It is from before the payout'],
  'already-recorded': ['Ya estaba registrado', 'It was recorded already'],
} as const satisfies CodeWords;

export const MONEY_PROVIDER = {
  BANK: ['Banco', 'Bank'],
} as const satisfies CodeWords;

export const ORDER_KIND = {
  refund: ['Devolución', 'Refund'],
  disbursement: ['Desembolso', 'Payout'],
} as const satisfies CodeWords;

export const PAYMENT_ACTION = {
  CARD_FORM: ['Formulario de tarjeta', 'Card form'],
  CODE: ['Código', 'Code'],
  TRANSFER: ['Transferencia', 'Transfer'],
} as const satisfies CodeWords;

export const PAYMENT_EVENT = {
  expired: ['Venció sin pago', 'Ran out unpaid'],
  cancelled: ['Anulado', 'Cancelled'],
  'no-such-credit': ['Sin abono', 'No such credit'],
  'shown-to-customer': ['Mostrado al cliente', 'Shown to the client'],
  'authorisation-sent': ['Autorización enviada', 'Authorisation sent'],
  declined: ['Rechazado', 'Declined'],
  'no-answer': ['Sin respuesta', 'No answer'],
  'voucher-sent': ['Constancia enviada', 'Voucher sent'],
  'money-proved': ['Dinero comprobado', 'Money proved'],
  'refund-ordered': ['Devolución ordenada', 'Refund ordered'],
  'refund-paid': ['Devolución pagada', 'Refund paid'],
  'refund-refused': ['Devolución rechazada', 'Refund refused'],
  disputed: ['En disputa', 'Disputed'],
  'dispute-won': ['Disputa ganada', 'Dispute won'],
  'dispute-won-after-refund': ['Disputa ganada tras devolver', 'Dispute won after a refund'],
  'dispute-lost': ['Disputa perdida', 'Dispute lost'],
} as const satisfies CodeWords;

export const PAYMENT_METHOD = {
  NIUBIZ: ['Tarjeta (Niubiz)', 'Card (Niubiz)'],
  PAGOEFECTIVO: ['PagoEfectivo', 'PagoEfectivo'],
  YAPE: ['Yape', 'Yape'],
  PLIN: ['Plin', 'Plin'],
  BCP_AGENTE: ['Agente BCP', 'BCP agent'],
  VIABCP: ['App o web del BCP', 'BCP app or website'],
  MANUAL: ['Transferencia', 'Transfer'],
} as const satisfies CodeWords;

export const SETTLEMENT_PROVIDER = {
  NIUBIZ: ['Niubiz', 'Niubiz'],
  PAGOEFECTIVO: ['PagoEfectivo', 'PagoEfectivo'],
} as const satisfies CodeWords;

export const PAYMENT_OUTCOME = {
  PARTIAL: ['Pago parcial', 'Partial'],
  EXACT: ['Exacto', 'Exact'],
  OVERPAID: ['Pagó de más', 'Overpaid'],
} as const satisfies CodeWords;

export const PAYMENT_PURPOSE = {
  INSTALLMENT: ['En cuotas', 'Instalments'],
  FLEX: ['En pago flexible', 'On flex pay'],
  PAYOFF: ['Cancelación total', 'Payoff'],
  DUE: ['Por pagar', 'Due'],
  PARTIAL: ['Pago parcial', 'Partial'],
  PREPAY: ['Pago adelantado', 'Early payment'],
  EXTENSION: ['Extensión', 'Extension'],
  PLAN_PAYMENT: ['Cuota del plan', 'Plan payment'],
} as const satisfies CodeWords;

export const PAYMENT_STATUS = {
  CANCELLED: ['Anulado', 'Cancelled'],
  EXPIRED: ['Vencido', 'Expired'],
  CREATED: ['Creado', 'Created'],
  PENDING_CUSTOMER: ['Espera al cliente', 'Waits for the client'],
  PROCESSING: ['En proceso', 'In process'],
  UNKNOWN: ['Sin respuesta', 'Unknown'],
  IN_REVIEW: ['En revisión', 'In review'],
  SUCCEEDED: ['Pagado', 'Paid'],
  FAILED: ['Fallido', 'Failed'],
  REFUND_PENDING: ['Devolución en camino', 'Refund on its way'],
  REFUNDED: ['Devuelto', 'Refunded'],
  DISPUTED: ['En disputa', 'Disputed'],
  REVERSED: ['Revertido', 'Reversed'],
} as const satisfies CodeWords;

export const PAYOUT_KIND = {
  loan: ['Préstamo', 'Loan'],
  'top-up': ['Ampliación', 'Top-up'],
  'refund of credit': ['Devolución del saldo', 'Refund of credit'],
  'refund of a payment': ['Devolución de un pago', 'Refund of a payment'],
} as const satisfies CodeWords;

export const PAYOUT_STATE = {
  waiting: ['todavía no', 'not yet'],
  failed: ['Fallido', 'Failed'],
  paid: ['Pagado', 'Paid'],
  cancelled: ['Anulado', 'Cancelled'],
} as const satisfies CodeWords;

export const PAYOUT_STATUS = {
  SENT: ['Enviado', 'Sent'],
  REJECTED: ['Rechazado', 'Rejected'],
  QUEUED: ['En cola', 'Queued'],
  CANCELLED: ['Anulado', 'Cancelled'],
  SENDING: ['Enviándose', 'Being sent'],
  CONFIRMED: ['Confirmado', 'Confirmed'],
} as const satisfies CodeWords;

export const PERIOD = {
  DAY: ['Último día cerrado', 'Last closed day'],
  MONTH: ['Mes hasta ese día', 'Month to that day'],
  MONTH_BEFORE: ['Mes anterior, hasta el mismo día', 'Month before, to the same day'],
} as const satisfies CodeWords;

export const REFUND_KIND = {
  CREDIT: ['Saldo a favor', 'Credit of the client'],
  PAYMENT: ['De un pago', 'Of a payment'],
} as const satisfies CodeWords;

/** The way by which a refund goes. */
export const REFUND_WAY = {
  CARD: ['A la tarjeta', 'To the card'],
  BANK: ['A la cuenta', 'To the account'],
} as const satisfies CodeWords;

export const REFUND_STATUS = {
  REJECTED: ['Rechazada', 'Rejected'],
  PAID: ['Pagada', 'Paid'],
  SENT: ['Enviada', 'Sent'],
  QUEUED: ['En cola', 'Queued'],
  SENDING: ['Enviándose', 'Being sent'],
} as const satisfies CodeWords;

export const SALES_CHANNEL = {
  web: ['Web', 'Web'],
} as const satisfies CodeWords;

export const TAX_KIND = {
  receipt: ['Boleta de venta', 'Receipt (boleta)'],
  'credit-note': ['Nota de crédito', 'Credit note'],
} as const satisfies CodeWords;

export const TAX_STATUS = {
  READY: ['Por enviar', 'To be sent'],
  SENT: ['Enviado, sin respuesta', 'Sent, no answer yet'],
  ACCEPTED: ['Aceptado', 'Accepted'],
  OBSERVED: ['Aceptado con observaciones', 'Accepted with observations'],
  REFUSED: ['Rechazado', 'Refused'],
  REPLACED: ['Reemplazado por otro', 'Replaced by another'],
} as const satisfies CodeWords;

export const TAX_OUTCOME = {
  ACCEPTED: ['Aceptado', 'Accepted'],
  OBSERVED: ['Aceptado con observaciones', 'Accepted with observations'],
  REFUSED: ['Rechazado', 'Refused'],
  TICKET: ['Recibido, con número de ticket', 'Taken in, with a ticket'],
  WAITING: ['En proceso', 'Being worked on'],
  UNKNOWN: ['Sin respuesta', 'No answer'],
  RESENT: ['Se pidió enviarlo otra vez', 'Asked to be sent again'],
} as const satisfies CodeWords;

/** Catalogue 09 of SUNAT, as a credit note of a boleta may have them. */
export const CREDIT_NOTE_REASON = {
  '01': ['Anulación de la operación', 'Cancelled'],
  '06': ['Devolución total', 'All of it taken back'],
  '07': ['Devolución por ítem', 'Lines taken back'],
  '09': ['Disminución en el valor', 'Lowered'],
} as const satisfies CodeWords;
