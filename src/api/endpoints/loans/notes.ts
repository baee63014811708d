/** Meanings of the fields of these calls; `../notes.ts` says how they are looked up. */
export const FIELD_NOTES: Readonly<Record<string, string>> = {
  // get-trust-level
  'get-trust-level.level': '1 to 5.',
  'get-trust-level.name': 'Name of the level; its text is the screen’s.',
  'get-trust-level.points': 'All points together.',
  'get-trust-level.next': 'The next level; null at the last.',
  'next.level': 'Its number.',
  pointsNeeded: 'Points that are missing.',
  how: 'What would bring points, the most first.',
  'how.event': 'What it is.',
  'how.points': 'What it brings.',
  benefits: 'What the level is good for. It is not a promise of credit.',
  isFirstLoan: 'No loan was paid back yet: the limit is that of a first loan, at any level.',
  fromPoints: 'The points at which the level starts; null for the first, which everybody has.',
  'benefits.code': 'MAX_SINGLE_PAY: the most in one payment, soles. TECH_FEE_DISCOUNT: percent off the techFee.',
  'benefits.value': 'Soles or percent.',
  history: 'What the client is known for, oldest first.',
  'history.date': 'The day it happened.',
  'history.event': 'What happened.',
  delta: 'What it counts: below zero for what was late.',
  'history.loanNumber': 'The loan it is about.',

  // get-payment-promise, make-payment-promise
  'get-payment-promise.promise': 'The open promise; null when there is none.',
  'get-payment-promise.range':
    'The bounds of a promise that may be made today; null while one is open, when it takes a person, and when the loan is not late.',
  'get-payment-promise.needsPerson':
    'Two promises of the last 60 days were not kept: the next one is made with a person, by telephone or in writing.',
  'range.min': 'The least that can be promised, soles: a sixth of what is overdue.',
  'range.max': 'All that is overdue, soles.',
  'range.from': 'The first day that can be promised: today.',
  'range.until': 'The last day that can be promised.',
  'promise.amount': 'What is promised, soles.',
  'promise.date': 'The day by whose end it comes.',
  'make-payment-promise.amount': 'What is promised, soles.',
  'make-payment-promise.date': 'The day by whose end it comes.',
  'make-payment-promise.promise': 'The promise as it was made.',

  // get-what-if
  'get-what-if.number': 'Number of the loan.',
  lateDays: 'How many days late the comparison assumes; 10 unless told, at most 30.',
  prepay: 'What would be paid today, soles; half of the principal unless told. In the answer its bounds, or null.',
  'prepay.min': 'The least that is taken, soles.',
  'prepay.max': 'The most that does not end the loan, soles.',
  'get-what-if.date': 'The day the comparison is made for.',
  'get-what-if.principal': 'Principal owed today, soles.',
  scenarios: 'The ways to go on, cheapest first; empty when nothing is owed.',
  'scenarios.kind': 'Which way.',
  'scenarios.days': 'Days late, or days of the extension; null for the others.',
  'scenarios.date': 'The last payment.',
  'scenarios.now': 'What is paid today, soles.',
  'scenarios.total': 'Everything that is paid from today on, soles.',
  'scenarios.cost': 'The total without the principal, soles.',
  'scenarios.difference': 'More than in the way it is compared to, below zero less, soles.',
  'scenarios.terms': 'How the total is worked out; the terms add up to it.',
  nowTerms: 'How what is paid today is worked out; the terms add up to it.',
  'nowTerms.name': 'What it is for.',
  'nowTerms.amount': 'Soles.',
  'nowTerms.basis': 'How it is reckoned; null where there is nothing to reckon.',

  // list-loans
  'list-loans.items': 'Newest first.',
  'items.unappliedCredit': 'The client’s money that pays nothing, also of a loan that is over, soles.',
  'items.principal': 'What was borrowed, soles.',
  'items.term': 'Days for a single payment, months for instalments.',
};

export const ERROR_NOTES: Readonly<Record<string, string>> = {
  loan_not_late: 'The loan is not late, so that there is nothing to promise.',
  promises_broken: 'Two promises of the last 60 days were not kept: the next one is made with a person.',
  promise_open: 'A promise is open still: another one can be made when its date is over.',
};
