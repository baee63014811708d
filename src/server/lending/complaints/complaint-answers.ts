import { DEPARTMENTS } from '#api/departments.ts';
import type { CodeWords } from '#i18n/staff-codes/code-words.ts';
import {
  ACTOR,
  ANSWER_CHANNEL,
  COMPLAINT_DOCUMENT,
  COMPLAINT_EVENT,
  COMPLAINT_STATUS,
  COMPLAINT_TYPE,
  GOOD,
  LANGUAGE,
  SOLUTION,
} from '#i18n/staff-codes/desk.ts';
import {
  answer,
  carried,
  code,
  count,
  date,
  id,
  instant,
  list,
  month,
  openCode,
  ref,
  rows,
  soles,
  text,
  thing,
  unfolded,
  yesNo,
} from '#server/lending/staff/answer.ts';

/** Departments by the first two digits of their ubigeo; their names are the same in both languages. */
const DEPARTMENT: CodeWords = Object.fromEntries(
  Object.entries(DEPARTMENTS).map(([code, name]) => [code, [name, name]]),
);

/** Answers of the acts about complaints. */
export const COMPLAINT_ANSWERS = {
  'complaints list': list(
    'complaints',
    'Reclamos',
    'Complaints',
    {
      code: ref('complaints show', 'code', 'Número del reclamo', 'Number of the complaint'),
      client: text('Cliente', 'Client').nullable(),
      type: code(COMPLAINT_TYPE, 'Tipo', 'Type'),
      status: code(COMPLAINT_STATUS, 'Estado', 'Status'),
      assignee: text('Responsable', 'Who is responsible').nullable(),
      filedOn: date('Presentado', 'Filed'),
      answerDueDate: date('Responder hasta', 'Answer due'),
      locale: code(LANGUAGE, 'Idioma', 'Language'),
      answerChannel: code(ANSWER_CHANNEL, 'Responder por', 'Answer by'),
      alert: count('Aviso', 'Alert').nullable(),
    },
    {
      businessDate: date('Día contable', 'Business date'),
    },
  ),
  'complaints statistics': list(
    'months',
    'Meses',
    'Months',
    {
      month: month('Mes de presentación', 'Month of filing'),
      filed: count('Presentados', 'Filed'),
      claims: count('Reclamos', 'Claims'),
      complaints: count('Quejas', 'Complaints'),
      accepted: count('Aceptados', 'Accepted'),
      partial: count('Aceptados en parte', 'Accepted in part'),
      rejected: count('Rechazados', 'Rejected'),
      settled: count('Con acuerdo', 'Settled'),
      waiting: count('Sin respuesta', 'Without an answer'),
      medianDays: count('Días hábiles hasta responder, mediana', 'Business days to answer, median').nullable(),
      mostDays: count('Días hábiles, el que más', 'Business days, the most').nullable(),
      late: count('Fuera de plazo', 'Late'),
    },
    { from: date('Desde', 'From'), to: date('Hasta', 'To') },
  ),
  'complaints show': answer({
    code: ref('complaints show', 'code', 'Número del reclamo', 'Number of the complaint'),
    client: text('Cliente', 'Client').nullable(),
    type: code(COMPLAINT_TYPE, 'Tipo', 'Type'),
    status: code(COMPLAINT_STATUS, 'Estado', 'Status'),
    assignee: text('Responsable', 'Who is responsible').nullable(),
    filedOn: date('Presentado', 'Filed'),
    answerDueDate: date('Responder hasta', 'Answer due'),
    locale: code(LANGUAGE, 'Idioma', 'Language'),
    answerChannel: code(ANSWER_CHANNEL, 'Responder por', 'Answer by'),
    sheet: thing('Hoja', 'Sheet', {
      provider: thing('Proveedor', 'Provider', {
        legalName: text('Razón social', 'Legal name'),
        ruc: text('RUC', 'RUC'),
        address: text('Dirección', 'Address'),
        establishmentCode: text('Código del local', 'Establishment'),
      }),
      form: unfolded(
        thing('Formulario', 'Form', {
          firstName: text('Nombres', 'First names'),
          lastName: text('Apellidos', 'Last names'),
          documentType: code(COMPLAINT_DOCUMENT, 'Tipo de documento', 'Type of document'),
          documentNumber: text('Número de documento', 'Document number'),
          street: text('Calle', 'Street'),
          district: text('Distrito', 'District'),
          province: text('Provincia', 'Province'),
          department: code(DEPARTMENT, 'Departamento', 'Department'),
          good: code(GOOD, 'Bien contratado', 'What was bought'),
          description: text('Descripción', 'Description'),
          type: code(COMPLAINT_TYPE, 'Tipo', 'Type'),
          detail: text('Detalle', 'Detail'),
          request: text('Lo que pide', 'Request'),
          answerChannel: code(ANSWER_CHANNEL, 'Responder por', 'Answer by'),
          declaration: yesNo('Declaración', 'Declaration'),
          consent: yesNo('Consentimiento', 'Consent'),
          phone: text('Teléfono', 'Telephone').optional(),
          email: text('Correo', 'E-mail').optional(),
          isMinor: yesNo('Menor de edad', 'Under age').optional(),
          guardianName: text('Apoderado', 'Guardian').optional(),
          guardianDocumentType: code(
            COMPLAINT_DOCUMENT,
            'Documento del apoderado',
            'Document of the guardian',
          ).optional(),
          guardianDocumentNumber: text('Número del apoderado', 'Number of the guardian').optional(),
          loanNumber: ref('loan show', 'number', 'Número de préstamo', 'Number of the loan').optional(),
          amount: soles('Monto en soles', 'Amount in soles').optional(),
        }),
      ),
    }),
    events: rows('Hechos', 'Events', {
      position: carried(count('Posición', 'Position')),
      at: instant('Cuándo', 'When'),
      businessDate: date('Día contable', 'Business date'),
      kind: code(COMPLAINT_EVENT, 'Tipo', 'Kind'),
      actor: openCode(ACTOR, 'Quién', 'Who'),
      toStatus: code(COMPLAINT_STATUS, 'Nuevo estado', 'New status'),
      data: thing('Datos', 'Data', {
        assignee: text('Responsable', 'Who is responsible').optional(),
        text: text('Texto', 'Text').optional(),
        solution: code(SOLUTION, 'Resultado', 'Result').optional(),
        day: count('Días hábiles pasados', 'Business days passed').optional(),
      }),
    }),
    attachments: rows('Archivos adjuntos', 'Attachments', {
      id: carried(id('Identificador', 'Id')),
      eventId: carried(id('Hecho', 'Event')),
      name: text('Nombre', 'Name'),
      mediaType: text('Formato', 'Format'),
      byteLength: count('Bytes', 'Bytes'),
      sha256: carried(text('Huella SHA-256', 'SHA-256')),
    }),
  }),
  'complaints assign': answer({
    status: code(COMPLAINT_STATUS, 'Estado', 'Status'),
  }),
  'complaints note': answer({
    status: code(COMPLAINT_STATUS, 'Estado', 'Status'),
  }),
  'complaints answer': answer({
    status: code(COMPLAINT_STATUS, 'Estado', 'Status'),
  }),
  'complaints settle': answer({
    status: code(COMPLAINT_STATUS, 'Estado', 'Status'),
  }),
  'complaints close': answer({
    status: code(COMPLAINT_STATUS, 'Estado', 'Status'),
  }),
};
