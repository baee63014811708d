import type { CookieName } from '#api/cookies.ts';
import { startPasskeySignIn } from '#api/endpoints/people/start-passkey-sign-in.ts';
import { cookieOf, siteCookie } from '#server/kit/cookies.ts';
import { notFound } from '#server/kit/errors.ts';
import { isSecret, newSecret } from '#server/kit/secret.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { openPasskeySignIn } from '../passkeys/passkey-sign-in.ts';
import type { IdentityContext } from '../people-context.ts';

/** The browser that opened a dialog, so that nobody else answers it. */
export const PASSKEY_COOKIE = '__Host-auth-passkey' satisfies CookieName;

export function startPasskeySignInRoute(context: IdentityContext): Route<typeof startPasskeySignIn> {
  return {
    endpoint: startPasskeySignIn,
    async answer({ request }) {
      // The one that is there is kept, because another tab may have a dialog open.
      const known = cookieOf(request, PASSKEY_COOKIE);
      const browser = isSecret(known) ? known : newSecret();
      const options = await openPasskeySignIn(context, browser);
      if (!options) return notFound();
      const headers = { 'Cache-Control': 'no-store' };
      return { kind: 'ok', body: { options: { ...options } }, headers, cookies: [siteCookie(PASSKEY_COOKIE, browser)] };
    },
  };
}
