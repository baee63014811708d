/** Meanings of the fields of these calls; `../notes.ts` says how they are looked up. */
export const FIELD_NOTES: Readonly<Record<string, string>> = {
  // several calls
  bankAccount: 'Where the client’s money goes; null when nobody ever named an account.',
  'bankAccount.bankId': 'As GET /application/banks calls it; null for a bank that is not listed.',
  'bankAccount.masked': 'The last four digits.',
  'bankAccount.verified': 'Whether money of ours has arrived there.',
  pendingAccount: 'The account that takes its place, which does not count yet; null when there is none.',
  'pendingAccount.confirmed': 'Always true: an account answers nothing.',
  'pendingAccount.countsAt': 'When it counts. Nothing is paid out before, and this may be put off by another change.',
  'pendingAccount.cancellable': 'Whether the client can take it back.',
  pending: 'Another one that does not count yet; null when there is none.',
  'pending.confirmed': 'Whether the new mailbox or telephone has answered.',
  'pending.countsAt': 'When it counts; before it is confirmed, when its link ends.',
  'pending.cancellable': 'Whether the client can take it back; what staff approved stays.',
  closesOn: 'The day the account is closed, unless it is kept after all.',
  masked: 'As much of it as its owner recognises.',
  verified: 'Whether its owner has proven it.',

  // cancel-contact-change
  'cancel-contact-change.kind': 'What stays as it is.',

  // change-bank-account
  'change-bank-account.bankId': 'As GET /application/banks calls it.',
  'change-bank-account.type': 'The kind of account.',
  'change-bank-account.cci': 'The interbank account code, 20 digits; its first three are the bank’s.',

  // change-email
  newEmail: 'The address to be used. It counts a day after its mailbox has confirmed it.',

  // change-phone
  'change-phone.newPhone': 'The mobile to be used. It counts a day after the code that went to it has come back.',
  'change-phone.challenge': 'The code that is on its way to the new telephone.',

  // confirm-email
  'confirm-email.token': 'What is in the link of the e-mail. Works once, for 24 hours.',

  // confirm-phone
  'confirm-phone.challengeId': 'Names the code: `challenge.id` of the answer before.',

  // get-marketing-prompt
  isDue: 'Whether the client is asked about advertising now.',

  // get-profile
  'get-profile.altPhone': 'A second telephone, masked.',
  view: 'full: everything, or 428 for a browser that is only remembered.',
  clientId: 'The client.',
  'get-profile.firstName': 'Null until the application asked for it.',
  clientType: 'repeat: has paid back at least one loan. new: has not.',
  'get-profile.language': 'In which language we write to the client.',
  'get-profile.version': 'Counts changes of the profile.',
  document: 'What the client is known by.',
  'document.type': 'DNI, or CE for people from abroad.',
  'get-profile.phone': 'Where codes go to.',
  'get-profile.email': 'Where letters go to.',
  'email.value': 'As much of it as its owner recognises; the whole of it until it is confirmed.',
  address: 'Where the client lives.',
  line: 'Street, number and flat.',
  acceptMarketing: 'Whether we may advertise.',
  'acceptMarketing.value': 'By at least one channel.',
  unreadNotifications: 'How many the client has not read.',

  // save-profile
  'save-profile.address': 'Where the client lives from now on, whole.',
  'save-profile.payday': 'Day of the month the client is paid on, 1 to 31.',
  'save-profile.version': 'Counts changes: goes back in If-Match.',
};

/** Meanings of the error codes of these calls. */
export const ERROR_NOTES: Readonly<Record<string, string>> = {
  link_expired: 'The link is not ours, was used already, or is too old.',
  open_loan: 'The account stays open while a loan is.',
  open_application: 'The account stays open while an application is looked at.',
  open_complaint: 'The account stays open while a complaint waits for its answer.',
  credit_balance: 'The account stays open while the lender owes the client money.',
};
