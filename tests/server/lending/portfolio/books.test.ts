import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decideFlexPay, decideRemainderWaiver, decideWriteOff, undoWriteOff } from '#loan/agreements.ts';
import type { BusinessDate } from '#loan/business-days.ts';
import { addDays, type CalendarDate, calendarDate, laterOf } from '#loan/calendar.ts';
import { STANDARD_FLEX_SETTINGS } from '#loan/flex-pay.ts';
import { isDisbursed, type Loan } from '#loan/loan.ts';
import { payoffCents } from '#loan/payoff.ts';
import { decideRepayment, reversePayment } from '#loan/repayment.ts';
import { standingOn } from '#loan/standing.ts';
import { readPostings } from '#server/lending/loans/store/ledger-store.ts';
import { type LockedLoan, withLoan } from '#server/lending/loans/with-loan.ts';
import { dispatchDisbursements } from '#server/lending/payouts/disburse.ts';
import { IS_FULL_RUN } from '#tests/scope.ts';
import { openTestDatabase } from '#tests/support/database/database.ts';
import { EX1_TERMS, EX2_TERMS, paid } from '#tests/support/loan/loans.ts';
import {
  anOriginatedLoan,
  closeThrough,
  createLoanService,
  type LoanService,
  verify,
} from '#tests/support/loans/loan-service.ts';
import { command } from '#tests/support/payments/money-commands.ts';
import { MoneyWorld } from '#tests/support/payments/money-world.ts';
import { testVault } from '#tests/support/people/vault.ts';
import { Books } from '#tests/support/portfolio/books.ts';

/** BOOKS_SEED repeats a failure. */
const SEED = Number(process.env['BOOKS_SEED'] ?? 20_260_131);

test(
  'whatever happens to the money of a loan, every export sums to the ledger, and a day that has ended never changes',
  async () => {
    const runs = { seed: SEED, numRuns: IS_FULL_RUN ? 60 : 2 };
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 8, maxLength: 14, size: 'max' }), async (commands) => {
        const db = await openTestDatabase();
        try {
          const money = await MoneyWorld.on(db);
          const books = new Books(money.payments.context);
          for (const one of commands) {
            if (one.kind === 'days') await books.endOfDay();
            await money.run(one);
            if (one.kind === 'days') await books.checkYesterday();
          }
          await books.checkToday();
          await books.checkPast();
        } finally {
          await db.close();
        }
      }),
      runs,
    );
    expect(runs.numRuns).toBeGreaterThan(0);
  },
  IS_FULL_RUN ? 3_600_000 : 300_000,
);

/**
 * Events in the loans of a small lender that neither client nor provider decides: time, the bank, the lender itself.
 */
type Life =
  | { readonly kind: 'lend'; readonly instalments: boolean; readonly bankWaits: number }
  | { readonly kind: 'pay'; readonly which: number; readonly percent: number; readonly daysAgo: number }
  | { readonly kind: 'take-back'; readonly which: number }
  | { readonly kind: 'flex'; readonly which: number }
  | { readonly kind: 'write-off' | 'undo-write-off' | 'waive'; readonly which: number }
  | { readonly kind: 'days'; readonly days: number };

const which = fc.nat({ max: 2 });
const life: fc.Arbitrary<Life> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('lend' as const),
      instalments: fc.boolean(),
      bankWaits: fc.constantFrom(0, 0, 1, 4),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      which,
      percent: fc.constantFrom(3, 20, 60, 99, 100, 120),
      daysAgo: fc.constantFrom(0, 0, 2, 20),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('take-back' as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('flex' as const), which }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('write-off' as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('undo-write-off' as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('waive' as const), which }) },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('days' as const), days: fc.constantFrom(1, 3, 16, 45, 130) }),
  },
);

/** Everything that can be told apart only by when it became known, in one life. */
const EVENTFUL: Life[] = [
  { kind: 'lend', instalments: true, bankWaits: 4 },
  { kind: 'days', days: 3 },
  { kind: 'days', days: 1 },
  { kind: 'days', days: 45 },
  { kind: 'pay', which: 0, percent: 20, daysAgo: 20 },
  { kind: 'pay', which: 1, percent: 3, daysAgo: 2 },
  { kind: 'days', days: 130 },
  { kind: 'write-off', which: 0 },
  { kind: 'days', days: 1 },
  { kind: 'pay', which: 0, percent: 60, daysAgo: 0 },
  { kind: 'days', days: 3 },
  { kind: 'take-back', which: 0 },
  { kind: 'days', days: 1 },
  { kind: 'undo-write-off', which: 0 },
  { kind: 'days', days: 1 },
  { kind: 'pay', which: 0, percent: 120, daysAgo: 0 },
  { kind: 'days', days: 1 },
];

