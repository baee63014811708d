import { test as base, describe, expect } from 'vitest';
import { getTrustLevel } from '#api/endpoints/loans/get-trust-level.ts';
import { calendarDate } from '#loan/calendar.ts';
import { decideRepayment, reversePayment } from '#loan/repayment.ts';
import { readClientHistory } from '#server/lending/loans/client-history.ts';
import { readPostings } from '#server/lending/loans/store/ledger-store.ts';
import { recordTrustEvent } from '#server/lending/loans/store/trust-store.ts';
import { withLoan } from '#server/lending/loans/with-loan.ts';
import { bookReversal } from '#server/lending/payments/book-reversal.ts';
import type { Money } from '#server/lending/payments/store/money-store.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { accepted, paid } from '#tests/support/loan/loans.ts';
import { TRUST_SETTINGS } from '#tests/support/loan/trust-settings.ts';
import { aClientOn, type ClientWithLoan, trusted, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { closeThrough, pay } from '#tests/support/loans/loan-service.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const loans = withClientLoans();
const test = base.extend('client', () => aClientOn(loans, '2026-02-14'));

const ask = async ({ headers }: { readonly headers: Record<string, string> }) =>
  acceptedBody(await callEndpoint(loans, getTrustLevel, { headers }));

const historyOf = async (client: { readonly headers: Record<string, string> }) =>
  (await ask(client)).history.map(({ date, event, delta }) => [date, event, delta]);

const rowsOf = ({ personId }: ClientWithLoan) =>
  loans.db.kysely.selectFrom('trust_event').select('event').where('person_id', '=', personId).execute();

describe('200', () => {
  test('somebody new starts at level 1, with the e-mail they confirmed', async () => {
    expect(await ask(await aBorrower(loans))).toEqual({
      level: 1,
      name: 'starting',
      points: 5,
      fromPoints: null,
      next: {
        level: 2,
        pointsNeeded: 15,
        how: [
          { event: 'loan-paid-on-time', points: 20 },
          { event: 'identity-approved', points: 15 },
          { event: 'plan-completed', points: 10 },
          { event: 'loan-paid-1-to-3-days-late', points: 8 },
          { event: 'bank-account-confirmed', points: 5 },
          { event: 'profile-confirmed', points: 5 },
        ],
      },
      isFirstLoan: true,
      benefits: [{ code: 'MAX_SINGLE_PAY', value: 500 }],
      history: [{ date: '2026-01-15', event: 'email-verified', delta: 5 }],
    });
  });

  test('reading the level writes nothing, and an address confirmed once is told once', async ({ client }) => {
    const before = await rowsOf(client);
    await ask(client);
    expect(await rowsOf(client)).toEqual(before);
    const { db, clock } = loans;
    const event = { personId: client.personId, event: 'email-verified', naturalKey: 'email-verified' } as const;
    await recordTrustEvent(db.kysely, { ...event, date: calendarDate('2026-01-15') }, clock.now());
    expect((await historyOf(client)).filter(([, name]) => name === 'email-verified')).toHaveLength(1);
  });

  test('e-mail, identity and bank account make level 2; a loan paid on time brings 20 more', async ({ client }) => {
    await trusted(loans, client.personId);
    expect(await ask(client)).toMatchObject({ level: 2, name: 'known', points: 25, fromPoints: 20 });
    await pay(loans, client.loan.id, 573.03);
    const after = await ask(client);
    expect(after).toMatchObject({ level: 2, points: 45, next: { level: 3, pointsNeeded: 5 } });
    expect(after.history.at(-1)).toEqual({
      date: '2026-02-14',
      event: 'loan-paid-on-time',
      delta: 20,
      loanNumber: client.loan.loan.number,
    });
  });

  test('a level says what it gives today: nothing before the first loan is paid, no discount that everybody has', {
    tags: 'promise-levels',
  }, async ({ client }) => {
    await trusted(loans, client.personId);
    expect(await ask(client)).toMatchObject({
      level: 2,
      isFirstLoan: true,
      benefits: [{ code: 'MAX_SINGLE_PAY', value: 500 }],
    });
    await pay(loans, client.loan.id, 573.03);
    const atLaunch = { level: 2, isFirstLoan: false, benefits: [{ code: 'MAX_SINGLE_PAY', value: 800 }] };
    expect(await ask(client)).toMatchObject(atLaunch);
    // The day after the launch discount.
    await closeThrough(loans, '2026-04-01');
    expect((await ask(client)).benefits).toEqual([
      { code: 'MAX_SINGLE_PAY', value: 800 },
      { code: 'TECH_FEE_DISCOUNT', value: 5 },
    ]);
  });

  test('reading it, closing nights and paying again add nothing twice', async ({ client }) => {
    await pay(loans, client.loan.id, 573.03);
    const before = await rowsOf(client);
    for (let k = 0; k < 3; k++) await ask(client);
    await closeThrough(loans, '2026-02-20');
    await pay(loans, client.loan.id, 5);
    expect(await rowsOf(client)).toEqual(before);
    expect((await historyOf(client)).map(([, event]) => event)).toEqual([
      'bank-account-confirmed',
      'email-verified',
      'loan-paid-on-time',
    ]);
  });

  describe('news that come late', () => {
    test('a payment in time that a channel brought late counts on its own date', {
      tags: 'promise-levels',
    }, async () => {
      const client = await aClientOn(loans, '2026-02-20');
      await pay(loans, client.loan.id, 600);
      expect((await historyOf(client)).at(-1)).toEqual(['2026-02-20', 'loan-paid-4-to-15-days-late', 0]);
      await pay(loans, client.loan.id, 573.03, { on: '2026-02-13' });
      expect((await historyOf(client)).at(-1)).toEqual(['2026-02-13', 'loan-paid-on-time', 20]);
    });

    test('money that was taken back takes its points back, and made good it counts again', async ({ client }) => {
      const payment = paid('2026-02-14', 573.03, { kind: 'ordinary' }, '019c5d4a-0000-7000-8000-00000000f001');
      const { id } = client.loan;
      await withLoan(loans.context, { id }, async (locked) => {
        const decision = decideRepayment(locked.loan, payment, locked.day);
        await locked.save(accepted(decision), { kind: 'payment', ref: payment.id });
      });
      expect((await ask(client)).points).toBe(30);
      await withLoan(loans.context, { id }, async (locked) => {
        const cause = { loanId: id, kind: 'payment', ref: payment.id };
        const original = await readPostings(locked.trx, cause);
        const change = accepted(reversePayment(locked.loan, payment.id, original, locked.day));
        const { mirror, reallocation } = change;
        await locked.save(change, { kind: 'chargeback', ref: payment.id }, [
          { kind: 'chargeback', postings: mirror },
          { kind: 'reallocation', postings: reallocation },
        ]);
      });
      expect((await ask(client)).points).toBe(10);
      await pay(loans, id, 573.03);
      expect((await ask(client)).points).toBe(30);
    });
  });

  test('a default costs 40, once, also when the debt is paid afterwards', async () => {
    const client = await aClientOn(loans, '2026-04-20');
    expect((await historyOf(client)).at(-1)).toEqual(['2026-04-16', 'loan-defaulted', -40]);
    await pay(loans, client.loan.id, 900);
    expect(await ask(client)).toMatchObject({ level: 1, points: -30 });
  });

  test('a loan that opens again straight into default costs 40 on that day, and once', async ({ client }) => {
    const { id } = client.loan;
    const payment = '019c5d4a-0000-7000-8000-00000000f002';
    await pay(loans, id, 573.03, { id: payment });
    await closeThrough(loans, '2026-04-20');
    await withLoan(loans.context, { id }, (locked) => bookReversal(locked, [{ id: payment } as Money], 'chargeback'));
    expect((await historyOf(client)).at(-1)).toEqual(['2026-04-20', 'loan-defaulted', -40]);
    const at = { personId: client.personId, now: loans.clock.now(), trust: TRUST_SETTINGS };
    const day = await withLoan(loans.context, { id }, async (locked) => locked.day);
    if ('kind' in day) throw new Error('no loan');
    expect(await readClientHistory(loans.db.kysely, { ...at, day })).toMatchObject({ worstDaysLateIn2Years: 61 });
    await closeThrough(loans, '2026-04-22');
    await pay(loans, id, 900);
    const events = (await historyOf(client)).map(([, event]) => event);
    expect(events.filter((event) => event === 'loan-defaulted')).toHaveLength(1);
  });

  test('an event that is told again with its key is the same event', async () => {
    const client = await aClientOn(loans, '2026-01-20');
    const event = { event: 'profile-confirmed', date: '2026-01-18' as never, naturalKey: 'profile 1' } as const;
    const tell = () => recordTrustEvent(loans.db.kysely, { personId: client.personId, ...event }, loans.clock.now());
    expect([await tell(), await tell()]).toEqual([true, false]);
  });

  test('what is recorded is never changed or taken out', async () => {
    const { personId } = await aClientOn(loans, '2026-01-20');
    const rows = loans.db.kysely.deleteFrom('trust_event').where('person_id', '=', personId);
    await expect(rows.execute()).rejects.toThrow(/append-only/);
  });
});
