import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { StaffActName } from '#i18n/staff-acts.ts';
import { decideFlexPay, decidePaymentPlan } from '#loan/agreements.ts';
import { APPLICATION_STAGES } from '#loan/application.ts';
import { addDays } from '#loan/calendar.ts';
import { COMPLAINT_STATUSES } from '#loan/complaint.ts';
import { STANDARD_FLEX_SETTINGS } from '#loan/flex-pay.ts';
import { LOAN_STATUSES, type LoanStatus } from '#loan/loan.ts';
import type { LoanChange } from '#loan/loan-life.ts';
import { PAYMENT_INTENT_STATUSES } from '#loan/payment-intent.ts';
import { planOffer, STANDARD_PLAN_SETTINGS } from '#loan/payment-plan.ts';
import { standingOn } from '#loan/standing.ts';
import { isOffered, OF_ANSWER, OF_ROW } from '#server/lending/desk/desk-map.ts';
import { filled } from '#server/lending/desk/values/value-view.ts';
import type { StoredLoan } from '#server/lending/loans/store/loan-store.ts';
import { type LockedLoan, withLoan } from '#server/lending/loans/with-loan.ts';
import { abandonFailedDisbursements, dispatchDisbursements } from '#server/lending/payouts/disburse.ts';
import { STAFF_PATH } from '#server/lending/staff/staff-route.ts';
import { anApplicant } from '#tests/support/applications/applicant.ts';
import { aComplaint } from '#tests/support/complaints/complaint.ts';
import { createTestBook, file } from '#tests/support/complaints/complaints-book.ts';
import { resetTestDatabase, withDatabase } from '#tests/support/database/database.ts';
import { STAFF_ROUTES } from '#tests/support/lending/staff-routes.ts';
import { aLoan, anOriginatedLoan, pay } from '#tests/support/loans/loan-service.ts';
import { aDebtor, asColleague, asOperator, createPayments, startPayment } from '#tests/support/payments/payments.ts';

// Not verified afterwards: payments are put into states that their money does not have.
const payments = withDatabase(async (db) => {
  await resetTestDatabase(db);
  return createPayments(db);
});
type Answer = Readonly<Record<string, unknown>>;

/** Codes of refusals that say: not in this state. */
const STATE_REFUSALS = [
  'active_loan',
  'complaint_closed',
  'complaint_state',
  'illegal_transition',
  'loan_money_on_its_way',
  'not_eligible',
  'nothing_owed',
  'payment_state',
  'write_off_not_possible',
  'write_off_not_proposed',
  'write_off_proposed',
];

const note = 'Looked at by two colleagues, who agree.';
const BODIES: Readonly<Partial<Record<StaffActName, object>>> = {
  'applications approve': { amount: 500, note },
  'applications reject': { reasons: ['affordability'], note },
  'applications need-info': { items: [{ code: 'income_proof', note }] },
  'applications flag-fraud': { note },
  'complaints assign': { assignee: 'Ana Torres' },
  'complaints note': { text: note },
  'complaints answer': { text: note, solution: 'ACCEPTED' },
  'complaints settle': { text: note },
  'complaints close': {},
  'contact log': { channel: 'VISIT' },
  'flex offer': {},
  'loan originate': { productId: 1, amount: 500, term: 30, bankId: '002', cci: '00219100001234567852', holder: 'Rosa' },
  'payments no-credit': { reason: note },
  'payments refund': { reason: note },
  'payments refund-paid': { reference: 'R-1' },
  'payments refund-refused': { reason: note },
  'payments dispute': { reference: 'D-1', reason: note },
  'payments dispute-won': {},
  'payments dispute-lost': {},
  'write-off propose': { reason: note },
  'write-off approve': {},
  'write-off withdraw': {},
  'write-off reverse': { reason: note },
};

