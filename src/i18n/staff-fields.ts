import { STAFF_GROUPS, type StaffWords } from './staff-acts.ts';
import { APPLICATION_STAGE, MISSING_ITEM, REJECTION_REASON, STREET_TYPE } from './staff-codes/applications.ts';
import { type CodeWords, codesOf } from './staff-codes/code-words.ts';
import {
  CHANNEL_OF_CLIENT,
  COMPLAINT_STATUS,
  DOCUMENT_TYPE,
  EXPORT_FORMAT,
  FLAG_KIND,
  FLAG_STATE,
  LANGUAGE,
  LIST_ORDER,
  PARAMETER_KIND,
  REQUEST_STATUS,
  ROLE,
  SOLUTION,
  SUPPORT_MODE,
  TASK_KIND,
} from './staff-codes/desk.ts';
import {
  CONTACT_CHANNEL,
  CONTACT_OUTCOME,
  CONTACT_RECIPIENT,
  LAST_OUTCOME,
  LAST_PROMISE,
  LOAN_STATUS,
  PAUSE_REASON,
  PRODUCT_TYPE,
} from './staff-codes/loans.ts';
import { PAYMENT_METHOD, PAYMENT_STATUS, PAYOUT_STATE, SETTLEMENT_PROVIDER } from './staff-codes/money.ts';

/** A field of an act: the question to a colleague, and an example of the answer. */
export interface StaffFieldWords extends StaffWords {
  readonly example: string;
  /** Set where the schema does not say it: a date, soles, or a text of several lines. */
  readonly as?: As | undefined;
  /** Of a choice: the words of each code. */
  readonly codes?: CodeWords | undefined;
}
type As = 'date' | 'soles' | 'long';

const ID = '01890000-0000-7000-8000-000000000001';

/**
 * The words by name, in Spanish and English; where a name has another meaning in a group of acts, the group comes
 * before it.
 */
