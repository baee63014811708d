import type { CodeWords } from './code-words.ts';

export const ACT_OUTCOME = {
  done: ['Hecho', 'Done'],
  'second-needed': ['Falta otra cuenta', 'Another account is needed'],
} as const satisfies CodeWords;

export const APPLICATION_EVENT = {
  inquiry: ['Solicitud iniciada', 'Begun'],
  reminded: ['Se le recordó seguir', 'Reminded to go on'],
  vote: ['Primer voto', 'First vote'],
  'personal-submitted': ['Datos personales enviados', 'Personal data sent'],
  'financial-submitted': ['Datos económicos enviados', 'Financial data sent'],
  'device-submitted': ['Dispositivo leído', 'Device read'],
  referred: ['Pasó a una persona', 'Left to a person'],
  'approved-new': ['Aprobada', 'Approved'],
  'went-back': ['Volvió atrás', 'Went back'],
  rejected: ['Rechazado', 'Rejected'],
  'review-requested': ['Pidió una revisión', 'Asked for a review'],
  'approved-repeated': ['Aprobada otra vez', 'Approved again'],
  'information-requested': ['Se pidió información', 'Information asked for'],
  'scoring-timed-out': ['Evaluación sin respuesta', 'Scoring timed out'],
  'information-to-scoring': ['Información recibida', 'Information received'],
  'information-to-review': ['Información por revisar', 'Information to look at'],
  'information-overdue': ['Información fuera de plazo', 'Information overdue'],
  'offer-changed': ['Oferta cambiada', 'Offer changed'],
  'offer-accepted': ['Oferta aceptada', 'Offer accepted'],
  'offer-declined': ['Oferta rechazada', 'Offer declined'],
  'offer-expired': ['Oferta vencida', 'Offer expired'],
  'returned-to-offer': ['Volvió a la oferta', 'Back to the offer'],
  'returned-to-offer-repeated': ['Volvió a la oferta repetida', 'Back to the repeated offer'],
  'agreement-renewed': ['Contrato renovado', 'Agreement renewed'],
  'agreement-signed': ['Contrato firmado', 'Agreement signed'],
  'disbursement-confirmed': ['Desembolso confirmado', 'Payout confirmed'],
  'disbursement-rejected': ['Desembolso rechazado', 'Payout rejected'],
  'loan-voided': ['Préstamo anulado', 'Loan voided'],
  cancelled: ['Anulado', 'Cancelled'],
  'idle-expired': ['Vencida sin uso', 'Expired idle'],
  'fraud-flagged': ['Marcada como fraude', 'Flagged as fraud'],
} as const satisfies CodeWords;

export const APPLICATION_STAGE = {
  REJECTED: ['Rechazada', 'Rejected'],
  PERSONAL: ['Datos personales', 'Personal data'],
  FINANCIAL: ['Datos económicos', 'Financial data'],
  DEVICE: ['Dispositivo', 'Device'],
  SCORING: ['Evaluación', 'Scoring'],
  MANUAL_REVIEW: ['La revisa una persona', 'A person looks at it'],
  INFO_MISSING: ['Falta información', 'Information missing'],
  OFFER: ['Oferta', 'Offer'],
  OFFER_REPEATED: ['Oferta repetida', 'Offer repeated'],
  AGREEMENT: ['Por firmar', 'To be signed'],
  ISSUING: ['Por desembolsar', 'Being paid out'],
  DONE: ['Terminada', 'Finished'],
  CANCELLED: ['Anulada', 'Cancelled'],
  EXPIRED: ['Vencida', 'Expired'],
} as const satisfies CodeWords;

/** An act that two accounts vote on. */
export const APPLICATION_VOTE = {
  approve: ['Aprobar', 'To approve'],
  fraud: ['Marcar como fraude', 'To flag as fraud'],
} as const satisfies CodeWords;

export const BANK_ACCOUNT_TYPE = {
  SAVINGS: ['Ahorros', 'Savings'],
  SALARY: ['Sueldo', 'Salary'],
  CHECKING: ['Corriente', 'Checking'],
} as const satisfies CodeWords;

