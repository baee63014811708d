import type { BusinessDate } from '#loan/business-days.ts';
import { addDays } from '#loan/calendar.ts';
import type { Posting } from '#loan/ledger.ts';
import { LOAN_TRANSITIONS, type Loan, type LoanStatus } from '#loan/loan.ts';
import { closeOfBusiness, type LoanChange } from '#loan/loan-life.ts';
import { move } from '#loan/transitions.ts';
import type { Trx } from '#server/kit/tables.ts';
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import { recordLateness } from './late-loans.ts';
import { businessDateOfLoan } from './loan-snapshot.ts';
import { notifyOfLoan } from './notify-of-loan.ts';
import { recordTrustOfLoan } from './record-trust.ts';
import { settlePromises } from './settle-promises.ts';
import { postJournal } from './store/ledger-store.ts';
import {
  type Cause,
  insertLoanEvents,
  type LoanKey,
  lockLoan,
  RUNNING_STATUSES,
  type StoredLoan,
  saveLoan,
} from './store/loan-store.ts';

/** Services that everything around loans shares. */
export type LoanContext = Pick<LendingContext, 'db' | 'clock' | 'calendar' | 'log'>;
/** Those services with the prices and policies of the day. */
export type LoanServices = LoanContext & Pick<LendingContext, 'parameters'>;

/** A part of a change's postings that gets a journal of its own. */
export interface NamedJournal {
  readonly kind: string;
  readonly postings: readonly Posting[];
}

/** A loan locked in the current transaction, with every close of business up to today done. */
export interface LockedLoan {
  readonly trx: Trx;
  readonly id: string;
  readonly personId: string;
  readonly day: BusinessDate;
  /** Milliseconds since 1970: the instant of everything this transaction writes. */
  readonly now: number;

  /** The loan after everything saved so far. */
  readonly loan: Loan;
  /** The loan with what is stored beside it. */
  readonly stored: StoredLoan;
  /**
   * Writes what a rule decided: facts, status events, and its postings as one journal named after the cause, unless
   * `journals` tells them apart; the sum of those must be the change's postings.
   */
  save(change: LoanChange, cause: Cause, journals?: readonly NamedJournal[]): Promise<void>;
}

export type NotThere = { readonly kind: 'not-there' };

/**
 * Changes a loan: every change goes through here. One short transaction locks the loan's row, runs the missed closes
 * of business (domain 2.23), then `work`, which decides.
 * `work` must not make a network call, because it runs inside the transaction that holds the loan's lock: money and
 * other acts on this loan would wait for somebody else's server.
 * @returns `not-there` when the loan does not exist, and also when it is another person's: the two answers must be
 * byte-identical, so that nobody learns whose loans exist
 */
export function withLoan<Result>(
  context: LoanContext,
  key: LoanKey,
  work: (locked: LockedLoan) => Promise<Result>,
): Promise<Result | NotThere> {
  return context.db.kysely.transaction().execute(async (trx) => {
    const locked = await lockLoanUpToToday(trx, context, key);
    return locked ? work(locked) : { kind: 'not-there' };
  });
}

/** Locks it inside a transaction that is open already. */
export async function lockLoanUpToToday(
  trx: Trx,
  context: Pick<LoanContext, 'clock' | 'calendar'>,
  key: LoanKey,
): Promise<LockedLoan | undefined> {
  const stored = await lockLoan(trx, key);
  if (!stored) return undefined;
  const locked = new HeldLoan(trx, stored, {
    day: await businessDateOfLoan(trx, context, stored),
    now: context.clock.now(),
  });
  await locked.closeMissedDays();
  return locked;
}

class HeldLoan implements LockedLoan {
  readonly trx: Trx;
  readonly day: BusinessDate;
  readonly now: number;

  #stored: StoredLoan;

  constructor(trx: Trx, stored: StoredLoan, at: { readonly day: BusinessDate; readonly now: number }) {
    this.trx = trx;
    this.#stored = stored;
    this.day = at.day;
    this.now = at.now;
  }

