/** What a lender says about its decision (domain 2.3.5); part of the set `application`. */
export const DECISION = {
  // why an application was not approved, and what to do about it
  reason_means_affordability:
    'With the income and expenses you told us, the monthly payments would take too much of your month.',
  reason_action_affordability: 'Ask for less or for a longer term. You can apply again in 15 days.',
  reason_means_existing_overdue: 'You have an unpaid debt with us.',
  reason_action_existing_overdue: 'Pay it or agree a payment plan with us; then you can apply again.',
  reason_means_credit_history: 'An earlier loan with us was paid very late.',
  reason_action_credit_history: 'Two years after that delay it no longer counts.',
  reason_means_identity_not_confirmed: 'We could not confirm that it is you who is applying.',
  reason_action_identity_not_confirmed: 'Apply again with clear photos of your document, or ask us to look again.',
  reason_means_document_unreadable: 'A document you sent cannot be read.',
  reason_action_document_unreadable:
    'Take the photo again with good light, without glare and with all four corners visible.',
  reason_means_policy_age: 'We lend to people from 18 years of age up to 75 at the last due date.',
  reason_action_policy_age: 'If your age does not allow this term, a shorter one may.',
  reason_means_policy_income_source: 'We do not lend on this kind of income yet.',
  reason_action_policy_income_source: 'If you have another income, apply again with it.',
  reason_means_duplicate_application: 'There is already an application with your data.',
  reason_action_duplicate_application: 'Go on with the other one, or write to us if it is not yours.',
  reason_means_blocked_region: 'We do not lend where you live yet.',
  reason_action_blocked_region: 'We will say on this site when we do.',
  reason_means_verification_failed: 'Our checks against fraud in your name did not pass.',
  reason_action_verification_failed: 'Ask us to look again: a person will, not a program.',

  // what may be asked for in the middle of a decision, and why
  information_title_income_proof: 'Proof of your income',
  information_why_income_proof:
    'For this amount we need a paper: payslip, receipt for fees or account statement of the last three months.',
  information_title_address_proof: 'Proof of your address',
  information_why_address_proof:
    'A water, electricity or phone bill of the last two months. It may be in the name of somebody you live with.',
  information_title_dni_front: 'The front of your document',
  information_why_dni_front: 'To be sure that nobody applies in your name.',
  information_title_dni_back: 'The back of your document',
  information_why_dni_back: 'To be sure that nobody applies in your name.',
  information_title_selfie: 'A photo of your face',
  information_why_selfie: 'We compare it with your document and use it for nothing else.',
  information_title_other_document: 'Another document',
  information_why_other_document: 'Whoever reviews your application explains below which one.',
  information_title_employer_phone: 'Your employer’s phone',
  information_why_employer_phone: 'We confirm that you work there; we never speak of your loan.',
  information_title_alternative_phone: 'Another phone of yours',
  information_why_alternative_phone: 'In case we cannot reach you on the first one.',
  information_title_bank_account: 'Another bank account',
  information_why_bank_account:
    'The bank did not take the transfer to the one you gave us. It has to be in your own name.',
  information_title_call: 'A call',
  information_why_call: 'Somebody calls you to clear up a point. Tell us when it suits you.',
} as const;
