import { FLAG_KIND } from '#i18n/staff-codes/desk.ts';
import { answer, carried, code, count, id, instant, list, ref, rows, text } from '#server/lending/staff/answer.ts';

/** A fraud flag. */
const FLAG = {
  id: carried(id('Identificador', 'Id')),
  caseId: carried(id('Caso', 'Case')),
  kind: code(FLAG_KIND, 'Qué es', 'What it is'),
  personId: ref('person show', 'personId', 'Cliente', 'Client').nullable(),
  application: ref('applications show', 'reference', 'Solicitud', 'Application').nullable(),
  reason: text('Motivo', 'Reason'),
  flaggedBy: text('Marcado por', 'Flagged by'),
  flaggedAt: instant('Marcado', 'Flagged'),
  liftReason: text('Motivo del levantamiento', 'Why it was lifted').nullable(),
  liftedBy: text('Levantado por', 'Lifted by').nullable(),
  liftedAt: instant('Levantado', 'Lifted').nullable(),
};

/** Answers of the acts of this room. */
export const FRAUD_FLAG_ANSWERS = {
  'fraud list': list('flags', 'Alertas', 'Flags', FLAG),
  'fraud add': answer({
    flags: count('Alertas', 'Flags'),
  }),
  'fraud look-up': answer({
    flags: rows('Alertas', 'Flags', FLAG),
  }),
  'fraud lift': answer({
    flags: count('Alertas', 'Flags'),
  }),
};
