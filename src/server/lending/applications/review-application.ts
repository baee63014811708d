import type { InformationCode } from '#api/application-information.ts';
import type { FieldError } from '#api/errors.ts';
import { eventOfApproval, moveApplication } from '#loan/application.ts';
import { decideRejection, type RejectionReason } from '#loan/application-decisions.ts';
import { cents, fromSoles } from '#loan/money.ts';
import { invalidFields, type Refusal, refused } from '#server/kit/errors.ts';
import { decideDespite } from '#server/lending/fraud/flag-hold.ts';
import { flagPerson, openFlagsOf } from '#server/lending/fraud/fraud-flag-store.ts';
import { recordTrustOfIdentity } from '#server/lending/loans/record-trust.ts';
import { stoppablePayout } from '#server/lending/payouts/stop-payout.ts';
import { recordAudit } from '#server/lending/staff/audit-store.ts';
import type { Account } from '#server/lending/staff/colleague.ts';
import type { ApplicationContext } from './application-context.ts';
import { closedProduct, illegalTransition } from './application-refusals.ts';
import { voteOf } from './four-eyes.ts';
import type { LockedApplication } from './locked-application.ts';
import { makeFirstOffer } from './make-offer.ts';
import { isIdentityConfirmed } from './store/application-document-store.ts';
import type { StoredApplication } from './store/application-store.ts';
import { insertDecision, readDecisions, readSnapshot } from './store/decision-store.ts';
import { insertItems } from './store/information-store.ts';
import { type DecisionInputs, takeSnapshot } from './take-snapshot.ts';
import { approvedRange } from './underwriting/affordability.ts';
import { decide, RULE_SET } from './underwriting/decide.ts';
import type { DecisionSnapshot } from './underwriting/snapshot.ts';
import { causeOrThrow } from './with-application.ts';

/** The decisions of an operator about an application. */
export type ReviewAct =
  | { readonly act: 'approve'; readonly amount: number; readonly note: string }
  | { readonly act: 'reject'; readonly reasons: readonly RejectionReason[]; readonly note: string }
  | {
      readonly act: 'need-info';
      readonly items: readonly { readonly code: InformationCode; readonly note?: string | undefined }[];
    }
  | { readonly act: 'flag-fraud'; readonly note: string };

export type Reviewed =
  | { readonly kind: 'done'; readonly stage: string }
  /** The first of two required votes. */
  | { readonly kind: 'second-needed' };

/**
 * Carries out a decision by people (domain 2.3.2 rows 8, 9, 13 and 24), with its audit row in the same transaction. An
 * amount that the client's month cannot carry must not be approved by anybody.
 */
export async function reviewApplication(
  context: ApplicationContext,
  held: LockedApplication,
  review: { readonly operator: Account; readonly act: ReviewAct; readonly inputs: DecisionInputs },
): Promise<Reviewed | Refusal> {
  const { application, trx } = held;
  if (!application) throw new RangeError(`person ${held.personId} has no application`);
  const { operator, act } = review;
  const outcome = await carryOut(context, held, application, review);
  if (outcome.kind === 'refused') return outcome;
  await recordAudit(trx, {
    actor: `operator:${operator.login}`,
    action: `application.${act.act}`,
    subject: `application:${application.reference}`,
    before: { stage: application.stage },
    after: { ...auditOf(act), outcome: outcome.kind, stage: held.application?.stage },
    at: context.clock.now(),
  });
  return outcome;
}

/** Without the operator's own words, which may name people; they are with the decision. */
function auditOf(act: ReviewAct): Readonly<Record<string, unknown>> {
  if (act.act === 'approve') return { amount: act.amount };
  if (act.act === 'reject') return { reasons: act.reasons };
  return act.act === 'need-info' ? { items: act.items.map(({ code }) => code) } : {};
}

