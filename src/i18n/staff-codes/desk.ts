import type { CodeWords } from './code-words.ts';

export const ACTOR = {
  client: ['Cliente', 'Client'],
  engine: ['Motor', 'Engine'],
  clock: ['Reloj', 'Clock'],
  consumer: ['Quien reclama', 'Whoever complains'],
  provider: ['Proveedor', 'Provider'],
  machine: ['Un programa', 'A program'],
  'operator:machine': ['Un programa', 'A program'],
} as const satisfies CodeWords;

export const ANSWER_CHANNEL = {
  EMAIL: ['Correo', 'E-mail'],
  POSTAL: ['Por carta', 'By letter'],
} as const satisfies CodeWords;

export const CHAIN = {
  intact: ['Íntegro', 'Intact'],
  broken: ['Roto', 'Broken'],
} as const satisfies CodeWords;

export const CHANNEL_OF_CLIENT = {
  EMAIL: ['Correo', 'E-mail'],
  PHONE: ['Teléfono', 'Telephone'],
} as const satisfies CodeWords;

export const COLLEAGUE_STATUS = {
  ACTIVE: ['Activo', 'Active'],
  CLOSED: ['Cerrado', 'Closed'],
  EXPIRED: ['Invitación vencida', 'Invitation ran out'],
  LOCKED: ['Bloqueado', 'Locked'],
  INVITED: ['Invitado', 'Invited'],
} as const satisfies CodeWords;

export const COMPLAINT_DOCUMENT = {
  DNI: ['DNI', 'DNI'],
  CE: ['Carné de extranjería', 'Foreigner’s card'],
  PASSPORT: ['Pasaporte', 'Passport'],
} as const satisfies CodeWords;

export const COMPLAINT_EVENT = {
  note: ['Nota', 'Note'],
  answer: ['Respuesta', 'Answer'],
  alert: ['Aviso', 'Alert'],
  filed: ['Presentado', 'Filed'],
  assign: ['Asignado', 'Assigned'],
  settle: ['Acuerdo', 'Settlement'],
  close: ['Cierre', 'Close'],
} as const satisfies CodeWords;

export const COMPLAINT_STATUS = {
  CLOSED: ['Cerrado', 'Closed'],
  RECEIVED: ['Recibido', 'Received'],
  ASSIGNED: ['En revisión', 'Under review'],
  ANSWERED: ['Respondido', 'Answered'],
  SETTLED: ['Con acuerdo', 'Settled'],
} as const satisfies CodeWords;

export const COMPLAINT_TYPE = {
  RECLAMO: ['Reclamo', 'Claim'],
  QUEJA: ['Queja', 'Complaint'],
} as const satisfies CodeWords;

export const DOCUMENT_TYPE = {
  DNI: ['DNI', 'DNI'],
  CE: ['Carné de extranjería', 'Foreigner’s card'],
} as const satisfies CodeWords;

export const EXPORT_FORMAT = {
  csv: ['CSV', 'CSV'],
  ndjson: ['NDJSON', 'NDJSON'],
} as const satisfies CodeWords;

export const FLAG_KIND = {
  phone: ['Teléfono', 'Telephone'],
  document: ['Documento', 'Document'],
  cci: ['CCI', 'CCI'],
  device: ['Dispositivo', 'Device'],
  address: ['Dirección', 'Address'],
} as const satisfies CodeWords;

export const FLAG_STATE = {
  OPEN: ['Abierto', 'Open'],
  LIFTED: ['Levantado', 'Lifted'],
} as const satisfies CodeWords;

export const GOOD = {
  SERVICE: ['Servicio', 'Service'],
  PRODUCT: ['Producto', 'Product'],
} as const satisfies CodeWords;

/** Who added a holiday, beside the logins of colleagues. */
export const HOLIDAY_SOURCE = {
  seed: ['De fábrica', 'Came with the product'],
} as const satisfies CodeWords;

export const LANGUAGE = {
  es: ['Español', 'Spanish'],
  en: ['Inglés', 'English'],
} as const satisfies CodeWords;

/** Orders of a list. */
export const LIST_ORDER = {
  NEWEST: ['Lo último primero', 'The newest first'],
  OLDEST: ['Lo más antiguo primero', 'The oldest first'],
  LARGEST: ['El monto mayor primero', 'The largest amount first'],
} as const satisfies CodeWords;

