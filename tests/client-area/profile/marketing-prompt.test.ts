import { expect, test } from 'vitest';
import { putOffMarketingPrompt } from '#api/endpoints/profile/put-off-marketing-prompt.ts';
import { readMarketingConsent } from '#server/lending/people/store/consent-store.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aClient, aClientOn, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { aBorrower, signIn } from '#tests/support/people/borrower.ts';
import { browserOf } from '#tests/support/people/client.ts';

const loans = withClientLoans();
const QUESTION = 'May we send you offers?';
const open = (client: Parameters<typeof browserOf>[0]) =>
  openClientScreen(loans, 'profile', { jar: browserOf(client) });

test('two answers that look alike; "not now" takes the question away, and records neither a yes nor a no', async () => {
  const client = await aClient(loans);
  const screen = await open(client);
  await screen.until(() => expect(screen.text()).toContain(QUESTION));
  const looks = [...document.querySelectorAll('.ask .btn')].map(({ className }) => className);
  expect(looks).toEqual(['btn line', 'btn line']);
  await screen.pressText('Not now');
  await screen.until(() => expect(screen.text()).not.toContain(QUESTION));
  expect(document.activeElement?.tagName).toBe('H2');
  expect(screen.text()).toContain('We will not ask you again for 90 days');
  expect((await readMarketingConsent(loans.db.kysely, client.personId)).changedAt).toBeNull();
});

test('a yes is said way by way, with nothing ticked before', async () => {
  const screen = await open(await aClient(loans));
  await screen.until(() => expect(screen.text()).toContain(QUESTION));
  await screen.pressText('Choose how');
  await screen.until(() => expect(screen.text()).toContain('You have agreed to none so far.'));
  expect(document.querySelectorAll('form input:checked')).toHaveLength(0);
});

test('without a network "not now" is not lost in silence', async () => {
  const screen = await open(await aBorrower(loans));
  await screen.until(() => expect(screen.text()).toContain(QUESTION));
  screen.environment.offline = true;
  await screen.pressText('Not now');
  await screen.until(() => expect(screen.text()).toContain('We could not save that'));
  expect(screen.text()).toContain(QUESTION);
});

test('after "not now" the screen does not ask when it is opened again', async () => {
  const client = await aClient(loans);
  await callEndpoint(loans, putOffMarketingPrompt, { headers: client.headers });
  const screen = await open(client);
  await screen.until(() => expect(screen.text()).toContain('Documents'));
  await settled();
  expect(screen.text()).not.toContain(QUESTION);
});

test('nobody is asked beside a debt that is late', async () => {
  const screen = await open(await aClientOn(loans, '2026-02-24'));
  await screen.until(() => expect(screen.text()).toContain('10 days late'));
  await settled();
  expect(screen.text()).not.toContain(QUESTION);
});

test('nobody is asked for a proof because of it', async () => {
  const { personId } = await aBorrower(loans);
  const screen = await open(await signIn(loans, personId, 'basic'));
  await settled();
  expect(screen.text()).not.toContain(QUESTION);
  expect(document.querySelector('dialog')).toBeNull();
});

/** Waits until what comes by itself must have come. */
function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 400));
}
