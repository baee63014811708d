import type { ScreenName } from '#api/screens.ts';
import type { ScreenAddress } from './router.ts';

/** What a guard says about a screen that somebody wants to see. */
export type Verdict =
  | { readonly kind: 'pass' }
  /** The client's state is not known, and the screen shows what it has. */
  | { readonly kind: 'pass-unknown' }
  | { readonly kind: 'redirect'; readonly to: ScreenAddress }
  /** A page outside the client area. */
  | { readonly kind: 'leave'; readonly href: string }
  /** The session has ended and the browser is on its way home. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'error'; readonly status: number; readonly message: string };

/** A screen that is being opened; `later` is told what turned out after it was let through. */
export interface Visit {
  readonly name: ScreenName;
  readonly later: (verdict: Verdict) => void;
}

export const PASS: Verdict = { kind: 'pass' };
