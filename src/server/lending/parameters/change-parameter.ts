import type { FieldError } from '#api/errors.ts';
import { validate, WHOLE_BODY } from '#api/validate.ts';
import type { Clock } from '#server/kit/clock.ts';
import type { Database } from '#server/kit/db.ts';
import { type Refusal, refused } from '#server/kit/errors.ts';
import type { Tables, Trx } from '#server/kit/tables.ts';
import { recordAudit } from '#server/lending/staff/audit-store.ts';
import type { Colleague } from '#server/lending/staff/colleague.ts';
import { stillCounts } from '#server/lending/staff/colleague-store.ts';
import { figuresOf } from '#server/lending/staff/figure.ts';
import { type ChangeProblem, type ParameterChange, planParameterChange, problemOfChange } from './parameter-change.ts';
import {
  endParameter,
  insertParameters,
  type ParameterRow,
  readEndedCaps,
  readParametersFrom,
} from './parameter-store.ts';
import { schemaOfParameter } from './parameters.ts';
import { decideProposal, insertProposal, lockProposal, type Proposal } from './proposal-store.ts';

export interface ParameterChangeContext {
  readonly db: Database<Tables>;
  readonly clock: Clock;
}

type By = Pick<Colleague, 'id' | 'login'>;

/** Roles that propose and approve. */
export const CHANGE_PARAMETERS = ['finance', 'compliance'] as const;

/** Records a proposal if it is valid; nothing takes effect before a second account approves it. */
export function proposeParameter(
  { db, clock }: ParameterChangeContext,
  proposal: ParameterRow & Pick<Proposal, 'reason'>,
  by: By,
): Promise<{ readonly kind: 'proposed'; readonly id: string } | Refusal> {
  return db.kysely.transaction().execute(async (trx) => {
    const planned = await plan(trx, proposal, clock.businessDate());
    if (planned.kind === 'refused') return planned;
    const now = clock.now();
    const id = await insertProposal(trx, proposal, by, now);
    const { kind, key, value, validFrom, validTo, reason } = proposal;
    await recordAudit(trx, {
      actor: `operator:${by.login}`,
      action: 'parameter.propose',
      subject: `parameter:${kind}/${key}`,
      before: planned.change.ends?.row.value ?? null,
      after: { proposalId: id, value, validFrom, validTo, reason },
      at: now,
    });
    return { kind: 'proposed', id };
  });
}

/**
 * Applies a proposal on the approval of somebody other than its author (four eyes, domain 2.22). It is validated
 * again, because days may have passed and other figures may have changed since.
 */
export function approveParameter(
  context: ParameterChangeContext,
  id: string,
  by: By,
): Promise<{ readonly kind: 'approved'; readonly proposal: Proposal } | Refusal> {
  const { db, clock } = context;
  return db.kysely.transaction().execute(async (trx) => {
    const proposal = await openProposal(trx, id);
    if (proposal.kind === 'refused') return proposal;
    const { value: open } = proposal;
    if (open.proposerId === by.id)
      return refused(409, 'four_eyes', 'Another account than who proposed it has to approve.');
    if (!(await stillCounts(trx, open.proposerId, CHANGE_PARAMETERS))) {
      return refused(409, 'four_eyes', 'Who proposed it may not any more: reject it and propose it again.');
    }
    const planned = await plan(trx, open, clock.businessDate());
    if (planned.kind === 'refused') return planned;
    const { ends, adds } = planned.change;
    const now = clock.now();
    await settle(trx, open, { status: 'APPROVED', by, now }, ends?.row.value);
    if (ends) await endParameter(trx, ends.row, ends.lastDay);
    await insertParameters(
      trx,
      adds.map((row) => ({ ...row, approvedBy: by.login, proposalId: id })),
      now,
    );
    return { kind: 'approved', proposal: open };
  });
}

