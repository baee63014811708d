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
} as const;