function carryOut(
  context: ApplicationContext,
  held: LockedApplication,
  application: StoredApplication,
  { operator, act, inputs }: Parameters<typeof reviewApplication>[2],
): Promise<Reviewed | Refusal> {
  switch (act.act) {
    case 'approve':
      return approve(context, held, application, { operator, inputs, ...act });
    case 'reject':
      return reject(held, application, { operator, reasons: act.reasons, note: act.note, event: 'rejected' });
    case 'need-info':
      return needInfo(held, application, operator, act.items);
    case 'flag-fraud':
      return flagFraud(context, held, application, { operator, note: act.note });
  }
}

async function approve(
  context: ApplicationContext,
  held: LockedApplication,
  application: StoredApplication,
  approval: {
    readonly operator: Account;
    readonly amount: number;
    readonly note: string;
    readonly inputs: DecisionInputs;
  },
): Promise<Reviewed | Refusal> {
  const { trx, seal, personId, today, now } = held;
  const { operator, amount, note, inputs } = approval;
  const event = eventOfApproval(application.isRepeat);
  const moved = moveApplication(application.stage, event, 'staff');
  if (moved.kind === 'refused') return illegalTransition(moved);
  const { pricing } = inputs.parameters;
  if (pricing.kind === 'refused') return refused(409, pricing.code, pricing.message);
  const device = inputs.device ?? (await deviceOfLast(held, application));
  const snapshot = await takeSnapshot(context, held, application, { ...inputs, device });
  const closed = closedProduct(snapshot.asked.product);
  if (closed) return closed;
  const range = approvable(snapshot, amount);
  if ('fieldErrors' in range) return invalidFields(range.fieldErrors);
  // Under a flag of fraud it takes two accounts, whatever the amount: one alone would undo what two have noted.
  const { fourEyesAboveCents } = inputs.parameters.policies();
  const flags = await openFlagsOf(trx, personId);
  const aboveCents = flags.length > 0 ? cents(0) : fourEyesAboveCents;
  const of = { amountCents: fromSoles(amount), aboveCents, flags };
  const vote = await voteOf(held, application, 'approve', operator, of);
  if (vote.kind !== 'accepted') return vote;
  await decideDespite(trx, personId, flags, { by: `operator:${operator.login}`, now: context.clock.now() });
  const decisionId = await insertDecision(trx, seal, {
    applicationId: application.id,
    decidedBy: `operator:${operator.login}`,
    outcome: 'APPROVE',
    reasons: [],
    approved: range.approved,
    ruleSet: RULE_SET,
    findings: decide(snapshot).findings,
    score: decide(snapshot).score,
    snapshot,
    note,
    businessDate: today,
    now,
  });
  const { product, term } = snapshot.asked;
  await makeFirstOffer(held, application, { decisionId, product, amount, term });
  await causeOrThrow(held, event, {
    actor: { operator: operator.login },
    data: { decision: decisionId, amount, term },
    // The refusal that a review overrules has no cool-down any more.
    change: { approved_at: new Date(now), can_reapply_on: null },
  });
  // An approval by people: they saw the pictures when they decided.
  if (await isIdentityConfirmed(trx, personId)) {
    await recordTrustOfIdentity(trx, { personId, isApproved: true, date: today, now });
  }
  return { kind: 'done', stage: moved.to };
}

/** People decide on the device as it was judged when the engine looked. */
async function deviceOfLast(
  { trx, seal }: LockedApplication,
  { id }: StoredApplication,
): Promise<DecisionInputs['device']> {
  const last = (await readDecisions(trx, id)).findLast(({ decided_by }) => decided_by === 'engine');
  const device = last && (await readSnapshot(trx, seal, last.id))?.device;
  if (!device || device.outcome === 'UNAVAILABLE') return undefined;
  // Older snapshots lack the field: no provider had verified the device data then.
  return { outcome: device.outcome, isVouched: device.isVouched === true, reasons: [], ref: last.id };
}