  get id(): string {
    return this.#stored.id;
  }

  get personId(): string {
    return this.#stored.personId;
  }

  get loan(): Loan {
    return this.#stored.loan;
  }

  get stored(): StoredLoan {
    return this.#stored;
  }

  async save(change: LoanChange, cause: Cause, journals?: readonly NamedJournal[]): Promise<void> {
    const { bookedThrough = change.loan.valueDate } = this.#stored;
    await this.#write({ ...this.#stored, loan: change.loan, bookedThrough }, change, cause, this.day, journals);
    // A loan earns from its value date, which may be past when the bank's answer comes late.
    await this.closeMissedDays();
  }

  /** Closes one day at a time, so that the ledger of every date is what a close in time would have written. */
  async closeMissedDays(): Promise<void> {
    let isWritten = true;
    while (this.#stored.bookedThrough !== undefined && this.#stored.bookedThrough < this.day.date) {
      const { loan, bookedThrough } = this.#stored;
      const isRunning = (RUNNING_STATUSES as readonly LoanStatus[]).includes(loan.status);
      // A loan that has ended no longer changes by itself: one step is enough.
      const day = isRunning ? { ...this.day, date: addDays(bookedThrough, 1) } : this.day;
      const change = closeOfBusiness(loan, bookedThrough, day);
      const after = { ...this.#stored, loan: change.loan, bookedThrough: day.date };
      const cause = { kind: 'close-of-business', ref: day.date };
      // Most days only earn interest: their journals are written one by one, the loan's row once for all of them.
      isWritten = !isRunning || change.events.length > 0;
      if (isWritten) {
        await this.#write(after, change, cause, day);
      } else {
        await this.#post([{ kind: cause.kind, postings: change.postings }], cause, day);
        this.#stored = after;
      }
    }
    const at = { businessDate: this.day.date, now: this.now };
    if (!isWritten) await saveLoan(this.trx, this.#stored, this.#stored, at);
  }

  async #post(journals: readonly NamedJournal[], { ref }: Cause, { date: businessDate }: BusinessDate): Promise<void> {
    const { trx, now, id: loanId } = this;
    for (const { kind, postings } of journals) {
      await postJournal(trx, { businessDate, kind, ref, loanId, postings, now });
    }
  }

  async #write(
    after: StoredLoan,
    change: LoanChange,
    cause: Cause,
    day: BusinessDate,
    journals: readonly NamedJournal[] = [{ kind: cause.kind, postings: change.postings }],
  ): Promise<void> {
    const { trx, now } = this;
    const before = this.#stored;
    const at = { businessDate: day.date, now };
    await saveLoan(trx, before, after, at);
    await insertLoanEvents(trx, before.id, stepsOf(before.loan.status, change), cause, at);
    await this.#post(journals, cause, day);
    this.#stored = after;
    await recordLateness(trx, before, after, day);
    // Money that became known or was taken back may decide otherwise what was promised.
    const { id, loan } = after;
    if (loan.facts !== before.loan.facts) await settlePromises(trx, { id, status: loan.status }, day.date);
    // Only a status change, or money for a paid loan, can change the client's trust events.
    if (change.events.length > 0 || after.loan.status === 'PAID') {
      await recordTrustOfLoan(trx, { ...after, day, now });
    }
    await notifyOfLoan(trx, {
      personId: after.personId,
      before: before.loan,
      after: after.loan,
      events: change.events,
      cause,
      day,
      now,
    });
  }
}

/** The transitions a change made. Throws when an event is not in the transition table: a bug, so nothing is written. */
function stepsOf(from: LoanStatus, change: LoanChange) {
  let status = from;
  const steps = change.events.map((event) => {
    const result = move(LOAN_TRANSITIONS, status, event);
    if (result.kind === 'refused') throw new RangeError(`a loan that is ${status} knows no ${event}`);
    const step = { event, from: status, to: result.to };
    status = result.to;
    return step;
  });
  if (status !== change.loan.status) throw new RangeError(`events lead to ${status}, not to ${change.loan.status}`);
  return steps;
}
