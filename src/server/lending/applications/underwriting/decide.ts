import type { InformationCode } from '#api/application-information.ts';
import type { ApprovedRange, RejectionReason } from '#loan/application-decisions.ts';
import { approvedRange } from './affordability.ts';
import { type Concern, type Finding, FOR_PEOPLE, findingsOf } from './rules.ts';
import { type Score, scoreOf } from './score.ts';
import type { DecisionSnapshot } from './snapshot.ts';

/** Must change with every change of a rule, because a decision made by an older version is judged by that version. */
export const RULE_SET = '2026-03';

export type DecisionOutcome =
  | {
      readonly outcome: 'APPROVE';
      readonly approved: ApprovedRange;
      /** The amount offered first: the one asked for, or the most that is affordable. Whole soles. */
      readonly amount: number;
      readonly term: number;
    }
  | { readonly outcome: 'REFER'; readonly concerns: readonly Concern[] }
  | { readonly outcome: 'NEED_INFO'; readonly items: readonly InformationCode[] }
  | { readonly outcome: 'REJECT'; readonly reasons: readonly RejectionReason[] };

export interface Decision {
  readonly ruleSet: string;
  readonly result: DecisionOutcome;
  readonly findings: readonly Finding[];
  readonly score: Score;
}

/**
 * The engine's decision, a pure function of the snapshot (domain 2.3.2 rows 6 to 9). First, a concern that only people
 * may decide goes to them, with every doubt. Otherwise any reason to refuse refuses, with all reasons. Otherwise
 * missing information is asked for. Otherwise doubts go to people. Otherwise it is approved, for at most the amount
 * asked for and what a month can carry.
 */
export function decide(snapshot: DecisionSnapshot): Decision {
  const findings = findingsOf(snapshot);
  return { ruleSet: RULE_SET, result: outcomeOf(snapshot, findings), findings, score: scoreOf(snapshot) };
}

function outcomeOf(snapshot: DecisionSnapshot, findings: readonly Finding[]): DecisionOutcome {
  const concerns = findings.flatMap((found) => (found.outcome === 'REFER' ? [found.concern] : []));
  if (concerns.some((concern) => FOR_PEOPLE.has(concern))) return { outcome: 'REFER', concerns };
  const reasons = findings.flatMap((found) => (found.outcome === 'REJECT' ? [found.reason] : []));
  if (reasons.length > 0) return { outcome: 'REJECT', reasons: [...new Set(reasons)] };
  const items = findings.flatMap((found) => (found.outcome === 'NEED_INFO' ? [found.item] : []));
  if (items.length > 0) return { outcome: 'NEED_INFO', items };
  if (concerns.length > 0) return { outcome: 'REFER', concerns };
  return approval(snapshot);
}

/** The first offer of an approval, by the engine or by people: as close to what was asked as the range allows. */
export function approval(snapshot: DecisionSnapshot): Extract<DecisionOutcome, { readonly outcome: 'APPROVE' }> {
  const { amount, term } = snapshot.asked;
  const approved = approvedRange(snapshot);
  const forAsked = approved?.limits.find((limit) => limit.term === term);
  if (!approved || !forAsked) throw new RangeError('nothing can be approved that a month cannot carry');
  return { outcome: 'APPROVE', approved, amount: Math.min(amount, forAsked.maxAmount), term };
}