/** The range of the engine, ended at the amount that people approved. */
function approvable(
  snapshot: DecisionSnapshot,
  amount: number,
):
  | { readonly approved: NonNullable<ReturnType<typeof approvedRange>> }
  | { readonly fieldErrors: readonly FieldError[] } {
  const { product, term } = snapshot.asked;
  const range = approvedRange(snapshot);
  const most = range?.limits.find((limit) => limit.term === term)?.maxAmount ?? 0;
  if (!range || amount > most || amount < product.minAmount) {
    return { fieldErrors: [{ field: 'amount', code: 'out_of_range' }] };
  }
  if ((amount - product.minAmount) % product.amountStep !== 0)
    return { fieldErrors: [{ field: 'amount', code: 'step' }] };
  const limits = range.limits.map((limit) => ({ ...limit, maxAmount: Math.min(limit.maxAmount, amount) }));
  return { approved: { ...range, maxAmount: amount, limits } };
}

async function reject(
  held: LockedApplication,
  application: StoredApplication,
  rejection: {
    readonly operator: Account;
    readonly reasons: readonly RejectionReason[];
    readonly note: string;
    readonly event: 'rejected' | 'fraud-flagged';
  },
): Promise<Reviewed | Refusal> {
  const { trx, seal, today, now } = held;
  const { operator, reasons, note, event } = rejection;
  const moved = moveApplication(application.stage, event, 'staff');
  if (moved.kind === 'refused') return illegalTransition(moved);
  const decision = decideRejection(reasons, today);
  if (decision.kind === 'refused') return invalidFields([{ field: 'reasons', code: 'required' }]);
  const decisionId = await insertDecision(trx, seal, {
    applicationId: application.id,
    decidedBy: `operator:${operator.login}`,
    outcome: 'REJECT',
    reasons,
    ruleSet: RULE_SET,
    findings: [],
    score: { points: 0, max: 0, lines: [] },
    note,
    businessDate: today,
    now,
  });
  await causeOrThrow(held, event, {
    actor: { operator: operator.login },
    data: { decision: decisionId, reasons },
    change: { approved_at: null, rejected_on: today, can_reapply_on: decision.canReapplyAt },
  });
  return { kind: 'done', stage: moved.to };
}

async function needInfo(
  held: LockedApplication,
  application: StoredApplication,
  operator: Account,
  items: Extract<ReviewAct, { readonly act: 'need-info' }>['items'],
): Promise<Reviewed | Refusal> {
  const moved = moveApplication(application.stage, 'information-requested', 'staff');
  if (moved.kind === 'refused') return illegalTransition(moved);
  if (items.length === 0) return invalidFields([{ field: 'items', code: 'required' }]);
  await insertItems(held.trx, application.id, items, { askedBy: `operator:${operator.login}`, now: held.now });
  const codes = items.map(({ code }) => code);
  await causeOrThrow(held, 'information-requested', { actor: { operator: operator.login }, data: { items: codes } });
  return { kind: 'done', stage: moved.to };
}

async function flagFraud(
  context: ApplicationContext,
  held: LockedApplication,
  application: StoredApplication,
  { operator, note }: { readonly operator: Account; readonly note: string },
): Promise<Reviewed | Refusal> {
  const moved = moveApplication(application.stage, 'fraud-flagged', 'staff');
  if (moved.kind === 'refused') return illegalTransition(moved);
  const { stage, loanId } = application;
  const payout = stage === 'ISSUING' && loanId ? await stoppablePayout(held.trx, context, loanId) : undefined;
  if (payout?.kind === 'refused') return payout;
  const vote = await voteOf(held, application, 'fraud', operator);
  if (vote.kind !== 'accepted') return vote;
  const { trx, personId, today, now } = held;
  await payout?.stop();
  const by = `operator:${operator.login}`;
  const reason = `Found in ${application.reference}.`;
  await flagPerson(trx, { personId, application, reason, by, now });
  const flagged = { operator, reasons: ['verification_failed'], note, event: 'fraud-flagged' } as const;
  const outcome = await reject(held, application, flagged);
  if (outcome.kind === 'done') await recordTrustOfIdentity(trx, { personId, isApproved: false, date: today, now });
  return outcome;
}
