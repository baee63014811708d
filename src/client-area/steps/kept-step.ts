import { environment } from '#stores/environment.ts';

/** The steps that wait for a code, and what was typed before the first of them; each has one place in this tab. */
type StepName =
  | 'registration'
  | 'registration-data'
  | 'sign-in'
  | 'signature'
  | 'proof'
  | 'phone'
  | 'reset-link'
  | 'reset-code';

const keyOf = (name: StepName) => `manay:step:${name}`;

/**
 * Keeps a step in this tab, because telephones drop a page while its owner reads the SMS, and a reload must lead back
 * to the code. It ends with the tab, the session (`logOut`) or the time after which its code is useless. A password
 * must never be kept.
 */
export function keepStep(name: StepName, value: object, forMs: number): void {
  const untilMs = environment().nowMs() + forMs;
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify({ untilMs, value }));
  } catch {
    // Storage is forbidden by the browser's settings: a reload begins again.
  }
}

export function keptStep<Value>(name: StepName): Value | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null') as { untilMs: number; value: Value } | null;
    return kept && kept.untilMs > environment().nowMs() ? kept.value : undefined;
  } catch {
    return undefined;
  }
}

export function forgetStep(name: StepName): void {
  try {
    sessionStorage.removeItem(keyOf(name));
  } catch {
    // See above: there is nothing to remove.
  }
}
