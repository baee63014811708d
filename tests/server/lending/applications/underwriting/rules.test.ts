import { expect, test } from 'vitest';
import { findingsOf, RULE_ENDS } from '#server/lending/applications/underwriting/rules.ts';
import { aSnapshot } from '#tests/support/applications/decision-snapshot.ts';

test('each rule has its own name, and an ordinary client gives none of them anything to say', () => {
  expect(new Set(RULE_ENDS.map(({ rule }) => rule)).size).toBe(RULE_ENDS.length);
  expect(findingsOf(aSnapshot())).toEqual([]);
});

test('a finding says which rule made it', () => {
  expect(findingsOf(aSnapshot({ links: { sameCci: 2 }, history: { worstDaysLateIn2Years: 20 } }))).toEqual([
    { rule: 'payment-history', outcome: 'REFER', concern: 'was_late' },
    { rule: 'shared-cci', outcome: 'REFER', concern: 'shared_cci' },
  ]);
});
