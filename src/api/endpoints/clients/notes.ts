/** Meanings of the fields of these calls; `../notes.ts` says how they are looked up. */
export const FIELD_NOTES: Readonly<Record<string, string>> = {
  // several calls
  unread: 'How many are left to read.',
  smsDetails:
    'Whether a text message names the lender and the matter; off for the neutral text, where a telephone is shared.',
  marketing: 'What the client said about advertising.',
  'marketing.value': 'By at least one channel.',

  // get-notification-preferences
  'get-notification-preferences.channels': 'How service messages arrive beside the client area.',

  // list-notifications
  'list-notifications.cursor': 'nextCursor of the page before.',
  'list-notifications.items': 'Newest first.',
  'items.body': 'In full.',
  readAt: 'When the client read it; null until then.',
  link: 'The screen it leads to, without language.',
  severity: 'INFO, SUCCESS, WARNING, or CRITICAL for what costs money or rights when it is not read.',

  // read-notifications
  ids: 'Which ones, at most 100.',
  all: 'True: every one. Send this or ids.',
  upTo: 'With all: the newest that was shown; what came after it stays unread.',

  // record-consent
  'record-consent.purpose': 'What the visitor decided about. ANALYTICS: the two tag-manager containers.',
  granted: 'Yes or no; a no is recorded as well.',
  textVersion: 'SHA-256 of the words that were on the screen, in hex.',
  consentId: 'Names the row of the ledger.',

  // save-notification-preferences
  'save-notification-preferences.channels': 'At least one of them: service messages cannot be switched off.',

  // set-marketing-consent
  'set-marketing-consent.acceptMarketing': 'Yes or no.',
  'set-marketing-consent.channels': 'The channels agreed to; those not named are a no. Left out: all four.',
  'set-marketing-consent.value': 'By at least one channel.',
  'set-marketing-consent.textVersion':
    'SHA-256 of the words that were on the screen, in hex; left out of a yes, of our own in the language of the request.',
};