const FIELDS: ReadonlyMap<string, readonly [es: string, en: string, example: string, as?: As]> = new Map(
  Object.entries<readonly [string, string, string, As?]>({
    account: ['Cuenta nuestra que no está en la lista', 'An account of ours that is not listed', '191-0012345-6-78'],
    'books account': ['Cuenta', 'Account', 'cash'],
    after: ['Después', 'After', ID],
    amount: ['Monto en soles', 'Amount in soles', '1500', 'soles'],
    answer: ['Respuesta', 'Answer', 'Registramos tu pago con fecha 14/02/2026.', 'long'],
    apartment: ['Departamento o interior', 'Apartment', '402'],
    archive: ['Archivo', 'Archive', '5f0c1e2d'],
    assignee: ['Responsable', 'Who is responsible', 'Ana Torres'],
    attachments: ['Archivos adjuntos', 'Attachments', 'paper.pdf'],
    bank: ['Banco', 'Bank', 'BCP'],
    bankId: ['Código del banco', 'Code of the bank', '002'],
    before: ['Antes', 'Before', ID],
    birthDate: ['Fecha de nacimiento', 'Date of birth', '1990-05-01', 'date'],
    cci: ['CCI', 'CCI', '00219100001234567852'],
    channel: ['Canal', 'Channel', 'CALL'],
    'recovery channel': ['Canal en manos ajenas', 'Channel in wrong hands', 'PHONE'],
    'person channel': ['Canal en manos ajenas', 'Channel in wrong hands', 'PHONE'],
    changes: ['Lo que leíste', 'What you have read', 'login,name,roles'],
    code: ['Código', 'Code', 'NIU-1'],
    'complaints code': ['Número del reclamo', 'Number of the complaint', 'LR-2026-000123'],
    'sign-in code': ['Código de tu aplicación', 'Code of your app', '123456'],
    'applications code': ['Qué falta', 'What is missing', 'income_proof'],
    colleague: ['Colega que lo hizo', 'Colleague who did it', 'eva'],
    cost: ['Comisión del proveedor en soles', "The provider's cost in soles", '20.06', 'soles'],
    count: ['Cuántas órdenes son', 'How many orders there are', '12'],
    cursor: ['Desde', 'From where', ID],
    date: ['Fecha', 'Date', '2026-02-14', 'date'],
    days: ['Días', 'Days', '30'],
    daysLateFrom: ['Días de mora, desde', 'Days late, from', '31'],
    daysLateTo: ['Días de mora, hasta', 'Days late, to', '60'],
    device: ['Dispositivo', 'Device', ID],
    documentNumber: ['Número de documento', 'Document number', '45678912'],
    documentType: ['Tipo de documento', 'Type of document', 'DNI'],
    dueFrom: ['Vence desde', 'Due from', '2026-02-01', 'date'],
    dueTo: ['Vence hasta', 'Due to', '2026-02-28', 'date'],
    email: ['Correo', 'E-mail', 'ana@example.pe'],
    everyone: ['De todos los clientes', 'Of every client', 'true'],
    file: ['Archivo', 'File', 'statement.csv'],
    'applications file': ['Imagen o documento', 'Picture or document', ID],
    firstName: ['Nombres', 'First names', 'Ana'],
    format: ['Formato', 'Format', 'csv'],
    from: ['Desde', 'From', '2026-01-01', 'date'],
    holder: ['Titular de la cuenta', 'Holder of the account', 'Ana Quispe'],
    id: ['Identificador', 'Id', ID],
    invitation: ['Invitación', 'Invitation', 'b2xhIG1hbmF5'],
    items: ['Lo que falta', 'What is missing', 'income_proof'],
    key: ['Clave', 'Key', 'default'],
    kind: ['Tipo', 'Kind', 'voucher-in-review'],
    'parameter kind': ['Tipo de parámetro', 'Kind of parameter', 'rate_cap'],
    'fraud kind': ['Qué es', 'What it is', 'document'],
    language: ['Idioma', 'Language', 'es'],
    lastName1: ['Apellido paterno', 'First last name', 'Quispe'],
    lastName2: ['Apellido materno', 'Second last name', 'Huamán'],
    limit: ['Cuántas filas', 'How many rows', '100'],
    line: ['Abono del banco (dinero sin identificar)', "The bank's credit (unidentified money)", ID],
    lines: ['Líneas de la liquidación', 'Lines of the settlement', 'reference,amount,operation'],
    'payments match-many lines': ['De quién es cada línea', 'Whose each line is', `${ID}=P-2026-0000001`],
    'books lines': ['Líneas', 'Lines', '1'],
    'payments reference': ['Referencia, operación o código', 'Reference, operation or code', 'OP-0048213'],
    'search text': [
      'Nombre, documento, teléfono, correo o número',
      'Name, document, telephone, e-mail or number',
      'quispe',
    ],
    loanId: ['Préstamo', 'Loan', ID],
    loan: ['Número de préstamo', 'Number of the loan', 'P-2026-0000001'],
    loanNumber: ['Número de préstamo', 'Number of the loan', 'P-2026-0000001'],
    login: ['Usuario', 'Login', 'eva'],
    mapping: ['Cómo escribe el banco (JSON)', 'Format of the bank’s file (JSON)', 'bank.json'],
    percent: ['Por ciento', 'Percent', '113.16'],
    method: ['Medio de pago', 'Payment method', 'YAPE'],
    mode: ['Para mirar o para ayudar', 'To look or to assist', 'READ_ONLY'],
    name: ['Nombre', 'Name', 'Ana Torres'],
    'holiday name': ['Nombre del feriado', 'Name of the holiday', 'Día de la Fuerza Aérea'],
    note: ['Por qué, para el expediente', 'Why, for the file', 'Los ingresos alcanzan.', 'long'],
    'person note': ['Nota', 'Note', ID],
    'person file': ['Archivo', 'File', 'letter.pdf'],
    'tasks note': ['Qué pasa', 'What it is', 'Ask the bank.'],
    number: ['Número de préstamo', 'Number of the loan', 'P-2026-0000001'],
    'person number': ['Número de documento', 'Document number', '45678912'],
    'fraud number': ['Número de la dirección', 'Number of the address', '123'],
    operation: ['Operación', 'Operation', '991'],
    paper: ['Documento del préstamo', 'Paper of the loan', ID],
    password: ['Contraseña', 'Password', 'ocho llamas cruzan el puente'],
    paymentId: ['Pago', 'Payment', ID],
    personId: ['Número de cliente', 'Client number', ID],
    phone: ['Teléfono', 'Telephone', '987654321'],
    product: ['Producto', 'Product', 'SINGLE_PAY'],
    productId: ['Producto', 'Product', '1'],
    provider: ['Proveedor', 'Provider', 'NIUBIZ'],
    reason: ['Motivo', 'Reason', 'Pagó dos veces la misma cuota.', 'long'],
    'collections outcome': ['Último contacto', 'Last contact', 'NO_ANSWER,NOT_CONTACTED'],
    'collections promise': ['Compromiso de pago', 'Promise to pay', 'BROKEN'],
    'contact amount': ['Monto prometido, en soles', 'Amount promised, in soles', '150', 'soles'],
    'contact attempt': ['Contacto', 'Contact', ID],
    'contact date': ['Prometido hasta', 'Promised until', '2026-02-28', 'date'],
    'contact note': ['Nota: lo que dijo el cliente', 'Note: what the client said', 'Cobra el día 28.', 'long'],
    'contact outcome': ['Qué resultó', 'What came of it', 'PROMISED'],
    'contact reason': ['Motivo', 'Reason', 'COMPLAINT'],
    reasons: ['Motivos del rechazo', 'Reasons for the rejection', 'affordability'],
    recipient: ['Con quién', 'With whom', 'CLIENT'],
    reference: ['Referencia', 'Reference', 'OP-0048213'],
    'fraud reference': ['Referencia de la dirección', 'Landmark of the address', 'Frente al parque'],
    'applications reference': ['Número de solicitud', 'Number of the application', 'SOL-2026-0001234'],
    role: ['Rol', 'Role', 'support'],
    roles: ['Roles', 'Roles', 'support'],
    solution: ['Solución', 'Solution', 'ACCEPTED'],
    sort: ['Orden', 'Order', 'NEWEST'],
    stage: ['Etapa', 'Stage', 'MANUAL_REVIEW'],
    state: ['Estado', 'State', 'OPEN'],
    status: ['Estado', 'Status', 'DONE'],
    street: ['Calle', 'Street', 'Los Álamos'],
    streetType: ['Tipo de vía', 'Type of street', 'JR'],
    subject: ['De qué o de quién', 'Of what or whom', 'loan:P-2026-0000001'],
    term: ['Plazo (días o cuotas)', 'Term (days or instalments)', '30'],
    'permissions subject': ['Tema', 'Subject', 'payments'],
    text: ['Texto', 'Text', 'El banco confirma el pago.', 'long'],
    thing: ['Sobre qué', 'On what', 'document'],
    ticketId: ['Número de atención', 'Number of the ticket', 'T-123'],
    to: ['Hasta', 'To', '2026-01-31', 'date'],
    toClient: [
      'Quien pregunta es cliente y se le responde igual',
      'The person asking is a client, and is answered all the same',
      'true',
    ],
    total: ['Total en soles', 'Total in soles', '6450.00', 'soles'],
    ubigeo: ['Ubigeo', 'Ubigeo', '150105'],
    validFrom: ['Rige desde', 'In force from', '2027-01-01', 'date'],
    validTo: ['Rige hasta', 'In force to', '2027-06-30', 'date'],
    year: ['Año', 'Year', '2026'],
    value: ['Valor (JSON)', 'Value (JSON)', '{"percent":"18.00"}', 'long'],
  }),
);

