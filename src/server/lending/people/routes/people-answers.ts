import { AUDIT_ACT } from '#i18n/staff-codes/audit.ts';
import {
  ACTOR,
  CHAIN,
  CHANNEL_OF_CLIENT,
  DOCUMENT_TYPE,
  PERSON_STATUS,
  PROPOSAL_STATUS,
} from '#i18n/staff-codes/desk.ts';
import {
  answer,
  carried,
  code,
  count,
  facts,
  id,
  instant,
  list,
  openCode,
  ref,
  text,
  thing,
} from '#server/lending/staff/answer.ts';

/** Answers of the acts of this room. */
export const PEOPLE_ANSWERS = {
  'person list': list('people', 'Clientes', 'Clients', {
    client: text('Cliente', 'Client').nullable(),
    personId: ref('person show', 'personId', 'Cliente', 'Client'),
    document: thing('Documento', 'Document', {
      type: code(DOCUMENT_TYPE, 'Tipo', 'Type'),
      number: text('Número', 'Number').nullable(),
    }),
    phone: text('Teléfono', 'Telephone').nullable(),
    email: text('Correo', 'E-mail').nullable(),
    status: code(PERSON_STATUS, 'Estado', 'Status'),
    createdAt: instant('Creado', 'Created'),
  }),
  'person create': answer({
    personId: ref('person show', 'personId', 'Cliente', 'Client'),
  }),
  'keys rewrap': answer({
    requests: count('Pedidos', 'Requests'),
    rewrapped: count('Claves cambiadas', 'Keys changed'),
    people: count('Clientes', 'Clients'),
  }),
  'session issue': answer({
    url: text('Enlace', 'Link'),
    token: text('Clave', 'Token'),
    bind: text('Ligado a', 'Bound to'),
    expiresAt: instant('Vence', 'Ends'),
  }),
  'login-as issue': answer({
    url: text('Enlace', 'Link'),
    expiresInSec: count('Vence en segundos', 'Ends in seconds'),
  }),
  'recovery list': list('recoveries', 'Accesos perdidos', 'Lost access', {
    id: carried(id('Identificador', 'Id')),
    personId: ref('person show', 'personId', 'Cliente', 'Client'),
    channel: code(CHANNEL_OF_CLIENT, 'Canal en manos ajenas', 'Channel in wrong hands'),
    since: instant('Desde', 'Since').nullable(),
  }),
  'recovery approve': answer({
    status: openCode(PROPOSAL_STATUS, 'Estado', 'Status'),
  }),
  'recovery reject': answer({
    status: openCode(PROPOSAL_STATUS, 'Estado', 'Status'),
  }),
  'person email': answer({
    personId: ref('person show', 'personId', 'Cliente', 'Client'),
  }),
  'audit show': list('rows', 'Registros', 'Rows', {
    position: carried(count('Posición', 'Position')),
    id: carried(id('Identificador', 'Id')),
    at: instant('Cuándo', 'When'),
    actor: openCode(ACTOR, 'Quién', 'Who'),
    action: openCode(AUDIT_ACT, 'Acto', 'Act'),
    subject: id('De qué o de quién', 'Of what or whom'),
    on_behalf_of: text('En nombre de', 'On behalf of').nullable(),
    impersonation_id: carried(id('Entrada como cliente', 'Signed in as the client')).nullable(),
    session_id: carried(text('Sesión', 'Session')).nullable(),
    caller: text('Dirección IP', 'IP address').nullable(),
    colleague_id: carried(id('Colega', 'Colleague')).nullable(),
    before: facts('Antes', 'Before').nullable(),
    after: facts('Después', 'After').nullable(),
    prev_hash: carried(text('Huella anterior', 'Hash before')),
    hash: carried(text('Huella', 'Hash')),
  }),
  'audit verify': answer({
    kind: code(CHAIN, 'Tipo', 'Kind'),
    rows: count('Registros', 'Rows').optional(),
    hash: text('Huella', 'Hash').optional(),
    position: count('Posición', 'Position').optional(),
  }),
  'session end': answer({
    ended: count('Sesiones cerradas', 'Sessions ended'),
    stopped: count('Permisos detenidos', 'Permissions stopped').optional(),
  }),
  'person note': answer({ id: id('Nota', 'Note') }),
};
