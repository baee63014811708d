import { type ClientType, clientType } from '#loan/client-type.ts';

/** Where this browser keeps whether a client who has paid back a loan was signed in; gone with log-out. */
export const CLIENT_TYPE_KEY = 'manay:client-type';

/** Set at sign-in, and stays when the session ends by itself: the client will sign in again rather than register. */
export function rememberClientType(paidLoanCount: number): void {
  try {
    localStorage.setItem(CLIENT_TYPE_KEY, clientType(paidLoanCount));
  } catch {
    // Storage is forbidden by the browser's settings: the calculator takes everybody for a new client.
  }
}

/** Whom the calculator has before it without a session; `new` during the build, which has no storage. */
export function rememberedClientType(): ClientType {
  try {
    return localStorage.getItem(CLIENT_TYPE_KEY) === 'repeat' ? 'repeat' : 'new';
  } catch {
    return 'new';
  }
}

export function forgetClientType(): void {
  try {
    localStorage.removeItem(CLIENT_TYPE_KEY);
  } catch {
    // There is nothing to remove either.
  }
}
