import { expect, test } from 'vitest';
import { formatDate } from '#i18n/format-date.ts';
import { addDays, calendarDate } from '#loan/calendar.ts';
import { countUnread } from '#server/lending/clients/notification-store.ts';
import { notify } from '#server/lending/clients/notify.ts';
import { limaDateOf } from '#server/lending/parameters/lender-time.ts';
import { limaTime } from '#server/lending/people/messages/identity-messages.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { dateOfClockAt } from '#tests/support/clock.ts';
import { createTestLending, withTestLending } from '#tests/support/lending/lending-app.ts';
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
  await screen.pressText('Mark all as read');
  await screen.until(() => expect(screen.text()).toContain('You have read them all.'));
  expect(document.querySelectorAll('.inbox .unread')).toHaveLength(0);
  expect(document.documentElement.dataset['unread']).toBe('0');
  expect(await countUnread(lending.db.kysely, client.personId)).toBe(0);
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
