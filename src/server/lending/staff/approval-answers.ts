import { STAFF_ACTS } from '#i18n/staff-acts.ts';
import { codesOf } from '#i18n/staff-codes/code-words.ts';
import { PROPOSAL_STATUS } from '#i18n/staff-codes/desk.ts';
import { answer, carried, facts, id, instant, list, many, openCode, soles, text } from './answer.ts';

/** A proposal that waits for a second account. */
const PROPOSAL = {
  id: carried(id('Identificador', 'Id')),
  act: openCode(codesOf(STAFF_ACTS), 'Qué se haría', 'What would be done').nullable(),
  action: carried(text('Acción', 'Action')),
  subject: id('De qué o de quién', 'Of what or whom'),
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
