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
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { EX2_TERMS } from '#tests/support/loan/loans.ts';
import { aClientOn, aToppableClient, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { aClient, browserOf } from '#tests/support/people/client.ts';
import { OPERATOR_TOKEN } from '#tests/support/people/operator.ts';

const UNREAD = 'script, style, textarea, [translate="no"]';

/** Translates as a browser does: each text is replaced by one of its own, in two elements; what says no is left. */
function translatePage(): void {
  for (const text of texts()) {
    if (text.parentElement?.closest(UNREAD)) continue;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.append(document.createTextNode(text.data));
    outer.append(inner);
    text.replaceWith(outer);
  }
}

/**
 * Finds what a translator would leave wrong: texts that React writes to by themselves (they are not on any page any
 * more), elements that say something else than React has drawn, and figures that it would translate.
 */
function faultsUnderTranslation(): string[] {
  const bare = texts().filter((text) => internalsOf(text, '__reactFiber'));
  const elements = [...document.body.querySelectorAll('*')].flatMap((element) => {
    const drawn = internalsOf(element, '__reactProps')?.['children'];
    return typeof drawn === 'string' || typeof drawn === 'number' ? [{ element, drawn: String(drawn) }] : [];
  });
  const stale = elements.filter(
    ({ element, drawn }) => element.textContent !== drawn && element.tagName !== 'TEXTAREA',
  );
  const figures = elements.filter(
    ({ element, drawn }) => /\d/.test(drawn) && !/\p{Ll}/u.test(drawn) && !isLeft(element),
  );
  return [
    ...bare.map((text) => `no element of its own: ${text.data}`),
    ...stale.map(({ element, drawn }) => `says ${element.textContent} and not ${drawn}`),
    ...figures.map(({ drawn }) => `would be translated: ${drawn}`),
  ];
}

/** Spanish that the server sends to an English screen; papers bind in Spanish, and say so. */
function spanishWords(): string[] {
  const said = texts().filter((text) => !text.parentElement?.closest('[lang="es"], script, style'));
  return said
    .map(({ data }) => data)
    .filter((text) =>
      /(^|\s)(préstamo|cuenta|contrato|adenda|constancia|cronograma|fecha|tus?|para|devuelvo|leí)(\s|$)/i.test(text),
    );
}

function isLeft(element: Element): boolean {
  return element.closest('[translate="no"], option, svg') !== null;
}

/** 4: texts alone; the window of the tests has no `NodeFilter`. */
function texts(): Text[] {
  const walker = document.createTreeWalker(document.body, 4);
  const found: Text[] = [];
  while (walker.nextNode()) found.push(walker.currentNode as Text);
  return found;
}

function internalsOf(node: Node, kind: string): Readonly<Record<string, unknown>> | undefined {
  const key = Object.keys(node).find((name) => name.startsWith(kind));
  return key === undefined ? undefined : (node as unknown as Record<string, Record<string, unknown>>)[key];
}

/** Does all that changes a screen: moves sliders, makes choices, ticks boxes, and opens how figures are worked out. */
async function changeEverything(screen: ClientScreen, after: () => void): Promise<void> {
  const acts: (() => Promise<void>)[] = [];
  const each = <Found extends HTMLElement>(selector: string, act: (found: Found) => Promise<void> | void) => {
    const count = Math.min(2, document.querySelectorAll(`main ${selector}`).length);
    for (let index = 0; index < count; index += 1) {
      acts.push(async () => {
        const found = document.querySelectorAll<Found>(`main ${selector}`)[index];
        if (found?.isConnected) await act(found);
      });
    }
  };
  each<HTMLInputElement>('input[type=range]', ({ name, min, step }) =>
    screen.type(`input[type=range][name="${name}"]`, String(Number(min) + Number(step || 1))),
  );
  each('.step button', (button) => button.click());
  each('input[type=radio]:not(:checked)', (radio) => radio.click());
  each('input[type=checkbox]', (box) => box.click());
  each('summary', (summary) => summary.click());
  each('.explain', async (figure) => {
    figure.click();
    await screen.until(() => screen.text());
    after();
    document.querySelector<HTMLElement>('dialog button:last-of-type')?.click();
  });
  for (const act of acts) {
    await act();
    await pause(30);
    after();
  }
  // Prices are asked for 300 ms after the last change.
  await pause(350);
  after();
  for (const event of ['offline', 'online']) {
    screen.window.dispatchEvent(new screen.window.Event(event));
    await pause(30);
    after();
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

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
