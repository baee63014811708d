/**
 * The assurance a call requires of its caller (domain 2.1.1): `basic` is a remembered browser, `full` one that signed
 * in and was active within the last 15 minutes, a step-up one with a fresh proof for this purpose.
 */
export const ASSURANCE_LEVELS = ['basic', 'full'] as const;
export type Assurance = (typeof ASSURANCE_LEVELS)[number];

/** The purposes of a fresh proof. A proof for one purpose does not count for another. */
export const STEP_UP_PURPOSES = [
  'sign-agreement',
  'confirm-plan',
  'activate-flex',
  'extend',
  'top-up',
  'change-email',
  'change-phone',
  'change-bank-account',
  'change-password',
  'add-passkey',
  'close-account',
  'data-request',
] as const;
export type StepUpPurpose = (typeof STEP_UP_PURPOSES)[number];

export type Access = Assurance | { readonly stepUp: StepUpPurpose };

/** The methods by which clients prove their identity. */
export const REAUTH_METHODS = ['password', 'otp'] as const;
export type ReauthMethod = (typeof REAUTH_METHODS)[number];

/** The cookie that scripts cannot read; the other half of a session is the readable `auth` (quality A2). */
export const BIND_COOKIE = '__Host-bind';
/** The session's cookie, readable by the page; sent as a Bearer token (design §5). */
export const AUTH_COOKIE = 'auth';
/** Lifetime of a session and of both its cookies (NIST AAL1). */
export const SESSION_DAYS = 30;
