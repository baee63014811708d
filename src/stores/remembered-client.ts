import { type ClientType, clientType } from '#loan/client-type.ts';

/** The key under which this browser remembers whether its last client had paid back a loan; log-out removes it. */
export const CLIENT_TYPE_KEY = 'manay:client-type';

/**
 * Remembers the client's type at sign-in. It stays when the session ends by itself, because the client will sign in
 * again rather than register.
 */
export function rememberClientType(paidLoanCount: number): void {
  try {
    localStorage.setItem(CLIENT_TYPE_KEY, clientType(paidLoanCount));
  } catch {
    // Storage is forbidden by the browser's settings: the calculator takes everybody for a new client.
  }
}

/** Reads the client type of a visitor without a session; `new` during the build, which does not have storage. */
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
