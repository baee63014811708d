import { CALL_NOW, CONTACT_CHANNEL, CONTACT_OUTCOME, LAST_OUTCOME, PAUSE_REASON } from '#i18n/staff-codes/loans.ts';
import {
  answer,
  carried,
  code,
  date,
  id,
  instant,
  many,
  openCode,
  ref,
  rows,
  soles,
  text,
  thing,
} from '#server/lending/staff/answer.ts';

/** Answers of contact with late clients. */
export const CONTACT_ANSWERS = {
  'contact show': answer({
    loan: ref('loan show', 'number', 'Número de préstamo', 'Number of the loan'),
    mayCallNow: openCode(CALL_NOW, 'Se puede llamar ahora', 'May be called now'),
    pauses: many(code(PAUSE_REASON, 'Pausas', 'Pauses')),
    contactDates: many(date('Días en que se contactó', 'Days of contact')),
    promise: thing('Compromiso de pago', 'Promise to pay', {
      amount: soles('Monto', 'Amount'),
      date: date('Prometido hasta', 'Promised until'),
      madeOn: date('Hecho el', 'Made on'),
    }).nullable(),
    contacts: rows('Contactos', 'Contacts', {
      id: carried(id('Identificador', 'Id')),
      channel: code(CONTACT_CHANNEL, 'Canal', 'Channel'),
      at: instant('Cuándo', 'When'),
      outcome: code(LAST_OUTCOME, 'Qué resultó', 'What came of it'),
      note: text('Nota', 'Note').nullable(),
      promised: soles('Prometido', 'Promised').nullable(),
      promisedFor: date('Prometido hasta', 'Promised until').nullable(),
    }),
  }),
  'contact log': answer({
    id: id('Contacto', 'Contact'),
    phone: text('Teléfono', 'Telephone').optional(),
    channel: code(CONTACT_CHANNEL, 'Canal', 'Channel'),
    at: instant('Cuándo', 'When'),
  }),
  'contact outcome': answer({
    outcome: code(CONTACT_OUTCOME, 'Qué resultó', 'What came of it'),
    promise: thing('Compromiso de pago', 'Promise to pay', {
      amount: soles('Monto', 'Amount'),
      date: date('Prometido hasta', 'Promised until'),
    }).nullable(),
  }),
  'contact pause': answer({
    pauses: many(code(PAUSE_REASON, 'Pausas', 'Pauses')),
  }),
  'contact resume': answer({
    pauses: many(code(PAUSE_REASON, 'Pausas', 'Pauses')),
  }),
};
