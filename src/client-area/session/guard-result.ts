import type { ScreenName } from '#api/screens.ts';
import type { ScreenAddress } from '../router.ts';

/** A guard's decision about opening a screen. */
export type GuardResult =
  | { readonly kind: 'pass' }
  /** The client's state is unknown; the screen shows what it has. */
  | { readonly kind: 'pass-unknown' }
  | { readonly kind: 'redirect'; readonly to: ScreenAddress }
  /** A page outside the client area. */
  | { readonly kind: 'leave'; readonly href: string }
  /** The session has ended and the browser is already navigating home. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'error'; readonly status: number; readonly message: string };

/** A screen that is being opened; `later` receives a result that arrives after it was let through. */
export interface Visit {
  readonly name: ScreenName;
  readonly query: Readonly<Record<string, string>>;
  readonly later: (result: GuardResult) => void;
}

export const PASS: GuardResult = { kind: 'pass' };
