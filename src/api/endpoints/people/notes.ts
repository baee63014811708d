/** Meanings of the fields of these calls; `../notes.ts` says how they are looked up. */
export const FIELD_NOTES: Readonly<Record<string, string>> = {
  // several calls
  impersonation: 'Staff in the place of the client; null otherwise.',
  until: 'When their view ends.',
  'impersonation.mode': 'READ_ONLY: looks. ASSIST: also fills in drafts and uploads what the client sent.',
  registrationToken: 'Lets the registration be completed, once; null for somebody who is a client already.',
  password:
    '10 to 128 characters; not one of the common ones, not a few common words, and without the own name, e-mail address, document or telephone.',
  profileData: 'What pages show of the client.',
  'profileData.firstName': 'Null until the application asked for it.',
  identifier: 'Document number, e-mail or telephone, as typed.',
  token: 'From the link.',

  // answer-challenge
  'answer-challenge.id': 'The challenge.',
  'answer-challenge.code': 'The six digits; spaces and dashes do not matter.',
  'answer-challenge.password': 'The password, where that was asked for.',
  trustDevice: 'Whether this browser is to be known from now on.',
  'answer-challenge.purpose':
    'What the session may do now; a purpose that needs password and code may need the other one still.',
  'answer-challenge.challenge': 'The password, which has to follow a code in a browser that is not known.',

  // change-password
  currentPassword: 'The password as it is.',
  newPassword:
    '10 to 128 characters; not one of the common ones, not a few common words, and without the own name, e-mail address, document or telephone.',

  // complete-registration
  'complete-registration.id': 'The registration.',

  // get-session
  idleExpiresAt: 'When the session becomes basic unless somebody does something; null when it already is.',
  absoluteExpiresAt: 'When the session ends, whatever is done.',

  // keep-marketing-params
  query:
    'The query of the link. utm_*, gclid, fbclid, ref and partner are kept, at most 20, at most 200 characters each.',

  // passkeys
  options: 'For the browser, as its own functions read them.',
  credential: 'What the browser answers; PublicKeyCredential.toJSON().',
  offered: 'Whether another one may be added: after a loan was paid out.',
  host: 'The host they belong to.',
  passkeys: 'Those that were not removed.',
  passkey: 'The passkey that was added.',
  credentialId: 'Names it to the browser.',
  countsAt: 'From when it opens a session; null once it does.',
  lastUsedAt: 'When it last opened a session.',
  'passkey.createdAt': 'When it was added.',
  'passkeys.createdAt': 'When it was added.',
  'revoke-passkey.id': 'The passkey, from the list.',

  // list-sessions
  sessions: 'One for each browser.',
  'sessions.id': 'Names the session; not the secret that opens it.',
  'sessions.address': 'Where it was signed in from.',
  'sessions.createdAt': 'When it was signed in.',
  lastSeenAt: 'When it was last used, to within five minutes.',

  // request-mailbox-recovery
  'request-mailbox-recovery.documentType':
    'DNI, or CE for people from abroad; left out, a number of eight digits is a DNI and any other a CE.',
  'request-mailbox-recovery.email': 'Where the answer goes; the account’s mailbox a day after it is confirmed.',
  'request-mailbox-recovery.status': 'WAITING: somebody will look at it, if the data fit.',

  // request-phone-recovery
  'request-phone-recovery.documentType':
    'DNI, or CE for people from abroad; left out, a number of eight digits is a DNI and any other a CE.',
  'request-phone-recovery.email': 'The e-mail of the account.',
  newPhone: 'The new mobile.',

  // reset-password
  'reset-password.challengeId': 'Names the code: `challenge.id` of send-reset-code.',
  'reset-password.code': 'The six digits; spaces and dashes do not matter.',

  // resend-registration-code
  'resend-registration-code.id': 'The registration.',

  // revoke-session
  'revoke-session.id': 'The session, from the list.',

  // send-device-data
  deviceId: 'Names the device; also in the cookie did.',

  // send-recovery-picture
  picture: 'JPG, PNG or WebP of up to 2.5 MB, in base64.',
  'send-recovery-picture.status': 'WAITING: somebody will look at it.',

  // sign-in
  'sign-in.password': 'The password.',

  // start-registration
  'start-registration.documentType': 'DNI, or CE for people from abroad.',
  'start-registration.phone': 'A Peruvian mobile; the code goes there.',
  'start-registration.email': 'Where letters go to.',
  acceptPrivacy: 'Has to be ticked.',
  'start-registration.acceptMarketing': 'Whether we may advertise; left out is no.',
  'start-registration.channels': 'By which channels; left out, the answer is for all four.',
  'start-registration.textVersion':
    'SHA-256 of the words beside the boxes, in hex; left out, of our own in the language of the request.',
  registrationId: 'Names the registration in the calls that follow.',

  // start-step-up
  'start-step-up.act':
    'The body of the call that a signing purpose is for (confirm-plan, activate-flex, extend, top-up): the message of the code names its amounts, and the proof is good for that call alone.',
  'start-step-up.purpose': 'full: fully signed in again. Otherwise what the proof is for.',

  // verify-registration
  'verify-registration.id': 'The registration.',
  'verify-registration.code': 'The six digits; spaces and dashes do not matter.',
  existingClient: 'Whether the document belongs to a client, who signs in instead.',
};

/** Meanings of the error codes of these calls. */
export const ERROR_NOTES: Readonly<Record<string, string>> = {
  too_early: 'A code was sent less than a minute ago.',
  registration_over: 'The registration was completed, tried too often, or left too long: begin again.',
  passkey_refused: 'The passkey is unknown or removed, its signature is wrong, or the dialog was open for too long.',
  passkey_waits: 'The passkey is right, and counts from a day after it was added.',
  passkeys_not_offered: 'No loan was paid out yet, or the site has no address that passkeys work at.',
  passkeys_enough: 'There are ten already.',
  link_over: 'The link was used, or is too old.',
};
