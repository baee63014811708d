import { eventOfApproval } from '#loan/application.ts';
import { decideRejection } from '#loan/application-decisions.ts';
import type { DeviceAssessment, DeviceRisk } from '#server/lending/gateways/device-risk/device-risk.ts';
import { NoAnswer } from '#server/lending/gateways/no-answer.ts';
import { reasonClosed } from '#server/lending/parameters/parameters.ts';
import { askChecks, type ChecksContext } from './checks/ask-checks.ts';
import type { LockedApplication } from './locked-application.ts';
import { makeFirstOffer } from './make-offer.ts';
import { readSteps } from './store/application-step-store.ts';
import { listApplications, readApplicationDevice, type StoredApplication } from './store/application-store.ts';
import { insertDecision } from './store/decision-store.ts';
import { insertItems } from './store/information-store.ts';
import { type DecisionInputs, readSightings, takeSnapshot } from './take-snapshot.ts';
import { type Decision, decide } from './underwriting/decide.ts';
import type { DecisionSnapshot } from './underwriting/snapshot.ts';
import { causeOrThrow, withApplication } from './with-application.ts';

export interface ScoringContext extends ChecksContext {
  readonly deviceRisk: DeviceRisk;
}

const BATCH = 20;
/** Of the connections a job takes its share; a provider that hangs holds up so many and not all. */
const AT_ONCE = 4;

/**
 * Decides every application that waits for the engine, once through (decision 0040: the row at SCORING is the job). The
 * device is judged and others are asked outside any transaction; then everything is read, decided and written in one.
 * Two copies at once decide once: the second finds the application moved. One that cannot be decided is referred to
 * manual review by its deadline after ten minutes.
 * @returns how many were decided
 */
export async function scoreApplications(context: ScoringContext): Promise<number> {
  const waiting = await listApplications(context.db.kysely, { stages: ['SCORING'], limit: BATCH });
  let decided = 0;
  for (let from = 0; from < waiting.length; from += AT_ONCE) {
    const group = waiting.slice(from, from + AT_ONCE);
    const isDecided = await Promise.all(group.map((application) => tryToScore(context, application)));
    decided += isDecided.filter(Boolean).length;
  }
  return decided;
}

/** One that cannot be decided stops no other. */
async function tryToScore(context: ScoringContext, application: StoredApplication): Promise<boolean> {
  try {
    return await scoreOne(context, application);
  } catch (error) {
    context.log.error({ err: error, application: application.reference }, 'an application could not be decided');
    return false;
  }
}

async function scoreOne(context: ScoringContext, { id, personId }: StoredApplication): Promise<boolean> {
  const { db, calendar } = context;
  const parameters = await context.parameters.inForce();
  if (!(await askChecks(context, { id, personId }, parameters.policies().requirements))) return false;
  const device = await judgeDevice(context, personId);
  const inputs: DecisionInputs = {
    device,
    parameters,
    calendar: await calendar.days(db.kysely),
  };
  return withApplication(context, personId, async (held) => {
    const { application } = held;
    if (application?.id !== id || application.stage !== 'SCORING') return false;
    const snapshot = await takeSnapshot(context, held, application, inputs);
    // As without prices: nothing is decided now; at the deadline the application goes to manual review.
    const closed = reasonClosed(snapshot.asked.product);
    if (closed !== undefined) throw new Error(closed);
    await carryOut(held, application, snapshot, decide(snapshot), device);
    return true;
  });
}

/** Asks the device check. If it does not answer, the rules refer the application to manual review. */
async function judgeDevice(context: ScoringContext, personId: string): Promise<DeviceAssessment | undefined> {
  const check = await withApplication(context, personId, async (held) => {
    const { application, trx, seal } = held;
    if (application?.stage !== 'SCORING') return undefined;
    const steps = await readSteps(trx, seal, application.id);
    const { counts } = await readSightings(context.vault, held, application, steps);
    const { blackbox, blackboxState = 'timeout', caller = '' } = steps.device.data ?? {};
    const { isCrawler = false } = (await readApplicationDevice(trx, seal, application.id)) ?? {};
    return { blackboxState, ip: caller, isCrawler, counts, ...(blackbox !== undefined && { blackbox }) } as const;
  });
  if (!check) return undefined;
  try {
    return await context.deviceRisk.check(check);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    context.log.warn({ err: error }, 'device check failed');
    return undefined;
  }
}

/** Writes the decision with everything it was made of, and what follows from it (domain 2.3.2 rows 6 to 9). */
async function carryOut(
  held: LockedApplication,
  application: StoredApplication,
  snapshot: DecisionSnapshot,
  decision: Decision,
  device: DeviceAssessment | undefined,
): Promise<void> {
  const { trx, seal, today, now } = held;
  const { result, findings, score, ruleSet } = decision;
  const decisionId = await insertDecision(trx, seal, {
    applicationId: application.id,
    decidedBy: 'engine',
    outcome: result.outcome,
    reasons: result.outcome === 'REJECT' ? result.reasons : [],
    approved: result.outcome === 'APPROVE' ? result.approved : undefined,
    ruleSet,
    findings,
    score,
    snapshot,
    businessDate: today,
    now,
  });
  const data = { decision: decisionId, ...(device && { device: device.ref }) };
  switch (result.outcome) {
    case 'APPROVE':
      await makeFirstOffer(held, application, { decisionId, product: snapshot.asked.product, ...result });
      return causeOrThrow(held, eventOfApproval(application.isRepeat), {
        actor: 'engine',
        data,
        // The refusal that a review overrules has no cool-down any more.
        change: { approved_at: new Date(now), can_reapply_on: null },
      });
    case 'REFER':
      return causeOrThrow(held, 'referred', { actor: 'engine', data: { ...data, concerns: result.concerns } });
    case 'NEED_INFO':
      await insertItems(
        trx,
        application.id,
        result.items.map((code) => ({ code })),
        { askedBy: 'engine', now },
      );
      return causeOrThrow(held, 'information-requested', { actor: 'engine', data: { ...data, items: result.items } });
    case 'REJECT': {
      const rejection = decideRejection(result.reasons, today);
      if (rejection.kind === 'refused') throw new RangeError('a rejection without a reason');
      return causeOrThrow(held, 'rejected', {
        actor: 'engine',
        data: { ...data, reasons: result.reasons },
        change: { approved_at: null, rejected_on: today, can_reapply_on: rejection.canReapplyAt },
      });
    }
  }
}
