import type { StepUpPurpose } from './access.ts';

/**
 * Purposes that agree to amounts: the request for a code comes with the call that it is for, so that the code's message
 * names the amounts.
 */
export const SIGNING_PURPOSES = [
  'confirm-plan',
  'activate-flex',
  'extend',
  'top-up',
] as const satisfies readonly StepUpPurpose[];
export type SigningPurpose = (typeof SIGNING_PURPOSES)[number];

export function isSigning(purpose: string): purpose is SigningPurpose {
  return (SIGNING_PURPOSES as readonly string[]).includes(purpose);
}
