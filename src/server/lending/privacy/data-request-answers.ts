import { DOCUMENT_TYPE, LANGUAGE, REQUEST_TYPE } from '#i18n/staff-codes/desk.ts';
import {
  answer,
  carried,
  code,
  count,
  date,
  id,
  instant,
  list,
  ref,
  text,
  thing,
  yesNo,
} from '#server/lending/staff/answer.ts';

/** Answers of the acts of this room. */
export const DATA_REQUEST_ANSWERS = {
  'data-requests list': list('requests', 'Pedidos', 'Requests', {
    id: carried(id('Identificador', 'Id')),
    type: code(REQUEST_TYPE, 'Tipo', 'Type'),
    dueDate: date('Vence', 'Due'),
    createdAt: instant('Creado', 'Created'),
    personId: ref('person show', 'personId', 'Cliente', 'Client').nullable(),
    detail: text('Detalle', 'Detail').nullable(),
    isErased: yesNo('Datos borrados', 'Data erased'),
    asked: thing('Pedido', 'Asked', {
      detail: text('Detalle', 'Detail'),
      documentType: code(DOCUMENT_TYPE, 'Tipo de documento', 'Type of document'),
      documentNumber: text('Número de documento', 'Document number'),
      firstName: text('Nombres', 'First names'),
      lastNames: text('Apellidos', 'Last names'),
      email: text('Correo', 'E-mail').optional(),
      language: code(LANGUAGE, 'Idioma', 'Language').optional(),
    }).nullable(),
    clientId: carried(id('Cliente', 'Client')).nullable(),
    identity: carried(id('Identidad', 'Identity')).nullable(),
  }),
  'data-requests touched': list('people', 'Personas', 'People', {
    personId: ref('person show', 'personId', 'Cliente', 'Client').nullable(),
    name: text('Nombre', 'Name').nullable(),
    email: text('Correo', 'E-mail').nullable(),
    phone: text('Celular', 'Mobile').nullable(),
    language: code(LANGUAGE, 'Idioma', 'Language').nullable(),
    tables: text('Tablas', 'Tables'),
    rows: count('Filas', 'Rows'),
    firstAt: instant('Primera', 'First').nullable(),
    lastAt: instant('Última', 'Last').nullable(),
  }),
  'data-requests answer': answer({}),
};
