import { APPLICATION_STAGE } from '#i18n/staff-codes/applications.ts';
import { ACTOR, DOCUMENT_TYPE, HIT_KIND, PERSON_STATUS } from '#i18n/staff-codes/desk.ts';
import { MONEY_PROVIDER } from '#i18n/staff-codes/money.ts';
import { NOTICE_KIND, TIMELINE_EVENT, TIMELINE_KIND } from '#i18n/staff-codes/timeline.ts';
import {
  answer,
  carried,
  code,
  id,
  instant,
  list,
  openCode,
  ref,
  rows,
  soles,
  text,
  thing,
  unfolded,
  yesNo,
} from '#server/lending/staff/answer.ts';

/** Answers of the acts of this room. */
export const CLIENT_ANSWERS = {
  search: answer({
    hits: rows('Lo que se encontró', 'What was found', {
      kind: code(HIT_KIND, 'Qué es', 'What it is'),
      id: id('Número', 'Number'),
      client: text('Cliente', 'Client').nullable(),
      document: text('Documento', 'Document').nullable(),
      personId: ref('person show', 'personId', 'Ficha del cliente', "The client's page").nullable(),
    }),
  }),
  'person show': answer({
    client: text('Cliente', 'Client').nullable(),
    personId: ref('person show', 'personId', 'Ficha del cliente', "The client's page"),
    status: code(PERSON_STATUS, 'Estado', 'Status'),
    document: thing('Documento', 'Document', {
      type: code(DOCUMENT_TYPE, 'Tipo', 'Type'),
      number: text('Número', 'Number').nullable(),
    }),
    phone: text('Teléfono', 'Telephone').nullable(),
    email: text('Correo', 'E-mail').nullable(),
    createdAt: instant('Creado', 'Created'),
    applications: rows('Solicitudes', 'Applications', {
      reference: ref('applications show', 'reference', 'Solicitud', 'Application'),
      stage: code(APPLICATION_STAGE, 'Etapa', 'Stage'),
      since: instant('Desde', 'Since'),
    }),
    consents: thing('Consentimientos', 'Consents', {
      channels: unfolded(
        thing('Canales', 'Channels', {
          email: yesNo('Correo', 'E-mail'),
          sms: yesNo('SMS', 'SMS'),
          call: yesNo('Llamada', 'Call'),
          whatsapp: yesNo('WhatsApp', 'WhatsApp'),
        }),
      ),
      changedAt: instant('Cambiado', 'Changed').nullable(),
    }),
    sessions: rows('Sesiones', 'Sessions', {
      createdAt: instant('Creado', 'Created'),
      lastSeenAt: instant('Visto por última vez', 'Last seen'),
      userAgent: text('Navegador', 'Browser'),
    }),
    notices: carried(
      rows('Avisos', 'Notices', {
        kind: code(NOTICE_KIND, 'Tipo', 'Kind'),
        createdAt: instant('Creado', 'Created'),
      }),
    ),
  }),
  'person timeline': list('timeline', 'Todo lo que pasó', 'Everything that happened', {
    at: instant('Cuándo', 'When'),
    kind: code(TIMELINE_KIND, 'Tipo', 'Kind'),
    event: code(TIMELINE_EVENT, 'Qué pasó', 'What happened').nullable(),
    subject: text('De qué', 'Of what').nullable(),
    paymentId: ref('payments show', 'id', 'Pago', 'Payment').nullable(),
    amount: soles('Monto', 'Amount').nullable(),
    by: openCode({ ...ACTOR, ...MONEY_PROVIDER }, 'Quién', 'Who').nullable(),
    text: text('Nota', 'Note').nullable(),
    fileName: text('Archivo', 'File').nullable(),
    note: carried(id('Nota con archivo', 'Note with a file')).nullable(),
    personId: carried(ref('person show', 'personId', 'Ficha del cliente', "The client's page")),
  }),
};
