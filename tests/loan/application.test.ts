import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  APPLICATION_EVENTS,
  APPLICATION_STAGES,
  APPLICATION_STATUSES,
  APPLICATION_TRANSITIONS,
  type ApplicationEvent,
  type ApplicationStage,
  type ApplicationStep,
  allowedEvents,
  applicationReference,
  DRAFT_STAGES,
  deadlineOf,
  EVENT_ACTORS,
  type EventActor,
  eventOfApproval,
  eventOfReturn,
  eventsOfSubmit,
  isDraft,
  isOver,
  moveApplication,
  OFFERED_STAGES,
  STAGE_DEADLINES,
  statusOfStage,
} from '#loan/application.ts';
import { isTerminal } from '#loan/transitions.ts';
import { ApplicationWalk, applicationCommands, walked } from '#tests/support/applications/application-walk.ts';

/** Domain 2.3.1: stage and what the calculator reads. */
const STATUSES: readonly (readonly [ApplicationStage, string])[] = [
  ['PERSONAL', 'DRAFT'],
  ['FINANCIAL', 'DRAFT'],
  ['DEVICE', 'DRAFT'],
  ['SCORING', 'PENDING'],
  ['MANUAL_REVIEW', 'PENDING'],
  ['INFO_MISSING', 'PENDING'],
  ['OFFER', 'APPROVED'],
  ['OFFER_REPEATED', 'APPROVED'],
  ['AGREEMENT', 'APPROVED'],
  ['ISSUING', 'ISSUING_LOAN'],
  ['DONE', 'COMPLETED'],
  ['REJECTED', 'REJECTED'],
  ['CANCELLED', 'CANCELLED'],
  ['EXPIRED', 'EXPIRED'],
];

/** Domain 2.3.2, rows 2 to 25 in its order: row, from, event, who, to. */
const ROWS: readonly (readonly [number, ApplicationStage, ApplicationEvent, EventActor, ApplicationStage])[] = [
  [2, 'PERSONAL', 'personal-submitted', 'client', 'FINANCIAL'],
  [3, 'FINANCIAL', 'financial-submitted', 'client', 'DEVICE'],
  [4, 'FINANCIAL', 'went-back', 'client', 'PERSONAL'],
  [4, 'DEVICE', 'went-back', 'client', 'FINANCIAL'],
  [5, 'DEVICE', 'device-submitted', 'client', 'SCORING'],
  [6, 'SCORING', 'approved-new', 'engine', 'OFFER'],
  [6, 'SCORING', 'approved-repeated', 'engine', 'OFFER_REPEATED'],
  [7, 'SCORING', 'referred', 'engine', 'MANUAL_REVIEW'],
  [8, 'SCORING', 'information-requested', 'engine', 'INFO_MISSING'],
  [8, 'MANUAL_REVIEW', 'information-requested', 'staff', 'INFO_MISSING'],
  [9, 'SCORING', 'rejected', 'engine', 'REJECTED'],
  [9, 'MANUAL_REVIEW', 'rejected', 'staff', 'REJECTED'],
  [10, 'SCORING', 'scoring-timed-out', 'clock', 'MANUAL_REVIEW'],
  [11, 'INFO_MISSING', 'information-to-scoring', 'client', 'SCORING'],
  [11, 'INFO_MISSING', 'information-to-review', 'client', 'MANUAL_REVIEW'],
  [12, 'INFO_MISSING', 'information-overdue', 'clock', 'EXPIRED'],
  [13, 'MANUAL_REVIEW', 'approved-new', 'staff', 'OFFER'],
  [13, 'MANUAL_REVIEW', 'approved-repeated', 'staff', 'OFFER_REPEATED'],
  [14, 'OFFER', 'offer-changed', 'client', 'OFFER'],
  [14, 'OFFER_REPEATED', 'offer-changed', 'client', 'OFFER_REPEATED'],
  [15, 'OFFER', 'offer-accepted', 'client', 'AGREEMENT'],
  [15, 'OFFER_REPEATED', 'offer-accepted', 'client', 'AGREEMENT'],
  [16, 'OFFER', 'offer-declined', 'client', 'CANCELLED'],
  [16, 'OFFER_REPEATED', 'offer-declined', 'client', 'CANCELLED'],
  [16, 'AGREEMENT', 'offer-declined', 'client', 'CANCELLED'],
  [17, 'OFFER', 'offer-expired', 'clock', 'EXPIRED'],
  [17, 'OFFER_REPEATED', 'offer-expired', 'clock', 'EXPIRED'],
  // Decision 0148: the 72 hours go on while the agreement waits.
  [17, 'AGREEMENT', 'offer-expired', 'clock', 'EXPIRED'],
  [18, 'AGREEMENT', 'returned-to-offer', 'client', 'OFFER'],
  [18, 'AGREEMENT', 'returned-to-offer-repeated', 'client', 'OFFER_REPEATED'],
  [19, 'AGREEMENT', 'agreement-renewed', 'clock', 'AGREEMENT'],
  [20, 'AGREEMENT', 'agreement-signed', 'client', 'ISSUING'],
  [21, 'ISSUING', 'disbursement-confirmed', 'bank', 'DONE'],
  [22, 'ISSUING', 'disbursement-rejected', 'bank', 'ISSUING'],
  [22, 'ISSUING', 'loan-voided', 'clock', 'CANCELLED'],
  // Decision 0134: it can be given up wherever it waits.
  [23, 'SCORING', 'cancelled', 'client', 'CANCELLED'],
  [23, 'MANUAL_REVIEW', 'cancelled', 'client', 'CANCELLED'],
  [23, 'INFO_MISSING', 'cancelled', 'client', 'CANCELLED'],
  ...DRAFT_STAGES.flatMap(
    (stage) =>
      [
        [23, stage, 'cancelled', 'client', 'CANCELLED'],
        [23, stage, 'idle-expired', 'clock', 'EXPIRED'],
      ] as const,
  ),
  ...(
    ['PERSONAL', 'FINANCIAL', 'DEVICE', 'SCORING', 'MANUAL_REVIEW', 'INFO_MISSING', 'OFFER', 'OFFER_REPEATED'] as const
  ).map((stage) => [24, stage, 'fraud-flagged', 'staff', 'REJECTED'] as const),
  [24, 'AGREEMENT', 'fraud-flagged', 'staff', 'REJECTED'],
  // Decision 0146: up to the payout a flag leads to people, and people may end what was signed.
  ...OFFERED_STAGES.map((stage) => [24, stage, 'referred', 'engine', 'MANUAL_REVIEW'] as const),
  [24, 'ISSUING', 'fraud-flagged', 'staff', 'REJECTED'],
  [25, 'REJECTED', 'review-requested', 'client', 'MANUAL_REVIEW'],
];

