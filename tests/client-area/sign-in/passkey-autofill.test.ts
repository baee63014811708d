import { expect, test, vi } from 'vitest';
import { signInByPasskey } from '#api/endpoints/people/sign-in-by-passkey.ts';
import { startPasskeySignIn } from '#api/endpoints/people/start-passkey-sign-in.ts';
import { type ClientScreen, type ClientVisit, openClientScreen } from '#tests/support/browser/client-screen.ts';
import { withClientLoans } from '#tests/support/loans/client-loans.ts';
import { withPasskey } from '#tests/support/people/passkeys.ts';
import type { Authenticator } from '#tests/support/staff/authenticator.ts';

const loans = withClientLoans();
type Options = Parameters<Authenticator['get']>[0];

/** Opens the page of signing in, where the browser gives this. */
async function openSignIn(given: (options: Options, signal: AbortSignal) => unknown, visit: ClientVisit = {}) {
  const get = async ({ publicKey, signal }: { readonly publicKey: Options; readonly signal: AbortSignal }) =>
    given(publicKey, signal);
  return openClientScreen(loans, 'sign-in', {
    ...visit,
    beforeScript: () => {
      Object.defineProperty(navigator, 'credentials', { value: { get } });
      vi.stubGlobal('PublicKeyCredential', {
        isConditionalMediationAvailable: () => Promise.resolve(true),
        parseRequestOptionsFromJSON: (options: Options) => options,
      });
    },
  });
}

/** Gives this the first time, and nothing afterwards. */
function once(given: (options: Options) => unknown) {
  let asked = 0;
  return (options: Options) => {
    asked += 1;
    return asked === 1 ? given(options) : new Promise(() => undefined);
  };
}

const signedBy = (phone: Authenticator) => (options: Options) => ({ toJSON: () => phone.get(options) });

test('a server that fails while a passkey signs in is what the page says, and not that the passkey is wrong', async () => {
  const { phone } = await withPasskey(loans);
  const opened: Promise<ClientScreen> = openSignIn(
    once(async (options) => {
      const { environment } = await opened;
      environment.failing = signInByPasskey.path;
      return signedBy(phone)(options);
    }),
  );
  const screen = await opened;
  const { $errorMessage } = await import('#stores/error-banner.ts');
  await screen.until(() => expect($errorMessage.get()).toBeDefined());
  expect(screen.text()).not.toContain('That passkey did not work');
  expect(screen.jar.get('auth')).toBeUndefined();
});

test('a server that was out of reach is asked again, and the passkey opens the account', async () => {
  const { phone } = await withPasskey(loans);
  const screen = await openSignIn(once(signedBy(phone)), { failing: startPasskeySignIn.path });
  screen.environment.failing = undefined;
  await screen.until(() => expect(screen.jar.get('auth')).toBeTruthy());
});

test('a password manager that answers with something else is for developers alone, and the form stays', async () => {
  const screen = await openSignIn(once(() => ({})));
  await screen.until(() => expect(screen.logged).toEqual(['passkeys cannot be offered']));
  expect(screen.find('#password')).toBeTruthy();
});

test('a page that comes back from the browser’s cache asks the browser anew, and asks no more for the page of before', async () => {
  const { phone } = await withPasskey(loans);
  const signals: AbortSignal[] = [];
  const screen = await openSignIn((options, signal) => {
    signals.push(signal);
    return signals.length === 1 ? new Promise(() => undefined) : signedBy(phone)(options);
  });
  await screen.until(() => expect(signals).toHaveLength(1));
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
  expect(signals[0]?.aborted).toBe(false);
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(signals[0]?.aborted).toBe(true);
  await screen.until(() => expect(screen.jar.get('auth')).toBeTruthy());
  expect(signals).toHaveLength(2);
});
