import { FLAG_KIND } from '#i18n/staff-codes/desk.ts';
import { answer, code, count, id, instant, list, ref, rows, text } from '#server/lending/staff/answer.ts';

/** Answers of the acts of this room. */
export const FRAUD_FLAG_ANSWERS = {
  'fraud list': list('flags', 'Alertas', 'Flags', {
    id: id('Identificador', 'Id'),
    caseId: id('Caso', 'Case'),
    kind: code(FLAG_KIND, 'Qué es', 'What it is'),
    personId: ref('person show', 'personId', 'Cliente', 'Client').nullable(),
    application: text('Solicitud', 'Application').nullable(),
    reason: text('Motivo', 'Reason'),
    flaggedBy: text('Marcado por', 'Flagged by'),
    flaggedAt: instant('Marcado', 'Flagged'),
    liftReason: text('Motivo del levantamiento', 'Why it was lifted').nullable(),
    liftedBy: text('Levantado por', 'Lifted by').nullable(),
    liftedAt: instant('Levantado', 'Lifted').nullable(),
  }),
  'fraud add': answer({
    flags: count('Alertas', 'Flags'),
  }),
  'fraud look-up': answer({
    flags: rows('Alertas', 'Flags', {
      id: id('Identificador', 'Id'),
      caseId: id('Caso', 'Case'),
      kind: code(FLAG_KIND, 'Qué es', 'What it is'),
      personId: ref('person show', 'personId', 'Cliente', 'Client').nullable(),
      application: text('Solicitud', 'Application').nullable(),
      reason: text('Motivo', 'Reason'),
      flaggedBy: text('Marcado por', 'Flagged by'),
      flaggedAt: instant('Marcado', 'Flagged'),
      liftReason: text('Motivo del levantamiento', 'Why it was lifted').nullable(),
      liftedBy: text('Levantado por', 'Lifted by').nullable(),
      liftedAt: instant('Levantado', 'Lifted').nullable(),
    }),
  }),
  'fraud lift': answer({
    flags: count('Alertas', 'Flags'),
  }),
};