describe('what the calculator reads of an application (domain 2.3.1)', () => {
  test.each(STATUSES)('%s is %s', (stage, status) => {
    expect(statusOfStage(stage)).toBe(status);
  });

  test('every stage has a status and every status a stage', () => {
    expect(STATUSES.map(([stage]) => stage)).toEqual(APPLICATION_STAGES);
    expect([...new Set(STATUSES.map(([, status]) => status))].sort()).toEqual([...APPLICATION_STATUSES].sort());
  });
});

describe('the life of an application (domain 2.3.2)', () => {
  test.each(ROWS)('row %s: %s, %s by the %s leads to %s', (_, from, event, actor, to) => {
    expect(moveApplication(from, event, actor)).toEqual({ kind: 'moved', to });
  });

  test('the table has these rows and no other', () => {
    const written = ROWS.map(([, from, event, , to]) => `${from} ${event} ${to}`);
    const table = Object.entries(APPLICATION_TRANSITIONS).flatMap(([from, row]) =>
      Object.entries(row).map(([event, to]) => `${from} ${event} ${to}`),
    );
    expect(table.sort()).toEqual([...new Set(written)].sort());
  });

  test('anything else is refused with what this actor may do at this stage', { tags: 'asvs-2.3.1' }, () => {
    expect(moveApplication('OFFER', 'agreement-signed', 'client')).toEqual({
      kind: 'refused',
      reason: 'illegal-transition',
      stage: 'OFFER',
      allowedEvents: ['offer-changed', 'offer-accepted', 'offer-declined'],
    });
  });

  test.each<[ApplicationStage, ApplicationEvent, EventActor]>([
    ['SCORING', 'approved-new', 'client'],
    ['AGREEMENT', 'agreement-signed', 'staff'],
    ['OFFER', 'offer-accepted', 'staff'],
    ['ISSUING', 'disbursement-confirmed', 'client'],
    ['PERSONAL', 'fraud-flagged', 'client'],
  ])('%s: %s is not for the %s to say', (stage, event, actor) => {
    expect(moveApplication(stage, event, actor).kind).toBe('refused');
  });

  test('every event has somebody who may cause it, and every stage but the ends somebody who may move it', () => {
    expect(Object.keys(EVENT_ACTORS).sort()).toEqual([...APPLICATION_EVENTS].sort());
    const stuck = APPLICATION_STAGES.filter(
      (stage) =>
        !isOver(stage) &&
        (['client', 'engine', 'staff', 'clock', 'bank'] as const).every(
          (actor) => allowedEvents(stage, actor).length === 0,
        ),
    );
    expect(stuck).toEqual([]);
  });

  test('every stage reaches an end', () => {
    const reachesEnd = new Set<ApplicationStage>(APPLICATION_STAGES.filter(isOver));
    for (let before = -1; before !== reachesEnd.size; ) {
      before = reachesEnd.size;
      for (const stage of APPLICATION_STAGES) {
        const targets = Object.values(APPLICATION_TRANSITIONS[stage]);
        if (targets.some((to) => to !== stage && reachesEnd.has(to))) reachesEnd.add(stage);
      }
    }
    expect([...reachesEnd].sort()).toEqual([...APPLICATION_STAGES].sort());
  });

  test('no stage that waits for the client waits for ever: the clock can always end it', () => {
    const waiting: ApplicationStage[] = [
      'PERSONAL',
      'FINANCIAL',
      'DEVICE',
      'INFO_MISSING',
      'OFFER',
      'OFFER_REPEATED',
      'AGREEMENT',
    ];
    const endless = waiting.filter((stage) => {
      const deadline = STAGE_DEADLINES[stage];
      return !deadline || !isOver(APPLICATION_TRANSITIONS[stage][deadline.event] as ApplicationStage);
    });
    expect(endless).toEqual([]);
  });

  test('a rejection is over for a new application, and still open to one look by people', () => {
    expect(isOver('REJECTED')).toBe(true);
    expect(isTerminal(APPLICATION_TRANSITIONS, 'REJECTED')).toBe(false);
    expect(allowedEvents('REJECTED', 'client')).toEqual(['review-requested']);
  });
});

