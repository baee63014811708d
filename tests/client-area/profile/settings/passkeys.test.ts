import { expect, test, vi } from 'vitest';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { aClient, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { proveAgain } from '#tests/support/people/borrower.ts';
import { browserOf } from '#tests/support/people/client.ts';
import { withPasskey } from '#tests/support/people/passkeys.ts';
import { Authenticator } from '#tests/support/staff/authenticator.ts';

const loans = withClientLoans();
const ROWS = 'section[aria-labelledby=passkeys] li';
const ADD = 'section[aria-labelledby=passkeys] > p button';

/** Makes passkeys as the browser of a page does. @returns those that it has made */
function browserMakes(onMade: () => void): Authenticator[] {
  const made: Authenticator[] = [];
  const create = async ({ publicKey }: { readonly publicKey: Parameters<Authenticator['create']>[0] }) => {
    const passkey = new Authenticator();
    made.push(passkey);
    onMade();
    return { toJSON: () => passkey.create(publicKey) };
  };
  Object.defineProperty(navigator, 'credentials', { value: { create }, configurable: true });
  return made;
}

async function opened(client: Awaited<ReturnType<typeof aClient>>) {
  vi.stubGlobal('PublicKeyCredential', { parseCreationOptionsFromJSON: (options: unknown) => options });
  const screen = await openClientScreen(loans, 'profile-settings', { jar: browserOf(client), hash: '#passkeys' });
  await screen.until(() => screen.find(ADD));
  return screen;
}

test('a passkey that was made and found no network is sent again, and no second one is made', async () => {
  const client = await aClient(loans);
  await proveAgain(loans, client, ['add-passkey']);
  const screen = await opened(client);
  const made = browserMakes(() => {
    screen.environment.offline = true;
  });
  await screen.press(ADD);
  await screen.until(() => expect(screen.text()).toContain('The passkey could not be added. Try again.'));
  screen.environment.offline = false;
  await screen.press(ADD);
  await screen.until(() => expect(document.querySelectorAll(ROWS)).toHaveLength(1));
  expect(made).toHaveLength(1);
});

test('a passkey that is removed leaves the keyboard at the name of its row', async () => {
  const { client } = await withPasskey(loans);
  const screen = await opened(client);
  await screen.press(`${ROWS} button`);
  await screen.until(() => expect(document.querySelectorAll(ROWS)).toHaveLength(0));
  expect(document.activeElement).toBe(screen.find('#passkeys').closest('summary'));
});
