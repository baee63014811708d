import type { Selectable } from 'kysely';
import type { Db, Tables, Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import type { Colleague } from '#server/lending/staff/colleague.ts';
import type { ParameterRow } from './parameter-store.ts';
import type { ProposalStatus } from './tables.ts';

/** A proposed change of a parameter. */
export interface Proposal extends ParameterRow {
  readonly id: string;
  readonly reason: string;
  readonly status: ProposalStatus;
  /** The login, and the account. */
  readonly proposedBy: string;
  readonly proposerId: string;
  readonly proposedAt: Date;
  readonly decidedBy: string | null;
}

export async function insertProposal(
  trx: Trx,
  proposal: ParameterRow & Pick<Proposal, 'reason'>,
  by: Pick<Colleague, 'id' | 'login'>,
  now: number,
): Promise<string> {
  const id = uuidv7(now);
  await trx
    .insertInto('parameter_proposal')
    .values({
      id,
      kind: proposal.kind,
      key: proposal.key,
      value: JSON.stringify(proposal.value),
      valid_from: proposal.validFrom,
      valid_to: proposal.validTo,
      reason: proposal.reason,
      status: 'PROPOSED',
      proposed_by: by.login,
      proposer_id: by.id,
      proposed_at: new Date(now),
      decided_by: null,
      decided_at: null,
      decider_id: null,
    })
    .execute();
  return id;
}

/** A proposal beside the figure that it replaces. */
interface ProposedChange extends Proposal {
  /** In force on its first day without it; null when there is none. */
  readonly before: unknown;
}

/** Open proposals, oldest first. */
export async function readOpenProposals(db: Db): Promise<ProposedChange[]> {
  const rows = await db
    .selectFrom('parameter_proposal')
    .selectAll()
    .select((of) =>
      of
        .selectFrom('parameter')
        .select('parameter.value')
        .whereRef('parameter.kind', '=', 'parameter_proposal.kind')
        .whereRef('parameter.key', '=', 'parameter_proposal.key')
        .whereRef('parameter.valid_from', '<=', 'parameter_proposal.valid_from')
        .where((where) =>
          where.or([
            where('parameter.valid_to', 'is', null),
            where('parameter.valid_to', '>=', where.ref('parameter_proposal.valid_from')),
          ]),
        )
        .orderBy('parameter.valid_from', 'desc')
        .limit(1)
        .as('before'),
    )
    .where('status', '=', 'PROPOSED')
    .orderBy('id')
    .execute();
  return rows.map(({ before, ...row }) => ({ ...toProposal(row), before }));
}

/** Reads and locks the proposal, so that two decisions are serialised. */
export async function lockProposal(trx: Trx, id: string): Promise<Proposal | undefined> {
  const row = await trx
    .selectFrom('parameter_proposal')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row && toProposal(row);
}

export async function decideProposal(
  trx: Trx,
  id: string,
  decision: {
    readonly status: 'APPROVED' | 'REJECTED';
    readonly by: Pick<Colleague, 'id' | 'login'>;
    readonly now: number;
  },
): Promise<void> {
  await trx
    .updateTable('parameter_proposal')
    .set({
      status: decision.status,
      decided_by: decision.by.login,
      decider_id: decision.by.id,
      decided_at: new Date(decision.now),
    })
    .where('id', '=', id)
    .execute();
}

function toProposal(row: Selectable<Tables['parameter_proposal']>): Proposal {
  return {
    id: row.id,
    kind: row.kind,
    key: row.key,
    value: row.value,
    validFrom: row.valid_from,
    validTo: row.valid_to,
    reason: row.reason,
    status: row.status,
    proposedBy: row.proposed_by,
    proposerId: row.proposer_id,
    proposedAt: row.proposed_at,
    decidedBy: row.decided_by,
  };
}