/** Acts of a page whose link depends on the state, with whether they are offered for this answer. */
function offeredFor(page: StaffActName, answer: Answer) {
  return (OF_ANSWER[page] ?? []).flatMap((about) =>
    about.when && BODIES[about.act]
      ? [{ about, isOffered: isOffered(about, (path) => filled(`{${path}}`, answer)) }]
      : [],
  );
}

/** Does an act with what its link knows; as two accounts where it takes two. */
async function doAct(act: StaffActName, given: Readonly<Record<string, string>>, answer: Answer) {
  const route = STAFF_ROUTES.find(({ name }) => name === act);
  const known = Object.fromEntries(Object.entries(given).map(([name, text]) => [name, filled(text, answer) ?? '']));
  const path = (route?.path ?? '').replace(/:(\w+)/g, (_, name: string) => known[name] ?? '');
  const rest = Object.entries(known).filter(([name]) => !route?.path.includes(`:${name}`));
  const body = { ...BODIES[act], ...Object.fromEntries(rest) };
  const short = path.replace(`${STAFF_PATH}/`, '');
  // The colleague who proposed a write-off must not approve it.
  const done = await (act === 'write-off approve'
    ? asColleague(payments, 'Luis', short, body)
    : asOperator(payments, short, body));
  const said = (await done.json().catch(() => ({}))) as { readonly error?: { readonly code: string } };
  return { act, status: done.status, code: said.error?.code ?? '' };
}

type Done = Awaited<ReturnType<typeof doAct>>;
// Half a year ahead there is no price yet, which is said before anything about the client's loans.
const isUnpriced = ({ act, code }: Done) => act === 'loan originate' && code === 'parameter_missing';
const isRefusedForState = (done: Done) =>
  done.status === 409 && (STATE_REFUSALS.includes(done.code) || isUnpriced(done));

/**
 * Walks the acts of one thing: what is not offered is refused for its state, and what is offered is not. An act that
 * leaves the state as it was leaves the thing to the next one, because making it takes longer than all of its acts.
 * @param make makes the thing, and says where it is shown
 */
async function walk(page: StaffActName, make: () => Promise<string>): Promise<void> {
  let path = await make();
  const first = offeredFor(page, await show(path));
  const stateOf = (offers: typeof first) => offers.map(({ isOffered: is }) => is);
  const again = async (): Promise<Answer> => {
    const answer = await show(path);
    if (isDeepStrictEqual(stateOf(offeredFor(page, answer)), stateOf(first))) return answer;
    path = await make();
    const anew = await show(path);
    expect(stateOf(offeredFor(page, anew)), 'made anew, it is in the same state').toEqual(stateOf(first));
    return anew;
  };
  for (const { about } of first.filter((one) => !one.isOffered)) {
    const done = await doAct(about.act, about.with ?? {}, await again());
    expect(done, `${about.act} is not offered`).toSatisfy(isRefusedForState);
  }
  for (const { about } of first.filter((one) => one.isOffered)) {
    const done = await doAct(about.act, about.with ?? {}, await again());
    expect([done, isRefusedForState(done) && !isUnpriced(done), done.status < 500], `${about.act} is offered`).toEqual([
      done,
      false,
      true,
    ]);
  }
}

const show = async (path: string): Promise<Answer> => (await asColleague(payments, 'Ana', path)).json();

const loans = () => payments.loans;
const decide = (id: string, make: (locked: LockedLoan) => LoanChange | { readonly kind: 'refused' }) =>
  withLoan(loans().context, { id }, async (locked) => {
    const change = make(locked);
    if (change.kind === 'refused') throw new Error('this test needs it to be accepted');
    await locked.save(change, { kind: 'test', ref: randomUUID() });
  });