test(
  'whatever becomes of loans, late payouts and write-offs too, every export sums to the ledger and stays as it was',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(life, { minLength: 8, maxLength: 14, size: 'max' }), async (deeds) => {
        const db = await openTestDatabase();
        try {
          const lender = new SmallLender(createLoanService(db, '2026-01-15'));
          const books = new Books({ ...lender.service.context, vault: testVault() });
          await lender.does({ kind: 'lend', instalments: false, bankWaits: 0 });
          for (const deed of deeds) {
            if (deed.kind === 'days') await books.endOfDay();
            await lender.does(deed);
            if (deed.kind === 'days') await books.checkYesterday();
          }
          await books.checkToday();
          await books.checkPast();
          expect((await verify(lender.service)).problems).toEqual([]);
        } finally {
          await db.close();
        }
      }),
      { seed: SEED, numRuns: IS_FULL_RUN ? 80 : 1, examples: [[EVENTFUL]] },
    );
  },
  IS_FULL_RUN ? 3_600_000 : 300_000,
);

class SmallLender {
  readonly service: LoanService;
  readonly #loans: string[] = [];
  /** Payouts whose answer is lost until a day. */
  #answersFrom = '';

  constructor(service: LoanService) {
    this.service = service;
  }

  async does(deed: Life): Promise<void> {
    if (deed.kind === 'lend') return this.#lend(deed);
    if (deed.kind === 'days') return this.#pass(deed.days);
    const id = this.#loans[deed.which % this.#loans.length] ?? '';
    await withLoan(this.service.context, { id }, async (locked) => this.#decide(locked, deed));
  }

  async #lend({ instalments, bankWaits }: Extract<Life, { kind: 'lend' }>): Promise<void> {
    const { bank, clock, context } = this.service;
    const { id } = await anOriginatedLoan(this.service, instalments ? EX2_TERMS : EX1_TERMS);
    this.#loans.push(id);
    bank.mode = bankWaits > 0 ? 'lost' : 'pays';
    bank.valueDate = clock.businessDate();
    this.#answersFrom = addDays(calendarDate(clock.businessDate()), bankWaits);
    await dispatchDisbursements(context);
  }

  /** The bank's answer may come days after it has paid: the loan earns from its value date all the same. */
  async #pass(days: number): Promise<void> {
    const { bank, clock, context } = this.service;
    const until = addDays(calendarDate(clock.businessDate()), days);
    await closeThrough(this.service, until);
    if (until < this.#answersFrom) return;
    bank.mode = 'pays';
    clock.pass({ hours: 1 });
    await dispatchDisbursements(context);
  }

  async #decide(locked: LockedLoan, deed: Extract<Life, { which: number }>): Promise<void> {
    const { loan, day } = locked;
    if (!isDisbursed(loan)) return;
    const cause = { kind: deed.kind, ref: randomUUID() };
    const change = decisionOf(loan, deed, day);
    if (deed.kind === 'take-back') return takeBack(locked);
    if (change?.kind !== 'accepted') return;
    const isPayment = deed.kind === 'pay';
    await locked.save(change, isPayment ? { kind: 'payment', ref: change.loan.facts.at(-1)?.id ?? '' } : cause);
  }
}

function decisionOf(
  loan: Loan & { readonly valueDate: CalendarDate },
  deed: Extract<Life, { which: number }>,
  day: BusinessDate,
) {
  switch (deed.kind) {
    case 'pay': {
      const soles = Math.max(1, Math.floor((payoffCents(standingOn(loan, day)) * deed.percent) / 100)) / 100;
      const on = laterOf(addDays(day.date, -deed.daysAgo), loan.valueDate);
      return decideRepayment(loan, paid(on, soles, { kind: 'ordinary' }, randomUUID()), day);
    }
    case 'flex':
      return decideFlexPay(
        loan,
        randomUUID(),
        { hasBrokenPlan: false, offeredByStaff: true },
        STANDARD_FLEX_SETTINGS,
        day,
      );
    case 'write-off':
      return decideWriteOff(loan, randomUUID(), 100, day);
    case 'undo-write-off': {
      const fact = loan.facts.find(({ kind }) => kind === 'write-off');
      return fact && undoWriteOff(loan, fact.id, day);
    }
    case 'waive':
      return decideRemainderWaiver(loan, randomUUID(), day);
    default:
      return undefined;
  }
}

async function takeBack(locked: LockedLoan): Promise<void> {
  const payment = locked.loan.facts.find((fact) => fact.kind === 'payment' && !fact.reversedOn);
  if (!payment) return;
  const original = await readPostings(locked.trx, { loanId: locked.id, kind: 'payment', ref: payment.id });
  const taken = reversePayment(locked.loan, payment.id, original, locked.day);
  if (taken.kind !== 'accepted') return;
  await locked.save(taken, { kind: 'chargeback', ref: payment.id }, [
    { kind: 'chargeback', postings: taken.mirror },
    { kind: 'chargeback-reallocation', postings: taken.reallocation },
  ]);
}
