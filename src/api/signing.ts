import type { StepUpPurpose } from './access.ts';

/** Purposes that agree to amounts: the call they are for comes with the request for a code, which names them. */
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
