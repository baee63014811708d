import { ARCHIVE_HELD, BATCH_ITEM, BATCH_STATUS, ORDER_KIND, PAYOUT_STATUS } from '#i18n/staff-codes/money.ts';
import {
  answer,
  carried,
  code,
  count,
  date,
  id,
  json,
  list,
  openCode,
  ref,
  rows,
  soles,
  summed,
  text,
  thing,
} from '#server/lending/staff/answer.ts';

/** Answers of the acts of this room. */
export const PAYOUT_ANSWERS = {
  'payouts batches': list('batches', 'Lotes', 'Batches', {
    id: text('Identificador', 'Id'),
    date: date('Fecha', 'Date'),
    status: code(BATCH_STATUS, 'Estado', 'Status'),
    madeBy: text('Armado por', 'Made by'),
    releasedBy: text('Liberado por', 'Released by').nullable(),
    count: count('Cuántas órdenes son', 'How many orders there are'),
    total: summed(soles('Total en soles', 'Total in soles')),
    inFile: thing('En el archivo', 'In the file', {
      count: count('Cuántas órdenes son', 'How many orders there are'),
      total: soles('Total en soles', 'Total in soles'),
    }).nullable(),
  }),
  'payouts make-batch': answer({
    total: soles('Total en soles', 'Total in soles'),
    inFile: thing('En el archivo', 'In the file', {
      total: soles('Total en soles', 'Total in soles'),
      count: count('Cuántas órdenes son', 'How many orders there are'),
    }).nullable(),
    id: text('Identificador', 'Id'),
    date: date('Fecha', 'Date'),
    status: code(BATCH_STATUS, 'Estado', 'Status'),
    madeBy: text('Armado por', 'Made by'),
    releasedBy: text('Liberado por', 'Released by').nullable(),
    count: count('Cuántas órdenes son', 'How many orders there are'),
  }),
  'payouts show-batch': answer({
    items: rows('Órdenes del lote', 'Orders of the batch', {
      orderId: id('Orden', 'Order'),
      kind: code(ORDER_KIND, 'Tipo', 'Kind'),
      amount: soles('Monto en soles', 'Amount in soles'),
      outcome: code(BATCH_ITEM, 'Resultado', 'Outcome').nullable(),
      reason: text('Motivo', 'Reason').nullable(),
    }),
    total: soles('Total en soles', 'Total in soles'),
    inFile: thing('En el archivo', 'In the file', {
      total: soles('Total en soles', 'Total in soles'),
      count: count('Cuántas órdenes son', 'How many orders there are'),
    }).nullable(),
    id: text('Identificador', 'Id'),
    date: date('Fecha', 'Date'),
    status: code(BATCH_STATUS, 'Estado', 'Status'),
    madeBy: text('Armado por', 'Made by'),
    releasedBy: text('Liberado por', 'Released by').nullable(),
    count: count('Cuántas órdenes son', 'How many orders there are'),
  }),
  'payouts release-batch': answer({
    status: openCode(BATCH_STATUS, 'Estado', 'Status'),
  }),
  'payouts withdraw-batch': answer({
    status: openCode(BATCH_STATUS, 'Estado', 'Status'),
  }),
  'payouts archive': answer({
    archive: id('Archivo', 'Archive'),
    place: text('Lugar', 'Place'),
    held: code(ARCHIVE_HELD, 'Detenido', 'Held').nullable(),
    unknown: rows('Sin respuesta', 'Unknown', {
      amount: soles('Monto en soles', 'Amount in soles'),
      orderId: id('Orden', 'Order'),
      account: text('Cuenta', 'Account'),
      about: json('Detalle', 'About'),
    }),
    notSent: rows('No enviado', 'Not sent', {
      amount: soles('Monto en soles', 'Amount in soles'),
      id: carried(id('Identificador', 'Id')),
      kind: code(ORDER_KIND, 'Tipo', 'Kind'),
      loanNumber: ref('loan show', 'number', 'Número de préstamo', 'Number of the loan'),
      status: text('Estado', 'Status'),
    }),
    notFound: rows('No encontrado', 'Not found', {
      amount: soles('Monto en soles', 'Amount in soles'),
      id: carried(id('Identificador', 'Id')),
      kind: code(ORDER_KIND, 'Tipo', 'Kind'),
      loanNumber: ref('loan show', 'number', 'Número de préstamo', 'Number of the loan'),
      status: openCode(PAYOUT_STATUS, 'Estado', 'Status'),
    }),
  }),
  'payouts confirm-archive': answer({
    archive: id('Archivo', 'Archive'),
  }),
  'payouts paid': answer({
    status: text('Estado', 'Status'),
  }),
  'payouts rejected': answer({
    status: openCode(PAYOUT_STATUS, 'Estado', 'Status'),
  }),
  'payouts not-sent': answer({
    status: openCode(PAYOUT_STATUS, 'Estado', 'Status'),
  }),
  'payouts stop-top-up': answer({
    status: openCode(PAYOUT_STATUS, 'Estado', 'Status'),
  }),
};
