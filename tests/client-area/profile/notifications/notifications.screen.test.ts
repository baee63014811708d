import { expect, test } from 'vitest';
import { formatDate } from '#i18n/format-date.ts';
import { addDays, calendarDate } from '#loan/calendar.ts';
import { countUnread } from '#server/lending/clients/notification-store.ts';
import { notify } from '#server/lending/clients/notify.ts';
import { limaDateOf } from '#server/lending/parameters/lender-time.ts';
import { limaTime } from '#server/lending/people/messages/identity-messages.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { dateOfClockAt } from '#tests/support/clock.ts';
import { createTestLending, type TestLending, withTestLending } from '#tests/support/lending/lending-app.ts';
import type { Borrower } from '#tests/support/people/borrower.ts';
import { aClient, browserOf } from '#tests/support/people/client.ts';

const lending = withTestLending();

async function told(count: number): Promise<Borrower> {
  const client = await aClient(lending, { session: 'full' });
  for (let k = 1; k <= count; k += 1) await tell(client, k);
  return client;
}

async function tell({ personId }: Borrower, k: number): Promise<void> {
  lending.clock.pass({ seconds: 1 });
  const params = { loanNumber: `P-2026-${String(k).padStart(7, '0')}`, amountCents: 57_303, paidOn: '2026-02-14' };
  const news = { kind: 'payment-received', params, naturalKey: `payment:${k}` } as const;
  const now = lending.clock.now();
  await lending.db.kysely.transaction().execute((trx) => notify(trx, { ...news, personId, now }));
}

const open = (client: Borrower) => openClientScreen(lending, 'profile-notifications', { jar: browserOf(client) });

test('whoever was told nothing reads what will come here', async () => {
  const screen = await open(await told(0));
  await screen.until(() => expect(screen.text()).toContain('There is nothing yet'));
  expect(screen.text()).toContain('Choose how we reach you');
});

test('news stand newest first with what they lead to; the header counts what is unread', async () => {
  const screen = await open(await told(2));
  await screen.until(() => expect(screen.text()).toContain('2 unread'));
  const [newest] = [...document.querySelectorAll('.inbox li')];
  expect(newest?.textContent).toContain('P-2026-0000002');
  expect(newest?.querySelector('a')?.getAttribute('href')).toBe('/en/profile/');
  expect(document.documentElement.dataset['unread']).toBe('2');
});

test('a notice has one act: opening what it is about marks it as read, the rest at once, and both last', async () => {
  const client = await told(3);
  const before = await open(client);
  await before.until(() => before.find('.inbox .unread'));
  const acts = [...document.querySelectorAll('.inbox li')].map((each) => each.querySelectorAll('a, button').length);
  expect(acts).toEqual([1, 1, 1]);
  await before.press('.inbox .unread a');
  await before.until(() => expect(before.window.location.pathname).toBe('/en/profile/'));
  await before.until(async () => expect(await countUnread(lending.db.kysely, client.personId)).toBe(2));
  const screen = await openClientScreen(lending, 'profile-notifications', { reloadOf: before });
  await screen.until(() => expect(screen.text()).toContain('2 unread'));
  screen.find('.apart button').focus();
  await screen.pressText('Mark all as read');
  await screen.until(() => expect(screen.text()).toContain('You have read them all.'));
  await screen.until(() => expect(document.activeElement).toBe(screen.find('h1')));
  expect(document.querySelectorAll('.inbox .unread')).toHaveLength(0);
  expect(document.documentElement.dataset['unread']).toBe('0');
  expect(await countUnread(lending.db.kysely, client.personId)).toBe(0);
});

/** The lender whose lists of notices come back in another way. */
function listing(back: (answer: Response, path: string) => Promise<Response>): TestLending {
  const request = async (path: string, init?: RequestInit) => {
    const answer = await lending.app.request(path, init);
    return init?.method === 'GET' && path.startsWith('/api/v1/notifications') ? back(answer, path) : answer;
  };
  return Object.assign(Object.create(lending), { app: { request } }) as TestLending;
}

/** The lender of a later release, whose notices lead to a screen that this page does not have. */
const ofLaterRelease = () =>
  listing(async (answer) => {
    const list = (await answer.json()) as { readonly items: readonly object[] };
    return Response.json({ ...list, items: list.items.map((item) => ({ ...item, link: '/of-tomorrow/' })) });
  });

