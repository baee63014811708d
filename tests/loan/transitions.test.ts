import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { APPLICATION_TRANSITIONS } from '#loan/application.ts';
import { EXTENSION_TRANSITIONS } from '#loan/extension.ts';
import { FLEX_TRANSITIONS } from '#loan/flex-pay.ts';
import { LOAN_TRANSITIONS } from '#loan/loan.ts';
import { PAYMENT_INTENT_TRANSITIONS } from '#loan/payment-intent.ts';
import { PLAN_TRANSITIONS } from '#loan/payment-plan.ts';
import { TOP_UP_TRANSITIONS } from '#loan/top-up.ts';
import { eventBetween, isTerminal, move, type TransitionTable } from '#loan/transitions.ts';
import { forAll } from '#tests/support/for-all.ts';

const DOOR: TransitionTable<'open' | 'shut' | 'walled', 'push' | 'pull' | 'wall'> = {
  open: { push: 'shut' },
  shut: { pull: 'open', wall: 'walled' },
  walled: {},
};

const TABLES: [string, TransitionTable<string, string>, first: string][] = [
  ['loan', LOAN_TRANSITIONS, 'ORIGINATED'],
  ['extension', EXTENSION_TRANSITIONS, 'QUOTED'],
  ['payment plan', PLAN_TRANSITIONS, 'ACTIVE'],
  ['flex pay', FLEX_TRANSITIONS, 'ACTIVE'],
  ['top-up', TOP_UP_TRANSITIONS, 'NONE'],
  ['application', APPLICATION_TRANSITIONS, 'PERSONAL'],
  ['payment', PAYMENT_INTENT_TRANSITIONS, 'CREATED'],
];

test('what the table says happens; what it does not say is refused and changes nothing', () => {
  expect(move(DOOR, 'open', 'push')).toEqual({ kind: 'moved', to: 'shut' });
  expect(move(DOOR, 'open', 'wall')).toEqual({ kind: 'refused', reason: 'not-in-the-table' });
  expect(move(DOOR, 'walled', 'pull')).toEqual({ kind: 'refused', reason: 'not-in-the-table' });
});

test('the event between two states is the row that leads there', () => {
  expect(eventBetween(DOOR, 'shut', 'walled')).toBe('wall');
  expect(eventBetween(DOOR, 'walled', 'open')).toBeUndefined();
});

describe.each(TABLES)('the life of a %s', (_, table, first) => {
  const events = [...new Set(Object.values(table).flatMap((row) => Object.keys(row)))];

  test('every state can be reached, and every row leads to a state of the table', () => {
    const reached = new Set([first]);
    for (const state of reached) for (const to of Object.values(table[state] ?? {})) reached.add(to as string);
    expect([...reached].sort()).toEqual(Object.keys(table).sort());
  });

  test('no event does two things, and a walk of any length never leaves the table (P23)', () =>
    forAll(2000, [fc.array(fc.constantFrom(...events), { maxLength: 60 })], (walk) => {
      let state = first;
      for (const event of walk) {
        const result = move(table, state, event);
        expect(result.kind === 'moved').toBe(Object.hasOwn(table[state] as object, event));
        if (isTerminal(table, state)) expect(result.kind).toBe('refused');
        if (result.kind === 'moved') state = result.to;
        expect(Object.keys(table)).toContain(state);
      }
    }));
});
