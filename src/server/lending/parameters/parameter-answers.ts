import { HOLIDAY_SOURCE, PROPOSAL_STATUS } from '#i18n/staff-codes/desk.ts';
import { PARAMETER_KEY, PARAMETER_KIND } from '#i18n/staff-codes/parameters.ts';
import {
  answer,
  carried,
  code,
  date,
  id,
  instant,
  json,
  list,
  openCode,
  rows,
  text,
} from '#server/lending/staff/answer.ts';

/** Answers of the acts of this room. */
export const PARAMETER_ANSWERS = {
  'parameter list': list(
    'parameters',
    'Vigentes',
    'In force',
    {
      kind: openCode(PARAMETER_KIND, 'Tipo de parámetro', 'Kind of parameter'),
      key: openCode(PARAMETER_KEY, 'Clave', 'Key'),
      value: json('Valor', 'Value'),
      validFrom: date('Rige desde', 'In force from'),
      validTo: date('Rige hasta', 'In force to').nullable(),
    },
    {
      proposals: rows('Propuestas', 'Proposals', {
        id: carried(id('Identificador', 'Id')),
        reason: text('Motivo', 'Reason'),
        status: code(PROPOSAL_STATUS, 'Estado', 'Status'),
        proposedBy: text('Propuesto por', 'Proposed by'),
        proposerId: carried(id('Quien propuso', 'Who proposed')),
        proposedAt: instant('Propuesto', 'Proposed'),
        decidedBy: text('Decidido por', 'Decided by').nullable(),
        kind: openCode(PARAMETER_KIND, 'Tipo de parámetro', 'Kind of parameter'),
        key: openCode(PARAMETER_KEY, 'Clave', 'Key'),
        before: json('Valor de ahora', 'Value now').nullable(),
        value: json('Valor propuesto', 'Value proposed'),
        validFrom: date('Rige desde', 'In force from'),
        validTo: text('Rige hasta', 'In force to').nullable(),
      }),
    },
  ),
  'parameter propose': answer({
    id: carried(id('Identificador', 'Id')),
  }),
  'parameter approve': answer({
    status: openCode(PROPOSAL_STATUS, 'Estado', 'Status'),
  }),
  'parameter reject': answer({
    status: openCode(PROPOSAL_STATUS, 'Estado', 'Status'),
  }),
  'holiday list': list('holidays', 'Feriados', 'Holidays', {
    date: date('Fecha', 'Date'),
    name: text('Nombre del feriado', 'Name of the holiday'),
    addedBy: openCode(HOLIDAY_SOURCE, 'Agregado por', 'Added by'),
    addedAt: instant('Agregado', 'Added'),
  }),
  'holiday add': answer({
    date: date('Fecha', 'Date'),
    name: text('Nombre del feriado', 'Name of the holiday'),
  }),
};