/** The words of what is chosen in a field, by its name or by its group and name. */
const CHOICES: ReadonlyMap<string, CodeWords> = new Map(
  Object.entries<CodeWords>({
    channel: CHANNEL_OF_CLIENT,
    'applications code': MISSING_ITEM,
    'applications items': MISSING_ITEM,
    'contact channel': CONTACT_CHANNEL,
    method: PAYMENT_METHOD,
    documentType: DOCUMENT_TYPE,
    format: EXPORT_FORMAT,
    'fraud kind': FLAG_KIND,
    'parameter kind': PARAMETER_KIND,
    'tasks kind': TASK_KIND,
    language: LANGUAGE,
    mode: SUPPORT_MODE,
    product: PRODUCT_TYPE,
    provider: SETTLEMENT_PROVIDER,
    'collections outcome': LAST_OUTCOME,
    'collections promise': LAST_PROMISE,
    'contact outcome': CONTACT_OUTCOME,
    'contact reason': PAUSE_REASON,
    reasons: REJECTION_REASON,
    recipient: CONTACT_RECIPIENT,
    role: ROLE,
    roles: ROLE,
    solution: SOLUTION,
    sort: LIST_ORDER,
    stage: APPLICATION_STAGE,
    'fraud state': FLAG_STATE,
    'payouts state': PAYOUT_STATE,
    'complaints status': COMPLAINT_STATUS,
    'data-requests status': REQUEST_STATUS,
    'loan status': LOAN_STATUS,
    'payments status': PAYMENT_STATUS,
    'permissions subject': codesOf(STAFF_GROUPS),
    streetType: STREET_TYPE,
  }),
);

/** Finds the words of a field of an act: `payments refund`, `reason`. Undefined: nobody has written them yet. */
export function staffFieldWords(act: string, field: string): StaffFieldWords | undefined {
  const [group = ''] = act.split(' ');
  const names = [`${act} ${field}`, `${group} ${field}`, field];
  const found = names.map((name) => FIELDS.get(name)).find((words) => words !== undefined);
  if (!found) return undefined;
  const [es, en, example, as] = found;
  const codes = names.map((name) => CHOICES.get(name)).find((words) => words !== undefined);
  return { es, en, example, as, codes };
}