/** Kinds of things that acts and tasks are about, as they stand before an id: `money:0189…`. */
export const SUBJECT_KIND: CodeWords = {
  application: ['Solicitud', 'Application'],
  bank: ['Banco', 'Bank'],
  'bank-answer': ['Respuesta del banco', 'Answer of the bank'],
  'bank-line': ['Línea del banco', 'Line of the bank'],
  'business-date': ['Día contable', 'Business date'],
  channel: ['Canal', 'Channel'],
  client: ['Cliente', 'Client'],
  colleague: ['Colega', 'Colleague'],
  passkey: ['Llave de acceso', 'Passkey'],
  complaint: ['Reclamo', 'Complaint'],
  'data-request': ['Pedido sobre datos', 'Data request'],
  disbursement: ['Desembolso', 'Payout'],
  fraud: ['Alerta de fraude', 'Fraud flag'],
  'fraud-flag': ['Alerta de fraude', 'Fraud flag'],
  holiday: ['Feriado', 'Holiday'],
  loan: ['Préstamo', 'Loan'],
  money: ['Abono', 'Credit'],
  parameter: ['Parámetro', 'Parameter'],
  payment: ['Pago', 'Payment'],
  payout: ['Desembolso', 'Payout'],
  'payout-archive': ['Archivo de órdenes', 'Archive of orders'],
  'payout-batch': ['Lote', 'Batch'],
  person: ['Cliente', 'Client'],
  product: ['Producto', 'Product'],
  provider: ['Proveedor', 'Provider'],
  service: ['Servicio', 'Service'],
  task: ['Tarea', 'Task'],
  'tax-document': ['Comprobante', 'Tax document'],
  'tax-month': ['Mes', 'Month'],
  unapplied: ['Dinero sin identificar', 'Money without owner'],
  webhook: ['Mensaje de proveedor', 'Message of a provider'],
};

export const PERSON_STATUS = {
  ACTIVE: ['Activo', 'Active'],
  CLOSING: ['En cierre', 'Closing'],
  CLOSED: ['Cerrado', 'Closed'],
} as const satisfies CodeWords;

export const PROPOSAL_STATUS = {
  WITHDRAWN: ['Retirado', 'Withdrawn'],
  PROPOSED: ['Propuesto', 'Proposed'],
  APPROVED: ['Aprobado', 'Approved'],
  REJECTED: ['Rechazado', 'Rejected'],
} as const satisfies CodeWords;

/** Whether a role may do an act. */
export const PERMISSION = {
  MAY: ['Sí', 'Yes'],
} as const satisfies CodeWords;

/** Folders with files about clients. */
export const DATA_FOLDER = {
  bank: ['Archivos del banco', "The bank's files"],
  tax: ['Comprobantes electrónicos', 'Tax documents'],
  backup: ['Copias de la base de datos', 'Copies of the database'],
} as const satisfies CodeWords;

export const REQUEST_STATUS = {
  DONE: ['Hecho', 'Done'],
  DENIED: ['Denegado', 'Denied'],
} as const satisfies CodeWords;

export const REQUEST_TYPE = {
  ACCESS: ['Saber qué tienen sobre mí', 'To know what you have about me'],
  PORTABILITY: ['Llevarme mis datos', 'To take my data with me'],
  RECTIFICATION: ['Corregir algo', 'To correct something'],
  CANCELLATION: ['Borrar algo', 'To delete something'],
  OPPOSITION: ['Oponerme a un uso', 'To object to a use'],
} as const satisfies CodeWords;

export const ROLE = {
  support: ['Soporte', 'Support'],
  underwriter: ['Evaluación', 'Underwriting'],
  collections: ['Cobranza', 'Collections'],
  finance: ['Finanzas', 'Finance'],
  compliance: ['Cumplimiento', 'Compliance'],
  admin: ['Administración', 'Admin'],
} as const satisfies CodeWords;

/** Whether an act takes a second account. */
export const SECOND_ACCOUNT = {
  always: ['Siempre', 'Always'],
  sometimes: ['Según el caso', 'It depends'],
} as const satisfies CodeWords;

export const SOLUTION = {
  ACCEPTED: ['Aceptado', 'Accepted'],
  PARTIAL: ['Aceptado en parte', 'Accepted in part'],
  REJECTED: ['Rechazado', 'Rejected'],
} as const satisfies CodeWords;

export const SUPPORT_MODE = {
  READ_ONLY: ['Solo mirar', 'Look only'],
  ASSIST: ['Ayudar', 'Assist'],
} as const satisfies CodeWords;

