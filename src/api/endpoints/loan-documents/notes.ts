/** Meanings of the fields of these calls; `../notes.ts` says how they are looked up. */
export const FIELD_NOTES: Readonly<Record<string, string>> = {
  // request-payoff-paper
  'request-payoff-paper.type': 'Kind of paper.',
  'request-payoff-paper.loanNumber': 'The loan it is about.',
  'request-payoff-paper.date': 'The day of payment: today or one of the next 30 days.',

  // request-statement
  'request-statement.type': 'Kind of paper.',
  'request-statement.loanNumber': 'The loan it is about.',
  'request-statement.from': 'First day; of disbursement unless told.',
  'request-statement.to': 'Last day, not in the future; today unless told.',
};

/** Meanings of the error codes of these calls. */
export const ERROR_NOTES: Readonly<Record<string, string>> = {
  loan_not_disbursed: 'The money of this loan has not reached the client yet.',
};
