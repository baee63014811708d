import fc from 'fast-check';
import { expect } from 'vitest';
import { ALWAYS_ALLOWED, screensFor } from '#api/application-screens.ts';
import {
  APPLICATION_EVENTS,
  APPLICATION_TRANSITIONS,
  type ApplicationEvent,
  type ApplicationStage,
  deadlineOf,
  EVENT_ACTORS,
  type EventActor,
  eventOfApproval,
  eventOfReturn,
  eventsOfSubmit,
  isOver,
  moveApplication,
} from '#loan/application.ts';
import {
  decideFraudFlag,
  decideInquiry,
  decideRejection,
  decideReviewRequest,
  decideStaffApproval,
  offerRefusal,
} from '#loan/application-decisions.ts';
import { addDays, type CalendarDate, calendarDate } from '#loan/calendar.ts';
import type { LoanStatus } from '#loan/loan.ts';
import { cents } from '#loan/money.ts';

/** Stage that a bystander who knows only the table expects; undefined before the first inquiry. */
export interface ExpectedStage {
  stage: ApplicationStage | undefined;
}

/** Ground that all walks together have covered, so that a test can assert that they covered something. */
export const walked = {
  commands: 0,
  stages: new Set<ApplicationStage>(),
  events: new Set<ApplicationEvent>(),
};

const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 15, 15);

/** One client's applications, decided by the rules of `src/loan` alone: what the server's workflows do around them. */
export class ApplicationWalk {
  stage: ApplicationStage | undefined;
  readonly events: ApplicationEvent[] = [];
  private now = START;
  private readonly since = { stage: START, activity: START, approval: START };
  private isRepeat: boolean;
  private seen = false;
  private isFinancialComplete = false;
  private loan: LoanStatus | undefined;
  private firstApproval: { by: string; amountCents: ReturnType<typeof cents> } | undefined;
  private firstFlag: string | undefined;
  private canReapplyAt: CalendarDate | undefined;
  private rejectedOn: CalendarDate | undefined;
  private wasReviewed = false;
  private dataConfirmedOn: CalendarDate | undefined;

  /** A client who has paid a loan before begins with fresh data. */
  constructor(isRepeat: boolean) {
    this.isRepeat = isRepeat;
    if (isRepeat) this.dataConfirmedOn = this.today;
  }

  get today(): CalendarDate {
    return calendarDate(new Date(this.now).toISOString().slice(0, 10));
  }

  inquire(): void {
    const latest = this.stage && { stage: this.stage, canReapplyAt: this.canReapplyAt };
    const decision = decideInquiry({
      today: this.today,
      latest,
      loanStatus: this.loan,
      dataConfirmedOn: this.dataConfirmedOn,
    });
    if (decision.kind === 'refused') return;
    expect(latest === undefined || isOver(latest.stage)).toBe(true);
    this.enter(decision.stage);
    this.isFinancialComplete = decision.stage === 'DEVICE';
    this.wasReviewed = false;
    this.canReapplyAt = undefined;
  }

  submit(step: 'personal' | 'financial'): void {
    if (!this.stage) return;
    for (const event of eventsOfSubmit(this.stage, step, this.isFinancialComplete)) this.cause(event, 'client');
    if (this.stage === 'DEVICE') {
      this.isFinancialComplete = true;
      this.dataConfirmedOn = this.today;
    }
  }

  approve(by: string, amount: number): void {
    if (this.stage !== 'SCORING' && this.stage !== 'MANUAL_REVIEW') return;
    const approval = { by, amountCents: cents(amount), aboveCents: cents(200_000), first: this.firstApproval };
    const decision = this.stage === 'SCORING' ? { kind: 'accepted' } : decideStaffApproval(approval);
    if (decision.kind === 'second-needed') this.firstApproval = approval;
    if (decision.kind !== 'accepted') return;
    const actor = this.stage === 'SCORING' ? 'engine' : 'staff';
    if (this.cause(eventOfApproval(this.isRepeat), actor)) this.since.approval = this.now;
  }

  askForDocument(): void {
    this.try('information-requested', this.stage === 'SCORING' ? 'engine' : 'staff');
  }

