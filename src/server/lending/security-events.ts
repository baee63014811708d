import type { Context } from 'hono';
import { callerOf } from '#server/kit/caller.ts';
import type { SecurityEventKind, SecurityNames } from '#server/kit/security-event.ts';
import type { Vault } from '#server/kit/vault.ts';

/** The endpoints whose every answer is a security event. */
const KINDS: Readonly<Record<string, SecurityEventKind>> = {
  'sign-in': 'sign-in',
  'sign-in-by-passkey': 'sign-in',
  'verify-registration': 'sign-in',
  'complete-registration': 'sign-in',
  'redeem-login-as': 'sign-in',
  'staff-sign-in': 'sign-in',
  'staff-invitation': 'secret-changed',
  'staff-sign-out': 'session-ended',
  'staff-passkey': 'secret-changed',
  'staff-password': 'secret-changed',
  'staff-recovery-codes': 'secret-changed',
  'staff-desk-code': 'code-asked',
  'staff-proof': 'proof',
  'answer-challenge': 'proof',
  'send-sign-in-code': 'code-asked',
  'start-registration': 'code-asked',
  'resend-registration-code': 'code-asked',
  'start-step-up': 'code-asked',
  'send-reset-code': 'code-asked',
  'send-email-confirmation': 'code-asked',
  'change-password': 'secret-changed',
  'reset-password': 'secret-changed',
  'change-email': 'secret-changed',
  'confirm-email': 'secret-changed',
  'change-phone': 'secret-changed',
  'confirm-phone': 'secret-changed',
  'change-bank-account': 'secret-changed',
  'start-passkey': 'secret-changed',
  'complete-passkey': 'secret-changed',
  'revoke-passkey': 'secret-changed',
  'stop-contact-changes': 'secret-changed',
  'cancel-contact-change': 'secret-changed',
  'close-account': 'secret-changed',
  'keep-account': 'secret-changed',
  'request-mailbox-recovery': 'recovery',
  'request-password-reset': 'recovery',
  'request-phone-recovery': 'recovery',
  'send-recovery-picture': 'recovery',
  'log-out': 'session-ended',
  'revoke-session': 'session-ended',
  'not-me': 'session-ended',
  'end-sessions': 'session-ended',
  // A pass or token with which the closed product does not answer.
  'maintenance-pass': 'access-refused',
};

/**
 * Endpoints of people and their profile that do not change anybody's rights; a test lists every other one above.
 * @internal
 */
export const NO_SECURITY_EVENTS: readonly string[] = [
  'touch-session',
  'start-passkey-sign-in',
  'keep-marketing-params',
  'send-device-data',
  'save-profile',
  'put-off-marketing-prompt',
];

export function securityEventKind(endpoint: string): SecurityEventKind | undefined {
  return Object.hasOwn(KINDS, endpoint) ? KINDS[endpoint] : undefined;
}

/**
 * Callers are named by a keyed hash: the log follows one address without showing it; the access log has the address.
 */
export function securityNames(vault: Vault, trustedProxies: number): SecurityNames {
  const callerName = (c: Context): string => vault.blindIndex('log-caller', callerOf(c, trustedProxies)).slice(0, 16);
  return { kindOf: securityEventKind, callerName };
}
