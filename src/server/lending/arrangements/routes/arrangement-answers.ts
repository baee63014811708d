import { PROPOSAL_STATUS } from '#i18n/staff-codes/desk.ts';
import { LOAN_STATUS } from '#i18n/staff-codes/loans.ts';
import { answer, date, instant, list, openCode, ref, text } from '#server/lending/staff/answer.ts';

/** Answers of the acts of this room. */
export const ARRANGEMENT_ANSWERS = {
  'write-off list': list('proposals', 'Propuestas', 'Proposals', {
    number: ref('loan show', 'number', 'Número de préstamo', 'Number of the loan'),
    reason: text('Motivo', 'Reason'),
    proposedBy: text('Propuesto por', 'Proposed by'),
    proposedAt: instant('Propuesto', 'Proposed'),
  }),
  'flex offer': answer({
    validUntil: date('Vale hasta', 'Valid until'),
  }),
  'write-off propose': answer({
    status: openCode(PROPOSAL_STATUS, 'Estado', 'Status'),
  }),
  'write-off approve': answer({
    status: openCode(LOAN_STATUS, 'Estado', 'Status'),
  }),
  'write-off withdraw': answer({
    status: openCode(PROPOSAL_STATUS, 'Estado', 'Status'),
  }),
  'write-off reverse': answer({
    status: openCode(LOAN_STATUS, 'Estado', 'Status'),
  }),
};