describe('going back to correct a step', () => {
  test.each<[ApplicationStage, ApplicationStep, boolean, ApplicationStage]>([
    ['PERSONAL', 'personal', false, 'FINANCIAL'],
    ['FINANCIAL', 'personal', false, 'FINANCIAL'],
    ['FINANCIAL', 'financial', false, 'DEVICE'],
    ['DEVICE', 'financial', true, 'DEVICE'],
    ['DEVICE', 'personal', true, 'DEVICE'],
    ['DEVICE', 'personal', false, 'FINANCIAL'],
  ])('%s, %s sent again (financial complete: %s): %s', (stage, step, complete, to) => {
    const end = eventsOfSubmit(stage, step, complete).reduce<ApplicationStage>((at, event) => {
      const moved = moveApplication(at, event, 'client');
      expect(moved.kind).toBe('moved');
      return moved.kind === 'moved' ? moved.to : at;
    }, stage);
    expect(end).toBe(to);
  });

  test('after the draft there is nothing to send again', () => {
    for (const stage of APPLICATION_STAGES.filter((one) => !isDraft(one))) {
      const [first] = eventsOfSubmit(stage, 'personal', true);
      expect(moveApplication(stage, first as ApplicationEvent, 'client').kind).toBe('refused');
    }
  });

  test('income before the address is out of order', () => {
    const [first] = eventsOfSubmit('PERSONAL', 'financial', false);
    expect(moveApplication('PERSONAL', first as ApplicationEvent, 'client').kind).toBe('refused');
  });

  test('a repeat client returns to the offer they came from', () => {
    expect([eventOfReturn(true), eventOfReturn(false)]).toEqual(['returned-to-offer-repeated', 'returned-to-offer']);
    expect([eventOfApproval(true), eventOfApproval(false)]).toEqual(['approved-repeated', 'approved-new']);
  });
});

describe('deadlines', () => {
  const since = { stage: 1_000, activity: 2_000, approval: 3_000 };

  test.each<[ApplicationStage, ApplicationEvent, number]>([
    ['PERSONAL', 'idle-expired', 2_000 + 30 * 86_400_000],
    ['DEVICE', 'idle-expired', 2_000 + 30 * 86_400_000],
    ['SCORING', 'scoring-timed-out', 1_000 + 600_000],
    ['INFO_MISSING', 'information-overdue', 1_000 + 7 * 86_400_000],
    ['OFFER', 'offer-expired', 3_000 + 72 * 3_600_000],
    ['AGREEMENT', 'offer-expired', 3_000 + 72 * 3_600_000],
  ])('%s ends by %s', (stage, event, at) => {
    expect(deadlineOf(stage, since)).toEqual({ event, at });
  });

  test('people and banks have no clock over them', () => {
    expect(
      (['MANUAL_REVIEW', 'ISSUING', 'DONE', 'REJECTED'] as const).map((stage) => deadlineOf(stage, since)),
    ).toEqual([undefined, undefined, undefined, undefined]);
  });
});

test('a reference is read out on the phone', () => {
  expect(applicationReference(2026, 1234)).toBe('SOL-2026-0001234');
  expect(() => applicationReference(2026, 0)).toThrow(RangeError);
  expect(() => applicationReference(2026, 10_000_000)).toThrow(RangeError);
});

test('any walk through an application keeps to the table, to the screens and to the money (10,000 steps)', () => {
  fc.assert(
    fc.property(fc.boolean(), applicationCommands(), (isRepeat, commands) => {
      fc.modelRun(() => ({ model: { stage: undefined }, real: new ApplicationWalk(isRepeat) }), commands);
    }),
    { seed: 20_260_117, numRuns: 2_000 },
  );
  expect(walked.commands).toBeGreaterThanOrEqual(10_000);
  // Every stage was stood on, and every event of the table happened.
  expect([...walked.stages].sort()).toEqual([...APPLICATION_STAGES].sort());
  expect([...walked.events].sort()).toEqual([...APPLICATION_EVENTS].sort());
});
