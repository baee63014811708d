import type { InformationCode } from '#api/application-information.ts';
import type { CONCERN, RULE } from '#i18n/staff-codes/applications.ts';
import { ageRefusal } from '#loan/age.ts';
import type { RejectionReason } from '#loan/application-decisions.ts';
import { priceOffer } from '#loan/offer.ts';
import { approvedRange } from './affordability.ts';
import { isEnough, scoreOf } from './score.ts';
import type { DecisionSnapshot } from './snapshot.ts';

/** Why people should look; for operators, never shown to the client as a reason. */
export type Concern = keyof typeof CONCERN;

/** A finding of one rule; a rule that has nothing to say finds nothing. */
export type Finding =
  | { readonly rule: string; readonly outcome: 'REJECT'; readonly reason: RejectionReason }
  | { readonly rule: string; readonly outcome: 'NEED_INFO'; readonly item: InformationCode }
  | { readonly rule: string; readonly outcome: 'REFER'; readonly concern: Concern };

type End = Finding['outcome'];
/** Without its rule, each kind by itself. */
type Found<Outcome extends End> = Outcome extends End
  ? Omit<Extract<Finding, { readonly outcome: Outcome }>, 'rule'>
  : never;
interface Rule {
  /** Outcomes that it can have, for the register of automated decisions. */
  readonly ends: readonly End[];
  readonly look: (snapshot: DecisionSnapshot) => Found<End> | undefined;
}

/**
 * Concerns that must be decided by a person, whatever else was found (decisions 0146 and 0148): the engine then neither
 * refuses nor asks for anything.
 */
export const FOR_PEOPLE: ReadonlySet<Concern> = new Set<Concern>([
  'fraud_flag',
  'same_picture',
  'politically_exposed',
  'identity_mismatch',
]);

const reject = (when: boolean, reason: RejectionReason) =>
  when ? ({ outcome: 'REJECT', reason } as const) : undefined;
const refer = (when: boolean, concern: Concern) => (when ? ({ outcome: 'REFER', concern } as const) : undefined);
const ask = (when: boolean, item: InformationCode) => (when ? ({ outcome: 'NEED_INFO', item } as const) : undefined);

/** A rule: the compiler holds it to what it says it can end in. */
const ruleOf = <const Ends extends readonly End[]>(
  ends: Ends,
  look: (snapshot: DecisionSnapshot) => Found<Ends[number]> | undefined,
): Rule => ({ ends, look });

/**
 * The rules, each by itself and all of them always, so that a client is told every reason at once. A device the check
 * denies is a reason people can look at again; a device that could not be checked is never one.
 */
const RULES = {
  age: ruleOf(['REJECT'], ({ client, asked, today, policy }) => {
    const maturity = priceOffer(asked.product, asked.product.minAmount, asked.term, today).dueDate;
    return reject(ageRefusal(client.birthDate, { today, maturity }, policy.age) !== undefined, 'policy_age');
  }),
  'overdue-here': ruleOf(['REJECT'], ({ history }) =>
    reject(history.hasOverdueLoan || history.hasWrittenOffLoan, 'existing_overdue'),
  ),
  'payment-history': ruleOf(['REJECT', 'REFER'], ({ history, policy }) => {
    if (history.worstDaysLateIn2Years > policy.refuseDaysLate) return reject(true, 'credit_history');
    return refer(history.worstDaysLateIn2Years > policy.referDaysLate, 'was_late');
  }),
  region: ruleOf(['REJECT'], ({ client, policy }) =>
    reject(
      policy.blockedRegions.some((region) => client.ubigeo.startsWith(region)),
      'blocked_region',
    ),
  ),
  'income-source': ruleOf(['REJECT'], ({ income, policy }) =>
    reject(
      policy.refusedIncomeSources.some((refused) => refused === income.source),
      'policy_income_source',
    ),
  ),
  duplicate: ruleOf(['REJECT', 'REFER'], ({ links }) => {
    if (links.sameNameOpenApplications > 0) return reject(true, 'duplicate_application');
    return refer(links.sameNameAndBirthDate > 0, 'same_name_and_birth_date');
  }),
  device: ruleOf(['REJECT', 'REFER'], ({ device }) => {
    if (device.outcome === 'DENY') return reject(true, 'verification_failed');
    if (device.outcome === 'UNAVAILABLE') return refer(true, 'device_unavailable');
    return refer(device.outcome === 'REVIEW', 'device_review');
  }),
  'shared-cci': ruleOf(['REFER'], ({ links }) => refer(links.sameCci > 0, 'shared_cci')),
  'shared-phone': ruleOf(['REFER'], ({ links }) => refer(links.samePhone > 0, 'shared_phone')),
  velocity: ruleOf(['REFER'], ({ history, policy }) =>
    refer(history.applicationsIn30Days > policy.maxApplicationsIn30Days, 'many_applications'),
  ),
  'politically-exposed': ruleOf(['REFER'], ({ client }) => refer(client.isPep, 'politically_exposed')),
  'same-picture': ruleOf(['REFER'], ({ links }) => refer(links.samePicture > 0, 'same_picture')),
  'fraud-memory': ruleOf(['REFER'], ({ links }) => refer(links.fraudFlags > 0, 'fraud_flag')),
  identity: ruleOf(['REFER'], ({ client, requirements }) =>
    refer(!client.isIdentityConfirmed && requirements.papers.includes('identity-pictures'), 'identity_to_confirm'),
  ),
  'identity-check': ruleOf(['REFER'], ({ checks: { identity } }) => {
    if (identity === 'NO_ANSWER') return refer(true, 'identity_unanswered');
    return refer(identity === 'MISMATCH' || identity === 'NOT_FOUND', 'identity_mismatch');
  }),
  'account-holder': ruleOf(['REFER', 'NEED_INFO'], ({ checks }) => {
    const said = checks['account-holder'];
    if (said === 'NO_ANSWER') return refer(true, 'account_unanswered');
    if (said !== 'MISMATCH' && said !== 'NOT_FOUND') return undefined;
    // Most have typed another person's by mistake: they are asked once for another one.
    return checks.hasNamedAnotherAccount ? refer(true, 'account_of_another') : ask(true, 'own_account');
  }),
  bureau: ruleOf(['REFER'], ({ checks }) => refer(checks.bureau === 'NO_ANSWER', 'bureau_unanswered')),
  affordability: ruleOf(['REJECT'], (snapshot) => reject(approvedRange(snapshot) === undefined, 'affordability')),
  'income-proof': ruleOf(['NEED_INFO'], ({ income, requirements }) =>
    ask(!income.isProved && requirements.papers.includes('income-proof'), 'income_proof'),
  ),
  score: ruleOf(['REFER'], (snapshot) =>
    refer(!isEnough(scoreOf(snapshot), snapshot.requirements.score), 'score_below_threshold'),
  ),
} satisfies Partial<Record<keyof typeof RULE, Rule>>;

/** Everything the rules find, in their order. */
export function findingsOf(snapshot: DecisionSnapshot): Finding[] {
  return Object.entries(RULES).flatMap(([rule, { look }]) => {
    const found = look(snapshot);
    return found ? [{ rule, ...found } as Finding] : [];
  });
}

/** The rules in their order, with what each can end in. */
export const RULE_ENDS: readonly { readonly rule: string; readonly ends: readonly End[] }[] = Object.entries(RULES).map(
  ([rule, { ends }]) => ({ rule, ends }),
);