/** A figure that differs between the agreement that was shown and the one of today. */
export const CHANGED_FIGURE = {
  dueDate: ['Fecha de pago', 'Due date'],
  total: ['Total a pagar', 'Total to pay'],
  tcea: ['TCEA', 'TCEA'],
  schedule: ['Cronograma', 'Schedule'],
} as const satisfies CodeWords;

export const CHECK_FINDING = {
  MATCH: ['Coincide', 'Match'],
  MISMATCH: ['No coincide', 'Mismatch'],
  NOT_FOUND: ['No encontrado', 'Not found'],
  REPORT: ['Informe', 'Report'],
  NOT_ASKED: ['No se preguntó', 'Not asked'],
  NO_ANSWER: ['Sin respuesta', 'No answer'],
} as const satisfies CodeWords;

export const CHECK_KIND = {
  identity: ['Identidad', 'Identity'],
  'account-holder': ['Titular de la cuenta', 'Holder of the account'],
  bureau: ['Central de riesgo', 'Credit bureau'],
} as const satisfies CodeWords;

export const CHECK_POLICY = {
  NEVER: ['Nunca', 'Never'],
  WITH_PROVIDER: ['Con proveedor', 'With a provider'],
  ALWAYS: ['Siempre', 'Always'],
} as const satisfies CodeWords;

export const CONCERN = {
  fraud_flag: ['Alerta de fraude', 'Fraud flag'],
  score_below_threshold: ['Puntaje bajo', 'Score too low'],
  device_review: ['Dispositivo por revisar', 'Device to look at'],
  device_unavailable: ['Sin dato del dispositivo', 'Device not read'],
  shared_cci: ['CCI de otro cliente', 'CCI of another client'],
  shared_phone: ['Teléfono de otro cliente', 'Telephone of another client'],
  same_name_and_birth_date: ['Mismo nombre y nacimiento', 'Same name and birth date'],
  many_applications: ['Muchas solicitudes', 'Many applications'],
  was_late: ['Tuvo atrasos', 'Was late'],
  identity_to_confirm: ['Identidad por confirmar', 'Identity to confirm'],
  identity_mismatch: ['La identidad no coincide', 'Identity does not match'],
  identity_unanswered: ['Identidad sin respuesta', 'Identity not answered'],
  account_of_another: ['Cuenta de otra persona', 'Account of another'],
  account_unanswered: ['Cuenta sin respuesta', 'Account not answered'],
  bureau_unanswered: ['Central sin respuesta', 'Bureau not answered'],
  politically_exposed: ['Persona expuesta políticamente', 'Politically exposed'],
  same_picture: ['Misma foto', 'Same picture'],
} as const satisfies CodeWords;

export const DECISION = {
  APPROVE: ['Aprobar', 'Approve'],
  REFER: ['A revisión', 'To a person'],
  NEED_INFO: ['Pedir información', 'Ask for more'],
  REJECT: ['Rechazar', 'Reject'],
} as const satisfies CodeWords;

export const DECLARATION = {
  POLITICALLY_EXPOSED: ['Persona expuesta políticamente', 'Politically exposed'],
} as const satisfies CodeWords;

export const DEVICE_OUTCOME = {
  ALLOW: ['Permite', 'Allow'],
  REVIEW: ['Revisar', 'Review'],
  DENY: ['Niega', 'Deny'],
  UNAVAILABLE: ['No disponible', 'Unavailable'],
} as const satisfies CodeWords;

export const DEVICE_READING = {
  ok: ['Leído', 'Read'],
  blocked: ['Bloqueado', 'Blocked'],
  timeout: ['Sin respuesta', 'No answer'],
} as const satisfies CodeWords;

export const FEE = {
  techFee: ['Comisión tecnológica', 'Technology fee'],
  adminFee: ['Comisión de administración', 'Administration fee'],
  acceleratedAcceptanceFee: ['Comisión por aceptación rápida', 'Accelerated acceptance fee'],
} as const satisfies CodeWords;

export const FEE_KIND = {
  flat: ['Fijo', 'Flat'],
  perInstallment: ['Por cuota', 'Per instalment'],
  spread: ['Repartido', 'Spread'],
} as const satisfies CodeWords;

