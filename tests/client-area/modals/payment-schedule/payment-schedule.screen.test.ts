import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { voidLoan } from '#loan/loan-life.ts';
import { withLoan } from '#server/lending/loans/with-loan.ts';
import { type ReadEvent, readCalendar } from '#tests/support/browser/calendar-reader.ts';
import { type ClientScreen, openClientScreen } from '#tests/support/browser/client-screen.ts';
import { EX2_TERMS } from '#tests/support/loan/loans.ts';
import { aClient, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { anOriginatedLoan, closeThrough, pay } from '#tests/support/loans/loan-service.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';
import { browserOf } from '#tests/support/people/client.ts';

const loans = withClientLoans();

test('six instalments with all their parts add up, and the paid one is marked', { tags: 'spec-2.14' }, async () => {
  const client = await aClient(loans, EX2_TERMS);
  await closeThrough(loans, '2026-02-15');
  await pay(loans, client.loan.id, 635.63);
  const screen = await openClientScreen(loans, 'modals-payment-schedule', { jar: browserOf(client) });
  await screen.until(() => expect(document.querySelectorAll('.schedule tbody tr')).toHaveLength(7));
  const cells = [...document.querySelectorAll('.schedule tr.total td')].map((cell) => cell.textContent);
  expect(cells).toEqual(['3.000,00', '635,61', '124,12', '54,00', '3.813,73', '3.178,10']);
  expect(screen.text()).toContain('115/02/2026');
  expect(screen.find('.schedule tbody tr').lastElementChild?.textContent).toBe('Paid');
  await screen.press('.schedule tbody tr .explain');
  await screen.until(() => expect(document.querySelector('dialog')).not.toBeNull());
  const explained = document.querySelector('dialog')?.textContent ?? '';
  for (const line of ['Principal', 'Fees', 'IGV', '635,63']) expect(explained).toContain(line);
});

test('its dates go into the calendar of the client, and replace those of an earlier file', {
  tags: 'promise-reminders-of-a-loan',
}, async () => {
  const client = await aClient(loans, EX2_TERMS);
  await closeThrough(loans, '2026-02-15');
  const screen = await openClientScreen(loans, 'modals-payment-schedule', { jar: browserOf(client) });
  await screen.until(() => expect(screen.text()).toContain('Add to my calendar'));
  const first = await savedCalendar(screen);
  expect(first).toHaveLength(6);
  expect(first[0]).toMatchObject({
    fields: {
      UID: `${client.loan.loan.number}-1@www.manay.example`,
      'DTSTART;VALUE=DATE': '20260215',
      SUMMARY: 'Mañay: pay S/\u00a0635,63, instalment 1 of 6',
      DESCRIPTION: `Loan ${client.loan.loan.number}. Due on Sunday 15/02/2026.`,
    },
    alarms: [{ DESCRIPTION: 'Your payment of S/\u00a0635,63 is due in 3 days' }],
  });

  await pay(loans, client.loan.id, 635.63);
  loans.clock.pass({ minutes: 2 });
  await screen.close();
  const again = await openClientScreen(loans, 'modals-payment-schedule', { jar: browserOf(client) });
  await again.until(() => expect(again.text()).toContain('Add to my calendar'));
  const second = await savedCalendar(again);
  expect(second.map(({ fields }) => fields['UID'])).toEqual(first.map(({ fields }) => fields['UID']));
  expect(second[0]).toMatchObject({ fields: { SUMMARY: 'Mañay: you paid S/\u00a0635,63' }, alarms: [] });
  expect(Number(second[0]?.fields['SEQUENCE'])).toBeGreaterThan(Number(first[0]?.fields['SEQUENCE']));
});

/** Presses the button and reads the file that the browser would save. */
async function savedCalendar(screen: ClientScreen): Promise<readonly ReadEvent[]> {
  const files: Blob[] = [];
  const made = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return 'blob:calendar';
  });
  await screen.pressText('Add to my calendar');
  await screen.until(() => expect(files).toHaveLength(1));
  made.mockRestore();
  return readCalendar((await files[0]?.text()) ?? '').events;
}

test('its dates are shared where the browser can', async () => {
  const client = await aClient(loans, EX2_TERMS);
  const shared: ShareData[] = [];
  const share = async (data: ShareData) => void shared.push(data);
  const jar = browserOf(client);
  const without = await openClientScreen(loans, 'modals-payment-schedule', { jar });
  await without.until(() => expect(without.text()).toContain('Add to my calendar'));
  expect(without.text()).not.toContain('Share the dates');
  await without.close();
  const screen = await openClientScreen(loans, 'modals-payment-schedule', {
    jar,
    beforeScript: () => Object.assign(navigator, { share }),
  });
  await screen.until(() => expect(screen.text()).toContain('Share the dates'));
  await screen.pressText('Share the dates');
  await screen.until(() => expect(shared).toHaveLength(1));
  expect(shared[0]?.text?.split('\n')).toHaveLength(7);
  expect(shared[0]?.text).toContain('Sunday 15/02/2026: S/\u00a0635,63');
});

test('a loan that was cancelled before it was paid out does not promise dates', async () => {
  const borrower = await aBorrower(loans);
  const { id, loan } = await anOriginatedLoan(loans, undefined, borrower.personId);
  await withLoan(loans.context, { id }, async (locked) => {
    const change = voidLoan(locked.loan, 'withdrawn');
    if (change.kind === 'refused') throw new Error(change.reason);
    await locked.save(change, { kind: 'withdrawn', ref: randomUUID() });
  });
  const screen = await openClientScreen(loans, 'modals-payment-schedule', {
    jar: browserOf(borrower),
    search: `?loan=${loan.number}`,
  });
  await screen.until(() => expect(screen.text()).toContain('This loan was cancelled'));
  expect(screen.text()).not.toContain('The dates are known when');
});

test('without a loan there is no schedule', async () => {
  const screen = await openClientScreen(loans, 'modals-payment-schedule', { jar: browserOf(await aBorrower(loans)) });
  await screen.until(() => expect(screen.text()).toContain('There is no schedule yet'));
});
