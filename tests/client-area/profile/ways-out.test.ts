import { describe, expect, test } from 'vitest';
import { activateFlexPay } from '#api/endpoints/arrangements/activate-flex-pay.ts';
import { confirmPaymentPlan } from '#api/endpoints/arrangements/confirm-payment-plan.ts';
import { type ScreenName, screenAt } from '#api/screens.ts';
import { MESSAGES, type MessageKey } from '#i18n/messages.ts';
import { IS_FULL_RUN } from '#tests/scope.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { callEndpoint } from '#tests/support/lending/lending-app.ts';
import { EX1_TERMS, EX2_TERMS } from '#tests/support/loan/loans.ts';
import { aClientOn, aToppableClient, type ClientWithLoan, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { closeThrough, pay } from '#tests/support/loans/loan-service.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';
import { browserOf } from '#tests/support/people/client.ts';

const loans = withClientLoans();
const words = (element: Element | null | undefined) => element?.textContent?.replaceAll('\u00a0', ' ');

const PAGE = 'profile-components-payment-extend-info';
type Shown = Awaited<ReturnType<typeof openClientScreen>>;

/** @param left the screen that is left for it */
function open(client: Parameters<typeof browserOf>[0], name: ScreenName = PAGE, left?: Shown) {
  return openClientScreen(loans, name, { jar: browserOf(client), ...(left && { reloadOf: left }) });
}

async function onAPlan(date = '2026-02-24'): Promise<ClientWithLoan> {
  const client = await aClientOn(loans, date);
  const body = { numberOfPayments: 3, firstPaymentDate: '2026-03-06' };
  await callEndpoint(loans, confirmPaymentPlan, { headers: client.headers, body });
  return client;
}

async function onFlex(): Promise<ClientWithLoan> {
  const client = await aClientOn(loans, '2026-03-02');
  await callEndpoint(loans, activateFlexPay, { headers: client.headers, body: { acceptTerms: true } });
  return client;
}

/** Dates in order and overdue, of a single payment and of instalments. */
const LINKS = [
  ['Pay early', 'PAYOFF', 'profile', '2026-02-01', EX2_TERMS],
  ['Pay a part today', 'PREPAY', PAGE, '2026-02-01', EX2_TERMS],
  ['Pay a part today', 'PARTIAL', PAGE, '2026-01-27', EX1_TERMS],
  ['Pay a part today', 'PARTIAL', PAGE, '2026-03-25', EX2_TERMS],
  ['Catch up', 'DUE', PAGE, '2026-03-25', EX2_TERMS],
  ['Pay it all today', 'PAYOFF', PAGE, '2026-03-25', EX2_TERMS],
] as const;

test.each(LINKS)('“%s” opens the payment of %s, from %s on %s', async (link, purpose, name, date, terms) => {
  const client = await aClientOn(loans, date, terms);
  const screen = await open(client, name);
  const all = () => [...document.querySelectorAll<HTMLAnchorElement>('main a')];
  await screen.until(() => expect(all().map(words).join('|')).toContain(link));
  all()
    .find((each) => words(each)?.includes(link))
    ?.click();
  const chosen = () => screen.find<HTMLInputElement>('input[name=purpose]:checked').value;
  await screen.until(() => expect(chosen()).toBe(purpose));
});

describe('what can be done', () => {
  test('a single payment in order: the date moved and a part today, a plan later with its first amount, a person last', async () => {
    const screen = await open(await aClientOn(loans, '2026-01-27'));
    await screen.until(() => expect(screen.text()).toContain('Your next due date is 14/02/2026.'));
    const links = [...document.querySelectorAll('main .card a')].map((link) => link.getAttribute('href'));
    expect(links.slice(0, 2)).toEqual([
      '/en/profile/components/payment/extend-loan/',
      '/en/profile/components/payment/repay-loan/?purpose=PARTIAL',
    ]);
    expect(words(screen.find('.late-ways b'))).toBe('Move the date by 7 days');
    expect(screen.find('[aria-labelledby=ways-later] a').getAttribute('href')).toMatch(/^(?:https:|tel:|mailto:)/);
    expect(words(screen.find('[aria-labelledby=ways-later]'))).toMatch(
      /Payment plan, from 09\/02\/2026It would be 3 monthly payments, the first of S\/ 187,42\./,
    );
  });

  test('instalments in order: never the date, which cannot be moved', async () => {
    const screen = await open(await aClientOn(loans, '2026-02-01', EX2_TERMS));
    await screen.until(() => expect(screen.text()).toContain('Pay a part today'));
    expect(screen.text()).not.toContain('Move the date');
    expect(words(screen.find('[aria-labelledby=ways-later]'))).toContain('It would be 6 monthly payments');
  });

  test('late instalments: what asks for least in thirty days first, and flex pay when it opens', {
    tags: ['promise-being-late', 'promise-flex-pay'],
  }, async () => {
    const screen = await open(await aClientOn(loans, '2026-02-24', EX2_TERMS));
    await screen.until(() => screen.find('.late-ways'));
    const soon = [...document.querySelectorAll('.late-ways dl > div:nth-child(2) dd')].map((cell) =>
      Number(
        words(cell)
          ?.replace(/[^\d,]/g, '')
          .replace(',', '.'),
      ),
    );
    expect(soon).toEqual(soon.toSorted((one, other) => one - other));
    expect(words(screen.find('.late-ways'))).toContain('Catch up: S/ 6');
    expect(words(screen.find('[aria-labelledby=ways-later]'))).toMatch(
      /Flex pay, from 03\/03\/2026.*at least S\/ [\d.,]+ a month for 6 months/,
    );
  });

  test('a plan that runs is the way itself', async () => {
    const screen = await open(await onAPlan());
    await screen.until(() => expect(screen.text()).toContain('You already have an arrangement'));
    expect(document.querySelector('.late-ways')).toBeNull();
    expect(screen.find('a[href="/en/profile/cards/payment-plan/"]')).toBeTruthy();
  });

  test('who has no loan to pay is told so', async () => {
    const screen = await open(await aBorrower(loans), 'profile-components-payment-payment-plan-info');
    await screen.until(() => expect(screen.window.location.pathname).toBe('/en/calculator/'));
  });
});

/** Titles of a page that says: this cannot be done. */
const REFUSALS = [
  'plan_not_eligible',
  'extend_none',
  'flex_none',
  'ways_nothing',
] as const satisfies readonly MessageKey[];

/** Screens that may refuse what they are for. */
const MAY_REFUSE: readonly ScreenName[] = [
  'profile',
  'profile-components-navigation',
  'profile-components-payment-extend-info',
  'profile-components-payment-extend-loan',
  'profile-components-payment-payment-plan-info',
  'profile-components-payment-repay-loan',
  'profile-cards-payment-plan',
  'profile-cards-flex-pay',
];

/** Walks from My loans over every link that may lead to something about the loan; tells which lead to a refusal. */
async function deadEnds(
  client: ClientWithLoan,
  from: readonly ScreenName[] = ['profile', 'profile-components-navigation'],
): Promise<string[]> {
  const known = new Set(from);
  const found: string[] = [];
  let left: Shown | undefined;
  for (const name of known) {
    const screen: Shown = await open(client, name, left);
    left = screen;
    await screen.until(() => expect(screen.text()).not.toContain(MESSAGES.client_loading.en));
    const refused = REFUSALS.filter((key) => screen.text().includes(MESSAGES[key].en));
    found.push(...refused.map((key) => `${name}: ${key}`));
    for (const link of document.querySelectorAll<HTMLAnchorElement>('main a[href^="/"]')) {
      const to = screenAt(new URL(link.href, 'http://localhost').pathname);
      if (to && MAY_REFUSE.includes(to)) known.add(to);
    }
  }
  expect(known).toContain(PAGE);
  return found;
}

const DAYS = [
  '2026-01-16',
  '2026-02-12',
  '2026-02-14',
  '2026-02-17',
  '2026-02-24',
  '2026-03-02',
  '2026-03-31',
  '2026-05-30',
];
const IN_EVERY_CHANGE = ['2026-01-16', '2026-02-24', '2026-03-31'];

describe('every link leads to something that can be done', { tags: 'promise-being-late' }, () => {
  const days = IS_FULL_RUN ? DAYS : IN_EVERY_CHANGE;

  test('the walk finds a page that cannot do what it is for, as one may be opened by its address', async () => {
    const client = await aClientOn(loans, '2026-01-20', EX2_TERMS);
    expect(await deadEnds(client, ['profile-cards-payment-plan', 'profile-components-payment-extend-loan'])).toEqual([
      'profile-cards-payment-plan: plan_not_eligible',
      'profile-components-payment-extend-loan: extend_none',
      'profile-components-payment-payment-plan-info: plan_not_eligible',
    ]);
  });

  test.each(days)('from a single payment on %s', async (day) => {
    expect(await deadEnds(await aClientOn(loans, day))).toEqual([]);
  });

  test.each(days)('from instalments on %s', async (day) => {
    expect(await deadEnds(await aClientOn(loans, day, EX2_TERMS))).toEqual([]);
  });

  test.each([
    ['part paid, in order', async () => partPaid(await aClientOn(loans, '2026-01-27'))],
    ['part paid, late', async () => partPaid(await aClientOn(loans, '2026-02-24', EX2_TERMS))],
    ['on a plan', () => onAPlan()],
    ['on a plan at risk', async () => later(await onAPlan(), '2026-03-12')],
    ['with a broken plan', async () => later(await onAPlan(), '2026-04-20')],
    ['on flex pay', onFlex],
    ['with a top-up to be had', () => aToppableClient(loans)],
  ])('from a loan %s', async (_, clientOf) => {
    expect(await deadEnds(await clientOf())).toEqual([]);
  });
});

async function partPaid(client: ClientWithLoan): Promise<ClientWithLoan> {
  await pay(loans, client.loan.id, 100);
  return client;
}

async function later(client: ClientWithLoan, day: string): Promise<ClientWithLoan> {
  await closeThrough(loans, day);
  return client;
}
