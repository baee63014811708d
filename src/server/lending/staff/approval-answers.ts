import { PROPOSAL_STATUS } from '#i18n/staff-codes/desk.ts';
import { answer, facts, id, instant, list, many, openCode, soles, text } from './answer.ts';

/** A proposal that waits for a second account. */
const PROPOSAL = {
  id: id('Identificador', 'Id'),
  act: text('Acto', 'Act').nullable(),
  action: text('Acción', 'Action'),
  subject: text('De qué o de quién', 'Of what or whom'),
  about: facts('Detalle', 'About'),
  proposedBy: text('Propuesto por', 'Proposed by'),
  proposedAt: instant('Propuesto', 'Proposed'),
};

/** Answers about what waits for a second account. */
export const APPROVAL_ANSWERS = {
  'approvals list': list('approvals', 'Propuestas', 'Proposals', PROPOSAL),
  'approvals show': answer({
    ...PROPOSAL,
    request: facts('Pedido', 'Request').nullable(),
    amount: soles('Monto', 'Amount').nullable(),
    changes: many(text('Campos', 'Fields')),
  }),
  // Whatever the act answers that is approved.
  'approvals approve': answer({ status: openCode(PROPOSAL_STATUS, 'Estado', 'Status').optional() }).loose(),
  'approvals withdraw': answer({ status: openCode(PROPOSAL_STATUS, 'Estado', 'Status') }),
};
