import { expect, test, vi } from 'vitest';
import { activateFlexPay } from '#api/endpoints/arrangements/activate-flex-pay.ts';
import { confirmPaymentPlan } from '#api/endpoints/arrangements/confirm-payment-plan.ts';
import { requestTopUp } from '#api/endpoints/arrangements/request-top-up.ts';
import type { ScreenName } from '#api/screens.ts';
import { anAgreement, anApplicant, aRepeatClient, aSigner } from '#tests/support/applications/applicant.ts';
import { anAskedApplicant, aRefusedAccount } from '#tests/support/applications/information.ts';
import { anOffer } from '#tests/support/applications/offers.ts';
import { type ClientScreen, openClientScreen } from '#tests/support/browser/client-screen.ts';
import { aClientWhoProves } from '#tests/support/browser/screen-acts.ts';
import {
  changeEverything,
  faultsUnderTranslation,
  spanishWords,
  translatePage,
} from '#tests/support/browser/translator.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { EX2_TERMS } from '#tests/support/loan/loans.ts';
import { aClientOn, aToppableClient, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { aClient, browserOf } from '#tests/support/people/client.ts';
import { OPERATOR_TOKEN } from '#tests/support/people/operator.ts';

const loans = withClientLoans({ operatorToken: OPERATOR_TOKEN });
type Client = Parameters<typeof browserOf>[0];

/** Opens a screen, waits for its figures, and translates it. */
async function translated(name: ScreenName, client: Client, search = ''): Promise<ClientScreen> {
  const screen = await openClientScreen(loans, name, { jar: browserOf(client), search });
  await screen.until(() => expect(screen.text()).toMatch(/\d/));
  await screen.until(() => expect(document.querySelector('main .skeleton')).toBeNull());
  translatePage();
  return screen;
}

const OFFERED = async () => (await anOffer(loans)).applicant;
const LATE = () => aClientOn(loans, '2026-02-24');
const ASKED = async () => {
  const client = await aToppableClient(loans);
  acceptedBody(await callEndpoint(loans, requestTopUp, { headers: client.headers, body: { principal: 200 } }));
  return client;
};
const PLANNED = async () => {
  const client = await LATE();
  const body = { numberOfPayments: 3, firstPaymentDate: '2026-03-06' };
  acceptedBody(await callEndpoint(loans, confirmPaymentPlan, { headers: client.headers, body }));
  return client;
};
const FLEXIBLE = async () => {
  const client = await aClientOn(loans, '2026-03-10');
  acceptedBody(await callEndpoint(loans, activateFlexPay, { headers: client.headers, body: { acceptTerms: true } }));
  return client;
};
const INSTALMENTS = () => aClientOn(loans, '2026-02-20', EX2_TERMS);

test.each<readonly [ScreenName, string, () => Promise<Client>]>([
  ['calculator', 'of a new client', () => aClient(loans, { session: 'full' })],
  ['calculator', 'of a client who paid back', () => aRepeatClient(loans)],
  ['calculator', 'for more', () => aToppableClient(loans)],
  ['calculator', 'of a late client', LATE],
  ['application-new-client', '', () => aClient(loans, { session: 'full' })],
  ['application-waiting', '', () => anApplicant(loans, 'SCORING')],
  ['application-information-missing', '', () => aRefusedAccount(loans)],
  ['application-information-missing', 'of papers', () => anAskedApplicant(loans, [{ code: 'income_proof' }])],
  ['application-offer', '', OFFERED],
  ['application-agreement', '', async () => (await anAgreement(loans)).applicant],
  ['application-completed', '', () => aSigner(loans)],
  ['application-offer-topup', '', ASKED],
  ['profile', 'in order', () => aClientOn(loans, '2026-01-20')],
  ['profile', 'late', LATE],
  ['profile', 'in instalments', INSTALMENTS],
  ['profile', 'with a plan', PLANNED],
  ['profile', 'with flex pay', FLEXIBLE],
  ['profile-what-if', '', () => aClientOn(loans, '2026-01-27')],
  ['profile-documents', '', LATE],
  ['profile-cards-trust-level', '', LATE],
  ['profile-cards-payment-plan', '', LATE],
  ['profile-cards-payment-plan', 'that runs', PLANNED],
  ['profile-cards-flex-pay', '', () => aClientOn(loans, '2026-03-10')],
  ['profile-cards-flex-pay', 'that runs', FLEXIBLE],
  ['profile-components-payment-repay-loan', '', LATE],
  ['profile-components-payment-repay-loan', 'in instalments', INSTALMENTS],
  ['profile-components-payment-extend-loan', '', () => aClientWhoProves(loans, '2026-02-14')],
  ['profile-components-payment-extend-info', '', () => aClientWhoProves(loans, '2026-02-14')],
  ['profile-components-payment-payment-plan-info', '', LATE],
  ['modals-payment-schedule', '', INSTALMENTS],
  ['modals-payment-plan-schedule', '', PLANNED],
])('%s %s is right and alive under a translator, whatever is done on it', async (name, _, make) => {
  const screen = await translated(name, await make());
  const check = () => {
    expect([...faultsUnderTranslation(), ...spanishWords()]).toEqual([]);
    translatePage();
  };
  check();
  await changeEverything(screen, check);
  expect(screen.logged).toEqual([]);
  await screen.close();
});

test('a translated extension says what each term comes to', async () => {
  const screen = await translated(
    'profile-components-payment-extend-loan',
    await aClientWhoProves(loans, '2026-02-14'),
  );
  for (const [term, total] of [
    ['#term-14', '599,25'],
    ['#term-30', '622,57'],
    ['#term', '587,38'],
  ] as const) {
    await screen.press(term);
    await screen.until(() => expect(screen.text()).toContain(`In total with this extensionS/ ${total}`));
    translatePage();
  }
});

test('a translated comparison is made again and again', async () => {
  const screen = await translated('profile-what-if', await aClientOn(loans, '2026-01-27'));
  for (const [nth, words] of [
    [4, 'Pay 15 days late'],
    [6, 'Pay 30 days late'],
    [2, 'Pay 5 days late'],
  ] as const) {
    await screen.press(`.terms.months label:nth-child(${nth}) input`);
    await screen.press('form button[type=submit]');
    await screen.until(() => expect(screen.text()).toContain(words));
    translatePage();
  }
});

test('a screen that fails all the same offers its own reload', async () => {
  const screen = await translated('profile-what-if', await aClientOn(loans, '2026-01-27'));
  vi.spyOn(Node.prototype, 'insertBefore').mockImplementationOnce(() => {
    throw new DOMException('not a child of this node', 'NotFoundError');
  });
  await screen.press('.terms.months label:nth-child(4) input');
  await screen.press('form button[type=submit]');
  await screen.until(() => expect(screen.find('h1').textContent).toBe('Something went wrong on our side'));
  await screen.pressText('Try again');
  expect(screen.left).toEqual(['reload']);
});