test('a notice that leads nowhere is marked by one request however often it is pressed, says a failure, and leaves the focus at its title', async () => {
  const client = await told(2);
  const screen = await openClientScreen(ofLaterRelease(), 'profile-notifications', { jar: browserOf(client) });
  await screen.until(() => screen.find('.inbox .unread button'));
  const button = () => screen.find('.inbox li button');
  screen.environment.offline = true;
  await screen.press('.inbox li button');
  await screen.until(() => expect(screen.find('.inbox li [role=alert]').textContent).toMatch(/could not/));
  screen.environment.offline = false;
  const open = Promise.withResolvers<void>();
  screen.environment.slow = { path: '/api/v1/notifications/read', until: open.promise };
  const before = screen.environment.requests.length;
  button().focus();
  button().click();
  await screen.until(() => expect(button().getAttribute('aria-disabled')).toBe('true'));
  button().click();
  open.resolve();
  await screen.until(() => expect(document.querySelectorAll('.inbox .unread')).toHaveLength(1));
  expect(screen.environment.requests.slice(before)).toEqual(['POST /api/v1/notifications/read']);
  await screen.until(() => expect(document.activeElement).toBe(screen.find('.inbox li h2')));
});

test('what came while the list was read is not marked with it, and is shown', async () => {
  const client = await told(2);
  const screen = await open(client);
  await screen.until(() => expect(screen.text()).toContain('2 unread'));
  await tell(client, 3);
  await screen.pressText('Mark all as read');
  await screen.until(() => expect(screen.text()).toContain('P-2026-0000003'));
  expect(document.querySelectorAll('.inbox .unread')).toHaveLength(1);
  expect(await countUnread(lending.db.kysely, client.personId)).toBe(1);
});

test('older ones come when they are wanted, below the others', async () => {
  const screen = await open(await told(23));
  await screen.until(() => expect(document.querySelectorAll('.inbox li')).toHaveLength(20));
  await screen.pressText('Show older ones');
  await screen.until(() => expect(document.querySelectorAll('.inbox li')).toHaveLength(23));
  expect(screen.text()).toContain('23 unread');
  expect(screen.text()).not.toContain('Show older ones');
});

test('older ones that are on their way while all are marked come as read, and the count stays', async () => {
  const client = await told(23);
  const open = Promise.withResolvers<void>();
  const slow = listing(async (answer, path) => {
    if (path.includes('cursor')) await open.promise;
    return answer;
  });
  const screen = await openClientScreen(slow, 'profile-notifications', { jar: browserOf(client) });
  await screen.until(() => expect(screen.text()).toContain('23 unread'));
  await screen.pressText('Show older ones');
  await screen.pressText('Mark all as read');
  await screen.until(() => expect(screen.text()).toContain('You have read them all.'));
  open.resolve();
  await screen.until(() => expect(document.querySelectorAll('.inbox li')).toHaveLength(23));
  expect(document.querySelectorAll('.inbox .unread')).toHaveLength(0);
  expect(screen.text()).toContain('You have read them all.');
});

test('with the business date moved, when a client was told is on the moved calendar, in screen and letter', async () => {
  const clock = dateOfClockAt(limaDateOf(new Date()));
  const sandbox = createTestLending(lending.db, { sandbox: true, clock });
  const client = await aClient(sandbox, { session: 'full' });
  const today = formatDate(clock.businessDate());
  const moved = addDays(calendarDate(clock.businessDate()), 40);
  clock.moveTo(moved);
  const news = { kind: 'payment-received', naturalKey: 'payment:1', personId: client.personId } as const;
  const params = { loanNumber: 'P-2026-0000001', amountCents: 57_303, paidOn: moved };
  await lending.db.kysely.transaction().execute((trx) => notify(trx, { ...news, params, now: clock.now() }));
  const screen = await openClientScreen(sandbox, 'profile-notifications', { jar: browserOf(client) });
  await screen.until(() => expect(screen.text()).toContain(`${formatDate(moved)}, `));
  expect(screen.text()).not.toContain(today);
  expect(limaTime(clock).date).toBe(formatDate(moved));
});