export const INCOME_LENGTH = {
  LT_3M: ['Menos de 3 meses', 'Less than 3 months'],
  '3_6M': ['De 3 a 6 meses', '3 to 6 months'],
  '6_12M': ['De 6 a 12 meses', '6 to 12 months'],
  '1_3Y': ['De 1 a 3 años', '1 to 3 years'],
  GT_3Y: ['Más de 3 años', 'More than 3 years'],
} as const satisfies CodeWords;

export const INCOME_SOURCE = {
  OTHER: ['Otra cosa', 'Something else'],
  EMPLOYEE: ['En planilla', 'Employee'],
  INDEPENDENT_RXH: ['Recibos por honorarios', 'Independent'],
  BUSINESS_RUC: ['Negocio con RUC', 'Business with RUC'],
  INFORMAL: ['Informal', 'Informal'],
  PENSION: ['Pensión', 'Pension'],
  REMITTANCE: ['Remesas', 'Remittances'],
} as const satisfies CodeWords;

/** A client's reason for cancelling an application or declining an offer. */
export const GIVING_UP_REASON = {
  TOO_EXPENSIVE: ['Es muy caro', 'Too expensive'],
  AMOUNT_TOO_LOW: ['Necesita más', 'Needs more'],
  TERM_DOES_NOT_FIT: ['Las fechas no le convienen', 'The dates do not suit'],
  NO_LONGER_NEEDED: ['Ya no lo necesita', 'No longer needed'],
  FOUND_ANOTHER_LOAN: ['Encontró otro préstamo', 'Found another loan'],
  TOO_MANY_QUESTIONS: ['Demasiadas preguntas', 'Too many questions'],
  OTHER: ['Otra cosa', 'Something else'],
} as const satisfies CodeWords;

export const MISSING_ITEM = {
  bank_account: ['Cuenta bancaria', 'Bank account'],
  call: ['Llamada', 'Call'],
  income_proof: ['Comprobante de ingresos', 'Proof of income'],
  address_proof: ['Comprobante de domicilio', 'Proof of address'],
  dni_front: ['Documento por delante', 'Front of the document'],
  dni_back: ['Documento por detrás', 'Back of the document'],
  selfie: ['Foto de la cara', 'Photo of the face'],
  other_document: ['Otro documento', 'Other document'],
  employer_phone: ['Teléfono del empleador', 'Telephone of the employer'],
  alternative_phone: ['Otro teléfono', 'Other telephone'],
  own_account: ['Cuenta propia', 'Own account'],
} as const satisfies CodeWords;

export const PICTURE_TYPE = {
  DNI_FRONT: ['Documento por delante', 'Front of the document'],
  DNI_BACK: ['Documento por detrás', 'Back of the document'],
  SELFIE: ['Foto de la cara', 'Photo of the face'],
  INCOME_PROOF: ['Comprobante de ingresos', 'Proof of income'],
  ADDRESS_PROOF: ['Comprobante de domicilio', 'Proof of address'],
  OTHER: ['Otra cosa', 'Something else'],
} as const satisfies CodeWords;

export const REJECTION_REASON = {
  affordability: ['Los ingresos no alcanzan', 'The income is not enough'],
  existing_overdue: ['Debe algo vencido', 'Owes something overdue'],
  credit_history: ['Historial crediticio', 'Credit history'],
  identity_not_confirmed: ['No se confirmó quién es', 'Who it is was not confirmed'],
  document_unreadable: ['El documento no se lee', 'The document cannot be read'],
  policy_age: ['Edad', 'Age'],
  policy_income_source: ['Fuente de ingresos', 'Source of income'],
  duplicate_application: ['Solicitud repetida', 'Applied twice'],
  blocked_region: ['Zona sin atención', 'Region not served'],
  verification_failed: ['No se pudo verificar', 'Could not be verified'],
} as const satisfies CodeWords;

