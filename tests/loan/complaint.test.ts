import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holidayTable } from '#loan/business-days.ts';
import { calendarDate } from '#loan/calendar.ts';
import {
  alertReached,
  answerDueDate,
  awaitsAnswer,
  COMPLAINT_ACTS,
  COMPLAINT_CODE,
  COMPLAINT_STATUSES,
  COMPLAINT_TRANSITIONS,
  type ComplaintStatus,
  complaintCode,
  decideComplaintAct,
} from '#loan/complaint.ts';
import { HOLIDAYS } from '#server/lending/parameters/seed-holidays.ts';
import { forAll } from '#tests/support/for-all.ts';

const holidays = holidayTable(HOLIDAYS.map(({ date }) => date));
const date = calendarDate;

describe('what an operator can do', () => {
  test.each([
    ['RECEIVED', 'assign', 'ASSIGNED'],
    ['RECEIVED', 'note', 'RECEIVED'],
    ['RECEIVED', 'answer', 'ANSWERED'],
    ['RECEIVED', 'settle', 'SETTLED'],
    ['ASSIGNED', 'assign', 'ASSIGNED'],
    ['ASSIGNED', 'note', 'ASSIGNED'],
    ['ASSIGNED', 'answer', 'ANSWERED'],
    ['ASSIGNED', 'settle', 'SETTLED'],
    ['ANSWERED', 'note', 'ANSWERED'],
    ['ANSWERED', 'settle', 'SETTLED'],
    ['ANSWERED', 'close', 'CLOSED'],
    ['SETTLED', 'note', 'SETTLED'],
    ['SETTLED', 'close', 'CLOSED'],
  ] as const)('a complaint that is %s takes "%s" and becomes %s', (status, act, next) => {
    expect(decideComplaintAct(status, act)).toEqual({ kind: 'accepted', status: next });
  });

  test('everything else is refused: thirteen acts in all are possible', () => {
    const pairs = COMPLAINT_STATUSES.flatMap((status) => COMPLAINT_ACTS.map((act) => decideComplaintAct(status, act)));
    expect(pairs.filter(({ kind }) => kind === 'accepted')).toHaveLength(13);
  });

  test('an answered complaint cannot be answered again', () => {
    expect(decideComplaintAct('ANSWERED', 'answer')).toEqual({
      kind: 'refused',
      reason: 'complaint_state',
      status: 'ANSWERED',
    });
  });

  test('a closed complaint takes nothing more', () => {
    for (const act of COMPLAINT_ACTS) {
      expect(decideComplaintAct('CLOSED', act)).toEqual({
        kind: 'refused',
        reason: 'complaint_closed',
        status: 'CLOSED',
      });
    }
  });

  test('whatever is done in whatever order, a complaint never goes back and can always be closed', () => {
    const order = ['RECEIVED', 'ASSIGNED', 'ANSWERED', 'SETTLED', 'CLOSED'];
    forAll(800, [fc.array(fc.constantFrom(...COMPLAINT_ACTS), { maxLength: 20 })], (acts) => {
      let status: ComplaintStatus = 'RECEIVED';
      for (const act of acts) {
        const decision = decideComplaintAct(status, act);
        expect(order.indexOf(decision.status)).toBeGreaterThanOrEqual(order.indexOf(status));
        if (decision.kind === 'refused') expect(decision.status).toBe(status);
        expect(decision.kind === 'accepted').toBe(COMPLAINT_TRANSITIONS[status][act] !== undefined);
        status = decision.status;
      }
      if (awaitsAnswer(status)) status = decideComplaintAct(status, 'answer').status;
      if (status !== 'CLOSED') expect(decideComplaintAct(status, 'close').status).toBe('CLOSED');
    });
  });
});

describe('the legal clock', () => {
  test.each([
    ['2026-07-20', '2026-08-14'],
    ['2026-11-24', '2026-12-17'],
    ['2026-03-27', '2026-04-21'],
  ])('a complaint of %s is answered by %s', { tags: 'promise-the-complaints-book' }, (filed, due) => {
    expect(answerDueDate(date(filed), holidays)).toEqual({ kind: 'date', date: due });
  });

  test('a year without holidays gets no promise', () => {
    expect(answerDueDate(date('2027-12-20'), holidays)).toEqual({ kind: 'no-holiday-table', year: 2028 });
  });

  test.each([
    ['2026-07-20', undefined],
    ['2026-07-24', undefined],
    ['2026-07-27', undefined],
    ['2026-07-30', 5],
    ['2026-08-06', 5],
    ['2026-08-07', 10],
    ['2026-08-11', 10],
    ['2026-08-12', 13],
    ['2026-08-13', 13],
    ['2026-08-14', 15],
    ['2026-09-30', 15],
  ])('filed on 20/07/2026 and unanswered on %s: alert %s', (today, day) => {
    expect(alertReached(date('2026-08-14'), date(today), holidays)).toEqual({ kind: 'alert', day });
  });

  test('a holiday that is added after the day was promised moves no alert past that day', () => {
    const added = holidayTable([...holidays.dates, '2026-08-10']);
    const reached = (today: string) => alertReached(date('2026-08-14'), date(today), added);
    expect(reached('2026-08-12')).toEqual({ kind: 'alert', day: 13 });
    expect(reached('2026-08-14')).toEqual({ kind: 'alert', day: 15 });
  });

  test('an alert is not guessed either', () => {
    expect(alertReached(date('2028-01-10'), date('2027-12-20'), holidays)).toEqual({
      kind: 'no-holiday-table',
      year: 2028,
    });
  });

  test('only a complaint that is neither answered nor settled waits', () => {
    expect(COMPLAINT_STATUSES.filter(awaitsAnswer)).toEqual(['RECEIVED', 'ASSIGNED']);
  });
});

describe('the correlative', () => {
  test('has year and six digits', () => {
    expect(complaintCode(2026, 123)).toBe('LR-2026-000123');
    expect(COMPLAINT_CODE.test(complaintCode(2027, 999_999))).toBe(true);
  });

  test.each([0, -1, 1.5, 1_000_000])('%s is not a correlative', (number) => {
    expect(() => complaintCode(2026, number)).toThrow(RangeError);
  });
});
