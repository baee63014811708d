import type { StaffWords } from './staff-acts.ts';

/** A field of an act: what a colleague is asked, and an example of what they give. */
export interface StaffFieldWords extends StaffWords {
  readonly example: string;
  /** Where its schema does not say it: a date, soles, or a text of several lines. */
  readonly as?: As | undefined;
}
type As = 'date' | 'soles' | 'long';

const ID = '01890000-0000-7000-8000-000000000001';

/** By name, in Spanish and English; where a name means something else in a group of acts, that comes before it. */
const FIELDS: ReadonlyMap<string, readonly [es: string, en: string, example: string, as?: As]> = new Map(
  Object.entries<readonly [string, string, string, As?]>({
    account: ['Cuenta nuestra que no está en la lista', 'An account of ours that is not listed', '191-0012345-6-78'],
    'books account': ['Cuenta', 'Account', 'cash'],
    after: ['Después de', 'After', ID],
    amount: ['Monto en soles', 'Amount in soles', '1500', 'soles'],
    answer: ['Respuesta', 'Answer', 'Registramos tu pago con fecha 14/02/2026.', 'long'],
    apartment: ['Departamento o interior', 'Apartment', '402'],
    archive: ['Archivo', 'Archive', '5f0c1e2d'],
    assignee: ['Responsable', 'Who is responsible', 'Ana Torres'],
    attachments: ['Archivos adjuntos', 'Attachments', 'paper.pdf'],
    bank: ['Banco', 'Bank', 'BCP'],
    bankId: ['Código del banco', 'Code of the bank', '002'],
    before: ['Antes de', 'Before', ID],
    birthDate: ['Fecha de nacimiento', 'Date of birth', '1990-05-01', 'date'],
    cci: ['CCI', 'CCI', '00219100001234567852'],
    channel: ['Canal', 'Channel', 'CALL'],
    'recovery channel': ['Canal en manos ajenas', 'Channel in wrong hands', 'PHONE'],
    'person channel': ['Canal en manos ajenas', 'Channel in wrong hands', 'PHONE'],
    code: ['Código', 'Code', 'NIU-1'],
    'complaints code': ['Número del reclamo', 'Number of the complaint', 'LR-2026-000123'],
    'sign-in code': ['Código de tu aplicación', 'Code of your app', '123456'],
    'applications code': ['Qué falta', 'What is missing', 'income_proof'],
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
    items: ['Lo que falta', 'What is missing', 'code,note'],
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
    'books lines': ['Líneas', 'Lines', '1'],
    'payments reference': ['Referencia, operación o código', 'Reference, operation or code', '2026-02-14'],
    'person text': ['Documento o teléfono', 'Document or telephone', '45678912'],
    loanId: ['Préstamo', 'Loan', ID],
    loan: ['Número de préstamo', 'Number of the loan', 'P-2026-0000001'],
    loanNumber: ['Número de préstamo', 'Number of the loan', 'P-2026-0000001'],
    login: ['Usuario', 'Login', 'eva'],
    mapping: ['Cómo escribe el banco (JSON)', 'How the bank writes (JSON)', 'bank.json'],
    mode: ['Para mirar o para ayudar', 'To look or to assist', 'READ_ONLY'],
    name: ['Nombre', 'Name', 'Ana Torres'],
    'holiday name': ['Nombre del feriado', 'Name of the holiday', 'Día de la Fuerza Aérea'],
    note: ['Por qué, para el expediente', 'Why, for the file', 'Los ingresos alcanzan.', 'long'],
    'tasks note': ['Qué pasa', 'What it is', 'Ask the bank.'],
    number: ['Número de préstamo', 'Number of the loan', 'P-2026-0000001'],
    'fraud number': ['Número de la dirección', 'Number of the address', '123'],
    operation: ['Operación', 'Operation', '991'],
    paper: ['Documento del préstamo', 'Paper of the loan', ID],
    password: ['Contraseña', 'Password', 'ocho llamas cruzan el puente'],
    paymentId: ['Pago', 'Payment', ID],
    personId: ['Cliente', 'Client', ID],
    phone: ['Teléfono', 'Telephone', '987654321'],
    product: ['Producto', 'Product', 'SINGLE_PAY'],
    productId: ['Producto', 'Product', '1'],
    provider: ['Proveedor', 'Provider', 'NIUBIZ'],
    reason: ['Motivo', 'Reason', 'Pagó dos veces la misma cuota.', 'long'],
    'contact reason': ['Motivo', 'Reason', 'COMPLAINT'],
    reasons: ['Motivos del rechazo', 'Reasons of the rejection', 'affordability'],
    recipient: ['Con quién', 'With whom', 'CLIENT'],
    reference: ['Referencia', 'Reference', '2026-02-14'],
    'applications reference': ['Número de solicitud', 'Number of the application', 'SOL-2026-0001234'],
    roles: ['Roles', 'Roles', 'support'],
    solution: ['Solución', 'Solution', 'ACCEPTED'],
    stage: ['Etapa', 'Stage', 'MANUAL_REVIEW'],
    state: ['Estado', 'State', 'OPEN'],
    status: ['Estado', 'Status', 'DONE'],
    street: ['Calle', 'Street', 'Los Álamos'],
    streetType: ['Tipo de vía', 'Type of street', 'JR'],
    subject: ['De qué o de quién', 'Of what or whom', 'loan:P-2026-0000001'],
    term: ['Plazo (días o cuotas)', 'Term (days or instalments)', '30'],
    text: ['Texto', 'Text', 'El banco confirma el pago.', 'long'],
    thing: ['Sobre qué', 'On what', 'document'],
    ticketId: ['Número de atención', 'Number of the ticket', 'T-123'],
    to: ['Hasta', 'To', '2026-01-31', 'date'],
    toClient: [
      'Quien pregunta es cliente y se le responde igual',
      'Who asks is a client, and is answered all the same',
      'true',
    ],
    total: ['Total en soles', 'Total in soles', '6450.00', 'soles'],
    ubigeo: ['Ubigeo', 'Ubigeo', '150105'],
    validFrom: ['Rige desde', 'In force from', '2027-01-01', 'date'],
    validTo: ['Rige hasta', 'In force to', '2027-06-30', 'date'],
    value: ['Valor (JSON)', 'Value (JSON)', '{"percent":"18.00"}', 'long'],
  }),
);

/** The words of a field of an act: `payments refund`, `reason`. Undefined: nobody has written them yet. */
export function staffFieldWords(act: string, field: string): StaffFieldWords | undefined {
  const [group = ''] = act.split(' ');
  const found = FIELDS.get(`${act} ${field}`) ?? FIELDS.get(`${group} ${field}`) ?? FIELDS.get(field);
  if (!found) return undefined;
  const [es, en, example, as] = found;
  return { es, en, example, as };
}