export const RELATIONSHIP = {
  OTHER: ['Otra cosa', 'Something else'],
  PARENT: ['Padre o madre', 'Parent'],
  SIBLING: ['Hermano', 'Sibling'],
  SPOUSE: ['Cónyuge', 'Spouse'],
  CHILD: ['Hijo', 'Child'],
  FRIEND: ['Amigo', 'Friend'],
  COLLEAGUE: ['Colega', 'Colleague'],
} as const satisfies CodeWords;

export const REQUIRED_FIELD = {
  streetType: ['Tipo de vía', 'Type of street'],
  residenceStatus: ['Vivienda', 'Home'],
  timeAtAddressMonths: ['Tiempo en la dirección, meses', 'Time at the address, months'],
  lengthOfIncome: ['Antigüedad del ingreso', 'Length of income'],
  employerName: ['Empleador', 'Employer'],
  monthlyExpenses: ['Gastos mensuales', 'Monthly expenses'],
  otherLoanPayments: ['Cuotas de otros préstamos', 'Payments of other loans'],
  monthlyFree: ['Libre al mes', 'Free each month'],
  payday: ['Día de pago', 'Payday'],
  bankAccountType: ['Tipo de cuenta', 'Type of account'],
} as const satisfies CodeWords;

export const REQUIRED_PAPER = {
  'identity-pictures': ['Fotos de identidad', 'Pictures of identity'],
  'income-proof': ['Comprobante de ingresos', 'Proof of income'],
} as const satisfies CodeWords;

export const RESIDENCE = {
  OTHER: ['Otra cosa', 'Something else'],
  OWNER: ['Propia', 'Owned'],
  FAMILY: ['De la familia', 'Of the family'],
  RENTED: ['Alquilada', 'Rented'],
  MORTGAGED: ['Hipotecada', 'Mortgaged'],
} as const satisfies CodeWords;

/** Rules of the engine (underwriting/rules.ts). */
export const RULE = {
  age: ['Edad', 'Age'],
  'overdue-here': ['Debe algo vencido aquí', 'Owes something overdue here'],
  'payment-history': ['Historial de pagos aquí', 'Payment history here'],
  region: ['Zona', 'Region'],
  'income-source': ['Fuente de ingresos', 'Source of income'],
  duplicate: ['Solicitud repetida', 'Applied twice'],
  device: ['Dispositivo', 'Device'],
  'shared-cci': ['CCI de otro cliente', 'CCI of another client'],
  'shared-phone': ['Teléfono de otro cliente', 'Telephone of another client'],
  velocity: ['Muchas solicitudes', 'Many applications'],
  'politically-exposed': ['Persona expuesta políticamente', 'Politically exposed'],
  'same-picture': ['Misma foto', 'Same picture'],
  'fraud-memory': ['Alerta de fraude', 'Fraud flag'],
  identity: ['Identidad', 'Identity'],
  'identity-pictures': ['Fotos de identidad', 'Pictures of identity'],
  'identity-check': ['Consulta de identidad', 'Check of identity'],
  'account-holder': ['Titular de la cuenta', 'Holder of the account'],
  bureau: ['Central de riesgo', 'Credit bureau'],
  affordability: ['Capacidad de pago', 'Affordability'],
  'income-proof': ['Comprobante de ingresos', 'Proof of income'],
  score: ['Puntaje', 'Score'],
} as const satisfies CodeWords;

export const SCORE_LINE = {
  device: ['Dispositivo', 'Device'],
  history: ['Historia', 'History'],
  bureau: ['Central de riesgo', 'Credit bureau'],
  incomeSource: ['Fuente de ingresos', 'Source of income'],
  incomeLength: ['Antigüedad del ingreso', 'Length of income'],
  residence: ['Vivienda', 'Home'],
  timeAtAddress: ['Tiempo en la dirección', 'Time at the address'],
  burden: ['Carga', 'Burden'],
} as const satisfies CodeWords;

export const STREET_TYPE = {
  OTHER: ['Otra cosa', 'Something else'],
  AV: ['Avenida', 'Avenue'],
  JR: ['Jirón', 'Jirón'],
  CA: ['Calle', 'Street'],
  PSJE: ['Pasaje', 'Passage'],
  URB: ['Urbanización', 'Urbanización'],
  MZ: ['Manzana', 'Block'],
} as const satisfies CodeWords;