  reject(): void {
    if (this.stage !== 'SCORING' && this.stage !== 'MANUAL_REVIEW') return;
    const decision = decideRejection(['affordability'], this.today);
    if (decision.kind === 'refused') return;
    if (!this.cause('rejected', this.stage === 'SCORING' ? 'engine' : 'staff')) return;
    this.canReapplyAt = decision.canReapplyAt;
    this.rejectedOn = this.today;
  }

  flag(by: string): void {
    const decision = decideFraudFlag(by, this.firstFlag);
    if (decision.kind === 'second-needed') this.firstFlag = by;
    if (decision.kind === 'accepted' && this.cause('fraud-flagged', 'staff')) {
      this.firstFlag = undefined;
      this.rejectedOn = this.today;
      this.canReapplyAt = addDays(this.today, 30);
    }
  }

  askForReview(): void {
    if (this.stage !== 'REJECTED' || !this.rejectedOn) return;
    const decision = decideReviewRequest(this.rejectedOn, this.today, this.wasReviewed);
    if (decision.kind === 'refused') return;
    if (this.cause('review-requested', 'client')) this.wasReviewed = true;
  }

  accept(): void {
    const isExpired = this.now >= this.since.approval + 72 * 3_600_000;
    if (offerRefusal({ isExpired, isCurrent: true, teaPercent: 95, capPercent: 113.16 })) return;
    this.cause('offer-accepted', 'client');
  }

  backToOffer(): void {
    this.cause(eventOfReturn(this.isRepeat), 'client');
  }

  sign(): void {
    if (this.cause('agreement-signed', 'client')) this.loan = 'DISBURSING';
  }

  /** The bank's news about the loan, and what it makes of the application. */
  bank(news: 'confirmed' | 'rejected'): void {
    if (this.loan !== 'DISBURSING') return;
    this.loan = news === 'confirmed' ? 'PERFORMING' : 'DISBURSMENT_FAILED';
    this.cause(news === 'confirmed' ? 'disbursement-confirmed' : 'disbursement-rejected', 'bank');
  }

  nameAccount(): void {
    if (this.loan === 'DISBURSMENT_FAILED') this.loan = 'DISBURSING';
  }

  giveUpOnAccount(): void {
    if (this.loan !== 'DISBURSMENT_FAILED') return;
    this.loan = 'VOIDED';
    this.cause('loan-voided', 'clock');
  }

  repay(): void {
    if (this.loan !== 'PERFORMING') return;
    this.loan = 'PAID';
    this.isRepeat = true;
  }

  look(): void {
    this.seen = true;
  }

  /** Time passes; the clock does what is due. */
  wait(days: number): void {
    this.now += days * DAY;
    const due = this.stage && deadlineOf(this.stage, this.since);
    if (due && due.at <= this.now) this.cause(due.event, 'clock');
  }

  /** Any event by anybody: the table alone decides. */
  try(event: ApplicationEvent, actor: EventActor): void {
    if (this.stage && !NEEDS_A_DECISION.has(event)) this.cause(event, actor);
  }

  /** Checks what must hold whatever has happened. */
  check(): void {
    const application = this.stage && {
      stage: this.stage,
      isRepeat: this.isRepeat,
      seen: this.seen,
      stageSince: this.since.stage,
    };
    const loan = this.loan && { status: this.loan };
    const { nextScreen, allowedScreens } = screensFor({ application, loan, now: this.now });
    expect(allowedScreens).toContain(nextScreen.name);
    expect(ALWAYS_ALLOWED.every((name) => allowedScreens.includes(name))).toBe(true);
    if (this.stage === 'OFFER' || this.stage === 'OFFER_REPEATED') {
      expect(this.stage === 'OFFER_REPEATED').toBe(this.isRepeat);
    }
    // Money on its way and the stage that says so belong together.
    if (this.stage === 'ISSUING') expect(['DISBURSING', 'DISBURSMENT_FAILED']).toContain(this.loan);
    if (this.stage === 'DONE') expect(['PERFORMING', 'PAID']).toContain(this.loan);
  }

  private cause(event: ApplicationEvent, actor: EventActor): boolean {
    if (!this.stage) return false;
    const moved = moveApplication(this.stage, event, actor);
    if (moved.kind === 'refused') return false;
    this.events.push(event);
    if (actor === 'client') this.since.activity = this.now;
    this.enter(moved.to);
    return true;
  }

