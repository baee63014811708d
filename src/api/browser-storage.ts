/**
 * Everything that is ever kept in a browser besides cookies, and what visitors are told about it: `stored_{told}`. The
 * cookie page prints it; `…` stands for the part that varies. tests/architecture/cookies.test.ts checks it against the
 * code.
 */
export const STORED = {
  'manay:first-name': 'name',
  'manay:seen': 'seen',
  'manay:client-type': 'client',
  'manay:device-sent': 'device',
  'manay:payment': 'payment',
  'manay:step:…': 'step',
  'manay:reloaded': 'reload',
  'editor:open:…': 'staff',
} as const;