export const TASK_KIND = {
  complaint: ['Reclamo', 'Complaint'],
  'application-review': ['Solicitud por revisar', 'Application to review'],
  'application-second-person': ['Solicitud: falta otra persona', 'Application: a second person'],
  'data-request': ['Pedido sobre datos', 'Data request'],
  'disbursement-failed': ['Desembolso devuelto', 'Payout sent back'],
  'dispute-open': ['Disputa abierta', 'Open dispute'],
  'money-unapplied': ['Dinero sin identificar', 'Unidentified money'],
  'parameter-proposal': ['Parámetro propuesto', 'Proposed parameter'],
  'payment-unknown': ['Pago sin respuesta', 'Payment without an answer'],
  'payout-batch': ['Lote por liberar', 'Batch to release'],
  'payout-flagged': ['Desembolso con alerta', 'Flagged payout'],
  'phone-recovery': ['Teléfono perdido', 'Lost telephone'],
  'second-account': ['Falta otra cuenta', 'A second account'],
  'settlement-due': ['Liquidación pendiente', 'Settlement due'],
  'visitor-data-request': ['Pedido sobre datos, sin cuenta', 'Data request, no account'],
  'voucher-in-review': ['Constancia por revisar', 'Voucher to review'],
  'write-off-proposal': ['Castigo propuesto', 'Proposed write-off'],
  'address-refused': ['La dirección no recibe mensajes', 'Address takes no messages'],
  'amounts-differ': ['Montos distintos', 'Amounts differ'],
  'bank-answer-failing': ['Respuesta del banco que falla', 'Bank answer failing'],
  'bank-answer-unread': ['Respuesta del banco sin leer', 'Bank answer unread'],
  'chargeback-beyond-payment': ['Contracargo mayor que el pago', 'Chargeback above the payment'],
  'codes-above-usual': ['Más códigos de lo normal', 'More codes than usual'],
  'colleague-guessed': ['Prueban la clave de un colega', 'Guesses at a colleague'],
  'colleague-passkey': ['Llave nueva de un colega', 'New passkey of a colleague'],
  'contact-change-stuck': ['Cambio de contacto detenido', 'Contact change stuck'],
  'credit-taken-back': ['Abono retirado', 'Credit taken back'],
  'disbursement-stopped': ['Desembolso detenido', 'Payout stopped'],
  'figures-missing': ['Faltan cifras', 'Figures missing'],
  'letter-given-up': ['Carta sin entregar', 'Letter not delivered'],
  'messages-refused': ['Rechazan nuestros mensajes', 'Our messages are refused'],
  'payment-not-told': ['Pago sin avisar', 'Payment not told'],
  'payout-came-back': ['Desembolso que volvió', 'Payout came back'],
  'payout-not-found': ['Desembolso sin rastro', 'Payout not found'],
  'payout-not-owed': ['Desembolso de más', 'Payout not owed'],
  'payout-paid-late': ['Desembolso tardío', 'Payout paid late'],
  'payouts-held': ['Desembolsos detenidos', 'Payouts held'],
  'product-closed': ['Producto cerrado', 'Product closed'],
  'refund-unknown': ['Devolución sin respuesta', 'Refund without an answer'],
  'statement-differs': ['El estado de cuenta difiere', 'Statement differs'],
  'tax-certificate-ends': ['Vence el certificado digital', 'Digital certificate ends'],
  'tax-document-refused': ['SUNAT rechazó un comprobante', 'Tax document refused'],
  'tax-document-unsent': ['Comprobante sin respuesta', 'Tax document without an answer'],
  'tax-not-issued': ['No se emiten comprobantes', 'No tax document is issued'],
  'uncaught-error': ['Error del programa', 'Error in the program'],
  'voucher-named-twice': ['Constancia repetida', 'Voucher named twice'],
  'webhook-failing': ['Aviso del proveedor que falla', 'Provider notice failing'],
  'webhook-not-understood': ['Aviso que no se entiende', 'Notice not understood'],
} as const satisfies CodeWords;

export const TASK_STATUS = {
  DONE: ['Hecho', 'Done'],
} as const satisfies CodeWords;

export const YES_NO = {
  yes: ['Sí', 'Yes'],
  no: ['No', 'No'],
} as const satisfies CodeWords;

/** Kinds of things that the search finds. */
export const HIT_KIND = {
  client: ['Cliente', 'Client'],
  loan: ['Préstamo', 'Loan'],
  application: ['Solicitud', 'Application'],
  complaint: ['Reclamo', 'Complaint'],
  payment: ['Pago', 'Payment'],
  unapplied: ['Dinero sin identificar', 'Unidentified money'],
} as const satisfies CodeWords;