const on = async (date: string, make: () => Promise<StoredLoan>) => {
  loans().clock.moveTo(date);
  return make();
};
/** Closes the days of this loan alone, because the others of the file would be closed for half a year along with it. */
const until = async (loan: Promise<StoredLoan>, date: string) => {
  const made = await loan;
  loans().clock.moveTo(date);
  await withLoan(loans().context, { id: made.id }, async () => undefined);
  return made;
};
const fresh = () => aLoan(loans());
const ordered = async (mode: 'lost' | 'rejects') => {
  loans().bank.mode = mode;
  const { id, loan } = await anOriginatedLoan(loans());
  await dispatchDisbursements(loans().context);
  loans().bank.mode = 'pays';
  return { id, loan } as StoredLoan;
};
const late = () => until(on('2026-01-15', fresh), '2026-02-24');
const inDefault = () => until(on('2026-01-15', fresh), '2026-08-20');
const writeOff = async (loan: StoredLoan, act: 'propose' | 'approve', name: string) =>
  asColleague(payments, name, `loans/${loan.loan.number}/write-off/${act}`, act === 'propose' ? { reason: note } : {});

const MADE: Readonly<Record<LoanStatus | 'PROPOSED', () => Promise<StoredLoan>>> = {
  ORIGINATED: () => anOriginatedLoan(loans()) as Promise<StoredLoan>,
  DISBURSING: () => ordered('lost'),
  DISBURSMENT_FAILED: () => ordered('rejects'),
  VOIDED: async () => {
    const loan = await on('2026-01-15', () => ordered('rejects'));
    loans().clock.moveTo('2026-02-24');
    await abandonFailedDisbursements(loans().context);
    return loan;
  },
  PERFORMING: () => on('2026-01-15', fresh),
  PAST_DUE: late,
  DEFAULTED: inDefault,
  PROPOSED: async () => {
    const loan = await inDefault();
    await writeOff(loan, 'propose', 'Ana');
    return loan;
  },
  PAYMENT_PLAN: async () => {
    const loan = await late();
    await decide(loan.id, ({ loan: stored, day }) => {
      const { terms } = planOffer(standingOn(stored, day), 3, addDays(day.date, 3), STANDARD_PLAN_SETTINGS);
      const plan = { id: randomUUID(), terms };
      return decidePaymentPlan(stored, plan, {} as never, STANDARD_PLAN_SETTINGS, day);
    });
    return loan;
  },
  FLEX: async () => {
    const loan = await late();
    const situation = { hasBrokenPlan: false, offeredByStaff: true };
    await decide(loan.id, ({ loan: stored, day }) =>
      decideFlexPay(stored, randomUUID(), situation, STANDARD_FLEX_SETTINGS, day),
    );
    return loan;
  },
  PAID: async () => {
    const loan = await on('2026-01-15', fresh);
    await pay(loans(), loan.id, 600);
    return loan;
  },
  WRITTEN_OFF: async () => {
    const loan = await inDefault();
    await writeOff(loan, 'propose', 'Ana');
    await writeOff(loan, 'approve', 'Luis');
    return loan;
  },
};

describe('a loan', () => {
  test.each([...LOAN_STATUSES, 'PROPOSED'] as const)(
    'that is %s',
    async (status) => {
      await walk('loan show', async () => {
        const path = `loans/${(await MADE[status]()).loan.number}`;
        const seen = (await show(path)) as { readonly loan: { readonly status: string }; readonly writeOff: unknown };
        expect([seen.loan.status, seen.writeOff]).toEqual(
          status === 'PROPOSED' ? ['DEFAULTED', 'PROPOSED'] : [status, null],
        );
        return path;
      });
    },
    120_000,
  );
});

test.each(PAYMENT_INTENT_STATUSES)('a payment that is %s', async (status) => {
  const again = async () => {
    const debtor = await aDebtor(payments);
    const { id } = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'MANUAL' });
    await payments.db.kysely.updateTable('payment_intent').set({ status }).where('id', '=', id).execute();
    return show(`payments/${id}`);
  };
  const answer = await again();
  for (const { about, isOffered: is } of offeredFor('payments show', answer)) {
    const done = await doAct(about.act, about.with ?? {}, is ? await again() : answer);
    if (!is) expect(done, `${about.act} is not offered`).toSatisfy(isRefusedForState);
    // Its money is not on the loan here, which is refused in the same words.
    else if (about.act !== 'payments refund') expect(done, `${about.act} is offered`).not.toSatisfy(isRefusedForState);
  }
});

