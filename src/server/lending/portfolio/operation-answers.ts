import { answer, count, date, many, text, thing } from '#server/lending/staff/answer.ts';

/** Steps of the close of a day, each with the number of things that it did. */
const STEPS = thing('Pasos', 'Steps', {
  voided: count('Préstamos anulados', 'Loans voided').optional(),
  topUpsExpired: count('Ampliaciones vencidas', 'Top-ups expired').optional(),
  extensionsExpired: count('Extensiones vencidas', 'Extensions expired').optional(),
  remaindersWaived: count('Saldos mínimos condonados', 'Small remainders waived').optional(),
  reminded: count('Recordatorios', 'Reminders').optional(),
  promisesDecided: count('Compromisos decididos', 'Promises decided').optional(),
  lateLoansWritten: count('Préstamos en mora escritos', 'Late loans written').optional(),
  daysWritten: count('Días escritos', 'Days written').optional(),
});

/** Answers of the acts of this room. */
export const OPERATION_ANSWERS = {
  'ledger verify': answer({
    loans: count('Préstamos', 'Loans'),
    journals: count('Asientos', 'Journals'),
    problems: many(text('Problemas', 'Problems')),
  }),
  'date close': answer({
    businessDate: date('Día contable', 'Business date'),
    steps: STEPS,
    closed: count('Cerrado', 'Closed'),
    failed: many(text('Fallido', 'Failed')),
  }),
  'date advance': answer({
    businessDate: date('Día contable', 'Business date'),
    steps: STEPS,
    closed: count('Cerrado', 'Closed'),
    failed: many(text('Fallido', 'Failed')),
  }),
};