/** Rejects a proposal; its author may do so too. */
export function rejectParameter(
  { db, clock }: ParameterChangeContext,
  id: string,
  by: By,
): Promise<{ readonly kind: 'rejected'; readonly proposal: Proposal } | Refusal> {
  return db.kysely.transaction().execute(async (trx) => {
    const proposal = await openProposal(trx, id);
    if (proposal.kind === 'refused') return proposal;
    await settle(trx, proposal.value, { status: 'REJECTED', by, now: clock.now() });
    return { kind: 'rejected', proposal: proposal.value };
  });
}

async function settle(
  trx: Trx,
  { id, kind, key, value, validFrom, validTo, proposedBy }: Proposal,
  decision: { readonly status: 'APPROVED' | 'REJECTED'; readonly by: By; readonly now: number },
  before?: unknown,
): Promise<void> {
  await decideProposal(trx, id, decision);
  await recordAudit(trx, {
    actor: `operator:${decision.by.login}`,
    action: decision.status === 'APPROVED' ? 'parameter.approve' : 'parameter.reject',
    subject: `parameter:${kind}/${key}`,
    before: before ?? null,
    after: { proposalId: id, value, validFrom, validTo, proposedBy },
    at: decision.now,
  });
}

async function openProposal(
  trx: Trx,
  id: string,
): Promise<{ readonly kind: 'open'; readonly value: Proposal } | Refusal> {
  // Serialises changes: each is validated against figures that no other transaction is changing.
  await trx.selectFrom('parameter_version').select('version').forNoKeyUpdate().execute();
  const proposal = await lockProposal(trx, id);
  if (!proposal) return refused(404, 'not_found', 'There is nothing here.');
  if (proposal.status !== 'PROPOSED') {
    return refused(409, 'proposal_decided', `It was ${proposal.status.toLowerCase()} by ${proposal.decidedBy}.`);
  }
  return { kind: 'open', value: proposal };
}

async function plan(
  trx: Trx,
  { kind, key, value, validFrom, validTo }: ParameterRow,
  today: string,
): Promise<{ readonly kind: 'change'; readonly change: ParameterChange } | Refusal> {
  const rows = [...(await readParametersFrom(trx, today)), ...(await readEndedCaps(trx, today))];
  const planned = planParameterChange(rows, { kind, key, value, validFrom, validTo }, today);
  const refusal = (problem: string, fieldErrors: readonly FieldError[]) => ({
    ...refused(409, 'parameter_refused', `${kind} ${key} from ${validFrom}: ${problem}`),
    ...(fieldErrors.length > 0 && { fieldErrors }),
  });
  const wrong = wrongFigures({ kind, key, value });
  if (planned.kind === 'refused') return refusal(planned.reason, [...wrong, planned.at]);
  const problem = problemOfChange(rows, planned.change, today);
  if (!problem) return planned;
  return refusal(problem.message, wrong.length > 0 ? wrong : contradicting({ kind, key }, problem));
}

/** Lists what is wrong with a value by itself, figure by figure. */
function wrongFigures({ kind, key, value }: Pick<ParameterRow, 'kind' | 'key' | 'value'>): readonly FieldError[] {
  const schema = schemaOfParameter({ kind, key });
  if (!schema) return [{ field: 'key', code: 'unknown' }];
  const checked = validate(schema, value);
  if (checked.kind === 'valid') return [];
  return checked.fieldErrors.map(({ field, code }) => ({
    field: field === WHOLE_BODY ? 'value' : `value.${field}`,
    code,
  }));
}

/** The figure that contradicts another one, where it is one of this parameter. */
function contradicting(named: Pick<ParameterRow, 'kind' | 'key'>, { at }: ChangeProblem): readonly FieldError[] {
  const schema = schemaOfParameter({ ...named });
  const isOwn = at && schema && figuresOf(schema).some(({ name }) => name === at.field.split('.')[0]);
  return isOwn ? [{ field: `value.${at.field}`, code: at.code }] : [];
}