test.each(COMPLAINT_STATUSES)('a complaint that is %s', async (status) => {
  const book = createTestBook(payments.db);
  await walk('complaints show', async () => {
    const filed = await file(book, aComplaint());
    await payments.db.kysely.updateTable('complaint').set({ status }).where('code', '=', filed.code).execute();
    return `complaints/${filed.code}`;
  });
});

test('an application of every stage', async () => {
  const { personId } = await anApplicant(payments, 'OFFER');
  // Its money has not left: a flag of fraud still stops it.
  const { id: loanId } = await anOriginatedLoan(payments.loans, undefined, personId);
  const { kysely } = payments.db;
  const own = kysely.selectFrom('application').select(['id', 'reference']).where('person_id', '=', personId);
  const { id, reference } = await own.executeTakeFirstOrThrow();
  for (const stage of APPLICATION_STAGES) {
    for (const { about, isOffered: is } of offeredFor('applications show', await show(`applications/${reference}`))) {
      const rejected_on = stage === 'REJECTED' ? '2026-01-15' : null;
      const loan_id = stage === 'ISSUING' || stage === 'DONE' ? loanId : null;
      const forced = { stage, rejected_on, can_reapply_on: rejected_on, loan_id };
      await kysely.updateTable('application').set(forced).where('id', '=', id).execute();
      const answer = await show(`applications/${reference}`);
      const [now] = offeredFor('applications show', answer).filter((one) => one.about.act === about.act);
      const done = await doAct(about.act, about.with ?? {}, answer);
      expect([stage, about.act, isRefusedForState(done), typeof is]).toEqual([
        stage,
        about.act,
        !now?.isOffered,
        'boolean',
      ]);
    }
  }
});

describe('rows', () => {
  const offered = (list: string, row: Answer) =>
    (OF_ROW[list] ?? []).flatMap((about) => (isOffered(about, (path) => filled(`{${path}}`, row)) ? [about.act] : []));

  test.each([
    ['QUEUED', []],
    ['SENDING', ['payouts paid', 'payouts rejected', 'payouts not-sent']],
    ['SENT', ['payouts paid', 'payouts rejected', 'payouts not-sent']],
    ['REJECTED', ['payouts paid']],
    ['CANCELLED', ['payouts paid']],
    ['CONFIRMED', []],
    ['PAID', []],
  ])('an order to the bank that is %s', (status, acts) => {
    expect(offered('payouts list payouts', { id: randomUUID(), kind: 'loan', status })).toEqual(acts);
  });

  test('a top-up can be stopped until it is sent, a loan cannot', () => {
    const row = { id: randomUUID(), status: 'QUEUED' };
    expect(offered('payouts list payouts', { ...row, kind: 'top-up' })).toEqual(['payouts stop-top-up']);
    expect(offered('payouts list payouts', { ...row, kind: 'loan' })).toEqual([]);
  });

  test.each([
    ['CARD', 'SENDING', ['payments refund-paid', 'payments refund-refused']],
    ['CARD', 'SENT', ['payments refund-paid', 'payments refund-refused']],
    ['BANK', 'QUEUED', ['payments refund-refused']],
    ['BANK', 'SENDING', ['payments refund-paid']],
    ['BANK', 'SENT', ['payments refund-paid']],
  ])('a refund through %s that is %s', (through, status, acts) => {
    expect(offered('payments refunds refunds', { paymentId: randomUUID(), through, status })).toEqual(acts);
  });

  test('what came of a contact is recorded once', () => {
    const row = { number: 'P-2026-0000001', lastContact: randomUUID() };
    expect(offered('collections list loans', { ...row, outcome: 'NOT_RECORDED' })).toEqual([
      'contact log',
      'contact outcome',
    ]);
    expect(offered('collections list loans', { ...row, outcome: 'REFUSES' })).toEqual(['contact log']);
  });
});