  private enter(stage: ApplicationStage): void {
    if (stage !== this.stage) {
      this.seen = false;
      this.since.stage = this.now;
      this.firstApproval = undefined;
    }
    if (this.stage === undefined || isOver(this.stage)) this.since.activity = this.now;
    this.stage = stage;
    walked.stages.add(stage);
  }
}

/** Events whose guard is more than the table: they have commands of their own. */
const NEEDS_A_DECISION: ReadonlySet<ApplicationEvent> = new Set([
  'approved-new',
  'approved-repeated',
  'rejected',
  'fraud-flagged',
  'review-requested',
  'offer-accepted',
  'returned-to-offer',
  'returned-to-offer-repeated',
  'agreement-signed',
  'disbursement-confirmed',
  'disbursement-rejected',
  'loan-voided',
]);

type WalkCommand = fc.Command<ExpectedStage, ApplicationWalk>;

function command(name: string, act: (real: ApplicationWalk) => void): WalkCommand {
  return {
    check: () => true,
    run: (expected, real) => {
      const before = real.events.length;
      act(real);
      const news = real.events.slice(before);
      // Only an inquiry makes an application: the table knows everything after it.
      if (news.length === 0 && real.stage !== expected.stage) {
        expect(name).toBe('inquire');
        expect(['PERSONAL', 'DEVICE']).toContain(real.stage);
        expected.stage = real.stage;
      }
      for (const event of news) {
        const to = expected.stage && APPLICATION_TRANSITIONS[expected.stage][event];
        if (!to) throw new Error(`${expected.stage} knows no ${event}`);
        expected.stage = to;
        walked.events.add(event);
      }
      expect(real.stage).toBe(expected.stage);
      real.check();
      walked.commands += 1;
    },
    toString: () => name,
  };
}

const fixed = (...commands: WalkCommand[]): fc.Arbitrary<WalkCommand>[] => commands.map((one) => fc.constant(one));

/** Walks of up to sixty steps: clients, staff, bank and clock in any order, wrong ones among them. */
export function applicationCommands(): fc.Arbitrary<Iterable<WalkCommand>> {
  const staff = fc.constantFrom('ana', 'luis', 'rosa');
  const likely = fixed(
    command('inquire', (real) => real.inquire()),
    command('personal', (real) => real.submit('personal')),
    command('financial', (real) => real.submit('financial')),
    command('device', (real) => real.try('device-submitted', 'client')),
    command('ask for a document', (real) => real.askForDocument()),
    command('accept', (real) => real.accept()),
    command('a day later the papers are new', (real) => real.try('agreement-renewed', 'clock')),
    command('sign', (real) => real.sign()),
    command('bank confirms', (real) => real.bank('confirmed')),
  );
  const rest = fixed(
    command('reject', (real) => real.reject()),
    command('ask for review', (real) => real.askForReview()),
    command('back to offer', (real) => real.backToOffer()),
    command('bank rejects', (real) => real.bank('rejected')),
    command('name another account', (real) => real.nameAccount()),
    command('no account in five days', (real) => real.giveUpOnAccount()),
    command('repay', (real) => real.repay()),
    command('look', (real) => real.look()),
  );
  const approve = fc
    .tuple(staff, fc.constantFrom(50_000, 250_000))
    .map(([by, amount]) => command(`${by} approves ${amount}`, (real) => real.approve(by, amount)));
  const flag = staff.map((by) => command(`${by} flags fraud`, (real) => real.flag(by)));
  const wait = fc.constantFrom(0, 1, 4, 8, 31).map((days) => command(`wait ${days}`, (real) => real.wait(days)));
  const anything = fc
    .constantFrom(...APPLICATION_EVENTS)
    .chain((event) =>
      fc
        .constantFrom(...EVENT_ACTORS[event], 'client' as const)
        .map((actor) => command(`${event} by ${actor}`, (real) => real.try(event, actor))),
    );
  // The way through is long: what leads forward comes three times as often.
  return fc.commands([...likely, ...likely, ...likely, ...rest, approve, approve, flag, wait, anything, anything], {
    maxCommands: 60,
    size: 'max',
  });
}
