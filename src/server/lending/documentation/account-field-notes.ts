/** What the fields of a client's own account mean (domain 2.8, 2.19), for the documentation only. */
export const ACCOUNT_FIELD_NOTES: Readonly<Record<string, string>> = {
  newEmail: 'The address to be used from now on. It counts once its mailbox has confirmed it.',
  'confirm-email.token': 'What stands in the link of the e-mail. Works once, for 24 hours.',
  'email.pending': 'Another address whose mailbox has not confirmed it yet, masked; null when there is none.',
  altPhone: 'A second telephone. It is never sent a code.',
  'get-profile.altPhone': 'A second telephone, masked.',
  'save-profile.payday': 'Day of the month the client is paid on, 1 to 31.',
  'save-profile.version': 'Counts changes: goes back in If-Match.',
  'make-data-request.type':
    'ACCESS: what is known. PORTABILITY: to take it along. RECTIFICATION: to correct it. CANCELLATION: to delete it. OPPOSITION: not to use it for something.',
  'items.type': 'ACCESS, PORTABILITY, RECTIFICATION, CANCELLATION or OPPOSITION.',
  'list-data-requests.items': 'What was asked, newest first.',
  'items.dueDate': 'The last day for the answer.',
  detail: 'What is asked, in the client’s own words.',
  'make-data-request.status': 'RECEIVED, IN_PROGRESS, DONE or DENIED.',
  'make-data-request.dueDate': 'The last day for the answer.',
  decidedAt: 'When it was answered.',
  answer: 'What the client was answered; a no says why and where to complain.',
  closesOn: 'The day the account is closed, unless it is kept after all.',
};
