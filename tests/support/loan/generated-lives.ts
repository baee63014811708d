import fc from 'fast-check';
import type { LoanTerms } from '#loan/loan.ts';
import type { TaxRules } from '#loan/taxed-lines.ts';
import type { BookedLoan } from './booked-loan.ts';
import { DocumentedLoan } from './documented-loan.ts';
import { type Expected, loanCommands } from './loan-commands.ts';
import { BANK_CALENDAR, EX1_TERMS, EX2_TERMS, termsOf } from './loans.ts';
import { LONG, VALUE_DATE } from './products.ts';

export const anyTerms: fc.Arbitrary<LoanTerms> = fc.constantFrom(EX1_TERMS, EX2_TERMS, termsOf(LONG, 5000, 9));
export const anyRules: fc.Arbitrary<TaxRules> = fc.record({
  dayZeroFees: fc.constantFrom('DUE_DATE', 'DISBURSEMENT'),
  lateInterest: fc.constantFrom('MONTH_END', 'PAYMENT'),
  writeOff: fc.constantFrom('KEEPS', 'TAKES_BACK'),
});
export const anyCommands = fc.commands(loanCommands, { maxCommands: 80, size: '+1' });

/** Lives a loan from its payout on; every evening is documented and checked. */
export function live(
  terms: LoanTerms,
  rules: TaxRules,
  commands: Iterable<fc.Command<Expected, BookedLoan>>,
): DocumentedLoan {
  const life = new DocumentedLoan(terms, VALUE_DATE, BANK_CALENDAR, rules);
  life.order();
  life.confirm();
  const model: Expected = { status: life.loan.status };
  fc.modelRun(() => ({ model, real: life }), commands);
  return life;
}
