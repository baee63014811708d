import { expect, test } from 'vitest';
import { calendarDate } from '#loan/calendar.ts';
import { recordTrustEvent } from '#server/lending/loans/store/trust-store.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { aClientWhoProves } from '#tests/support/browser/screen-acts.ts';
import { trusted, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { browserOf } from '#tests/support/people/client.ts';

const loans = withClientLoans();

test('every point is there with where it comes from, and the page says that a level promises nothing', {
  tags: 'spec-2.11',
}, async () => {
  const client = await aClientWhoProves(loans, '2026-01-20');
  await trusted(loans, client.personId);
  const screen = await openClientScreen(loans, 'profile-cards-trust-level', { jar: browserOf(client) });
  await screen.until(() => expect(screen.text()).toContain('Level 2: known'));
  expect(screen.text()).toContain('Identity confirmed');
  expect(screen.text()).toContain('Up to S/ 500,00 in a single-payment loan');
  await screen.press('.explain');
  const said = document.querySelector('dialog')?.textContent?.replaceAll('\u00a0', ' ') ?? '';
  expect(said).toContain('How S/ 500,00 is worked out');
  expect(said).toContain('You have 25 points, and level 2 starts at 20.');
  expect(said).toContain('For how you paid your loans: 0 points.');
  // The level's own limit counts once a first loan was paid back.
  expect(said).toContain('Until you have paid back your first loan the most is S/ 500,00 in a single payment');
  expect(screen.text()).toContain('A level is not a promise of credit');
});

test('a loan that came back late takes points away, and is told among those it comes from', async () => {
  const client = await aClientWhoProves(loans, '2026-01-20');
  await trusted(loans, client.personId);
  const late = { event: 'loan-paid-16-to-60-days-late', date: calendarDate('2026-01-19'), naturalKey: 'late' } as const;
  await recordTrustEvent(loans.db.kysely, { personId: client.personId, ...late }, loans.clock.now());
  const unpaid = { event: 'loan-defaulted', date: calendarDate('2026-01-20'), naturalKey: 'unpaid' } as const;
  await recordTrustEvent(loans.db.kysely, { personId: client.personId, ...unpaid }, loans.clock.now());
  const screen = await openClientScreen(loans, 'profile-cards-trust-level', { jar: browserOf(client) });
  await screen.until(() => expect(screen.text()).toContain('Level 1: starting'));
  const taken = [...document.querySelectorAll('table tbody tr')]
    .filter((row) => row.textContent?.includes('late'))
    .map((row) => Number(row.querySelector('td:last-child')?.textContent?.replace(/[^\d]/g, '')));
  expect(taken).toHaveLength(2);
  await screen.press('.explain');
  const said = document.querySelector('dialog')?.textContent ?? '';
  expect(said).toContain(`For how you paid your loans: -${taken.reduce((all, points) => all + points, 0)} points.`);
});

test('what a level does not bring is not counted among what it is worth', async () => {
  const client = await aClientWhoProves(loans, '2026-01-20');
  const screen = await openClientScreen(loans, 'profile-cards-trust-level', { jar: browserOf(client) });
  await screen.until(() => expect(screen.text()).toContain('Level 1: starting'));
  expect(screen.text()).toContain('in a single-payment loan');
  expect(screen.text()).not.toContain('off the technology fee');
});
