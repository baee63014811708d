/**
 * The business refusals of client calls, each with its one status, and for the documentation when it is answered.
 * Beside them every call has the general ones (endpoint.ts).
 */
export const REFUSALS = {
  active_loan: { status: 409, means: 'There is a loan that is not paid.' },
  already_asked: { status: 409, means: 'The same request waits for its answer already.' },
  amount_changed: { status: 409, means: 'The amount is another one now: show it, and ask again.' },
  application_exists: { status: 409, means: 'There is an open application; details.nextScreen goes on with it.' },
  balance_changed: {
    status: 409,
    means: 'What is owed, or what it costs, is another than was shown; current is what it is now.',
  },
  bank_account_missing: { status: 409, means: 'No bank account of the client is known to send it to.' },
  challenge_over: {
    status: 410,
    means: 'The challenge was met, tried too often, left too long, or is not this session’s: ask for another.',
  },
  contact_data_missing: {
    status: 409,
    means: 'The provider needs an e-mail, a telephone and a name, and they are not known.',
  },
  credit_balance: { status: 409, means: 'The account stays open while the lender owes the client money.' },
  document_changed: { status: 409, means: 'What was read is not what stands to be signed: read it again.' },
  document_submitted: { status: 409, means: 'The file was sent with something already and stays.' },
  export_not_ready: {
    status: 409,
    means: 'The data can be downloaded for seven days from the answer to a request for access.',
  },
  idempotency_mismatch: { status: 422, means: 'This Idempotency-Key was used with another body.' },
  illegal_transition: {
    status: 409,
    means: 'The application is at a stage without this step; details say which stage and which steps it has.',
  },
  link_expired: { status: 410, means: 'The link is not ours, was used already, or is too old.' },
  link_over: { status: 410, means: 'The link was used, or is too old.' },
  loan_closed: { status: 409, means: 'Nothing can be paid of this loan.' },
  loan_not_disbursed: { status: 409, means: 'The money of this loan has not reached the client yet.' },
  loan_not_late: { status: 409, means: 'The loan is not late, so that there is nothing to promise.' },
  not_available: {
    status: 409,
    means: 'No top-up can be had now: too early, too late, in progress, or more than the level allows.',
  },
  not_eligible: { status: 409, means: 'The loan, or what happened with it before, does not allow this now.' },
  not_found: { status: 404, means: 'There is nothing at this address.' },
  nothing_to_refund: { status: 409, means: 'There is no credit, or so little that it is kept and shown.' },
  offer_expired: { status: 410, means: 'The offer has expired.' },
  offer_replaced: { status: 409, means: 'Another offer has taken the place of this one.' },
  open_application: { status: 409, means: 'The account stays open while an application is looked at.' },
  open_complaint: { status: 409, means: 'The account stays open while a complaint waits for its answer.' },
  open_loan: { status: 409, means: 'The account stays open while a loan is.' },
  parameter_missing: {
    status: 409,
    means: 'A dated figure (price, IGV, rate cap) is not loaded for today, so nothing is offered or sold.',
  },
  passkey_refused: {
    status: 422,
    means: 'The passkey is unknown or removed, its signature is wrong, or the dialog was open for too long.',
  },
  passkey_waits: { status: 409, means: 'The passkey is right, and counts from a day after it was added.' },
  passkeys_enough: { status: 409, means: 'There are ten already.' },
  passkeys_not_offered: {
    status: 409,
    means: 'No loan was paid out yet, or the site has no address that passkeys work at.',
  },
  payment_in_progress: {
    status: 409,
    means:
      'The outcome of another payment of this loan is not known yet, and this one is not safe beside it; Retry-After says when its provider is asked next, in seconds.',
  },
  payment_state: { status: 409, means: 'The payment is in a state that does not allow this.' },
  promise_open: { status: 409, means: 'A promise is open still: another one can be made when its date is over.' },
  promises_broken: {
    status: 409,
    means: 'Two promises of the last 60 days were not kept: the next one is made with a person.',
  },
  purpose_not_available: { status: 409, means: 'This cannot be paid of the loan now; ask what can.' },
  quote_expired: { status: 410, means: 'The quote is no longer valid: ask for another.' },
  rate_above_cap: {
    status: 409,
    means: 'The price of this product is above the legal maximum of today: it is not sold until one of them changes.',
  },
  rate_cap_changed: { status: 409, means: 'The legal rate cap of today is below the rate that was offered.' },
  reapply_later: { status: 409, means: 'Too soon after the last answer; details.canReapplyAt says when.' },
  reauth_required: {
    status: 428,
    means: 'The session is good, but this needs a fresh proof; reauth says which. Then call again.',
  },
  registration_over: {
    status: 410,
    means: 'The registration was completed, tried too often, or left too long: begin again.',
  },
  review_not_possible: { status: 409, means: 'A review was asked for before, or more than 30 days have passed.' },
  stale_version: {
    status: 409,
    means: 'The application was changed elsewhere; details.version is the one that counts.',
  },
  too_early: { status: 409, means: 'A code was sent less than a minute ago.' },
  top_up_expired: { status: 410, means: 'The top-up was not signed within 24 hours: ask for it again.' },
  top_up_signed: { status: 409, means: 'The top-up is signed: it cannot be declined any more.' },
} as const satisfies Readonly<Record<string, BusinessRefusal>>;

interface BusinessRefusal {
  /** Never 403, because that would log the client out. */
  readonly status: 401 | 404 | 409 | 410 | 422 | 428;
  readonly means: string;
}

export type RefusalCode = keyof typeof REFUSALS;
