import type { Selectable } from 'kysely';
import type { Db, Tables, Trx } from '#server/kit/tables.ts';
import type { Account } from '#server/lending/staff/colleague.ts';
import { keyset, type ListSource, placesOf } from '#server/lending/staff/list-source.ts';
import type { WriteOffStatus } from '../tables.ts';

/** One person's proposal to take a debt out of the books, and what another made of it. */
export interface WriteOffProposal {
  readonly id: string;
  readonly loanId: string;
  readonly status: WriteOffStatus;
  readonly reason: string;
  readonly proposedBy: string;
  readonly proposerId: string;
  readonly proposedAt: Date;
  readonly decidedBy: string | undefined;
  /** The loan's fact, once approved. */
  readonly factId: string | undefined;
}

export async function insertProposal(
  trx: Trx,
  proposal: Pick<WriteOffProposal, 'id' | 'loanId' | 'reason'> & { readonly by: Account; readonly now: number },
): Promise<void> {
  await trx
    .insertInto('write_off_proposal')
    .values({
      id: proposal.id,
      loan_id: proposal.loanId,
      status: 'PROPOSED',
      reason: proposal.reason,
      proposed_by: proposal.by.login,
      proposer_id: proposal.by.id,
      proposed_at: new Date(proposal.now),
    })
    .execute();
}

/** The proposal that waits for a second person. */
export async function readOpenProposal(db: Db, loanId: string): Promise<WriteOffProposal | undefined> {
  const row = await db
    .selectFrom('write_off_proposal')
    .selectAll()
    .where('loan_id', '=', loanId)
    .where('status', '=', 'PROPOSED')
    .executeTakeFirst();
  return row && toProposal(row);
}

/** Everything that waits for a second person, oldest first, with the loan's number. */
export interface ShownProposal extends WriteOffProposal {
  /** Of its loan. */
  readonly number: string;
}

export function listOpenProposals<Row>(
  db: Db,
  present: (proposal: ShownProposal) => Row,
  only: { readonly number?: string | undefined } = {},
): ListSource<Row> {
  const rows = db
    .selectFrom('write_off_proposal')
    .innerJoin('loan', 'loan.id', 'write_off_proposal.loan_id')
    .selectAll('write_off_proposal')
    .select('loan.number')
    .where('write_off_proposal.status', '=', 'PROPOSED');
  return keyset(db, { rows, keys: KEYS, only }, (stored) =>
    stored.map(({ number, ...row }) => present({ ...toProposal(row), number })),
  );
}

const KEYS = { proposed_at: 'instant', id: 'uuid' } as const;
export const isProposalPlace = placesOf(KEYS);

export async function decideProposal(
  trx: Trx,
  id: string,
  decision: {
    readonly status: 'APPROVED' | 'WITHDRAWN';
    readonly by: Account;
    readonly factId?: string | undefined;
    readonly now: number;
  },
): Promise<void> {
  await trx
    .updateTable('write_off_proposal')
    .set({
      status: decision.status,
      decided_by: decision.by.login,
      decider_id: decision.by.id,
      decided_at: new Date(decision.now),
      ...(decision.factId !== undefined && { fact_id: decision.factId }),
    })
    .where('id', '=', id)
    .execute();
}

function toProposal(row: Selectable<Tables['write_off_proposal']>): WriteOffProposal {
  return {
    id: row.id,
    loanId: row.loan_id,
    status: row.status,
    reason: row.reason,
    proposedBy: row.proposed_by,
    proposerId: row.proposer_id,
    proposedAt: row.proposed_at,
    decidedBy: row.decided_by ?? undefined,
    factId: row.fact_id ?? undefined,
  };
}
