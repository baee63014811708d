import { decideWriteOff, undoWriteOff } from '#loan/agreements.ts';
import { type Refusal, refused } from '#server/kit/errors.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import type { Policies } from '#server/lending/parameters/policies.ts';
import { recordAudit } from '#server/lending/staff/audit-store.ts';
import type { Account } from '#server/lending/staff/colleague.ts';
import { stillCounts } from '#server/lending/staff/colleague-store.ts';
import { decideProposal, insertProposal, readOpenProposal } from './store/write-off-store.ts';
import type { LockedLoan } from './with-loan.ts';

/** The colleague who does it, and the reason where one is needed. */
export interface ByOperator {
  readonly operator: Account;
  readonly reason?: string | undefined;
}

/** Roles that may propose a write-off. */
export const PROPOSE_WRITE_OFFS = ['collections', 'finance'] as const;

export type WriteOffOutcome = { readonly kind: 'done'; readonly status: string } | Refusal;

/** An operator proposes a write-off (domain 2.16). Nothing changes until a second one approves it. */
export async function proposeWriteOff(
  locked: LockedLoan,
  policies: Policies,
  { operator, reason = '' }: ByOperator,
): Promise<WriteOffOutcome> {
  const { trx, now, day, id: loanId } = locked;
  if (await readOpenProposal(trx, loanId)) {
    return refused(409, 'write_off_proposed', 'A proposal waits for a second person.');
  }
  const id = uuidv7(now);
  const trial = decideWriteOff(locked.loan, id, policies.writeOffAfterDays, day);
  if (trial.kind === 'refused') return notPossible(trial.reason);
  await insertProposal(trx, { id, loanId, reason, by: operator, now });
  await audit(locked, operator, 'write-off.propose', { reason });
  return { kind: 'done', status: 'PROPOSED' };
}

/** A second operator approves: the debt is written off in the ledger. It stays owed; later payments are recovery income. */
export async function approveWriteOff(
  locked: LockedLoan,
  policies: Policies,
  { operator }: ByOperator,
): Promise<WriteOffOutcome> {
  const { trx, now, day, id: loanId } = locked;
  const proposal = await readOpenProposal(trx, loanId);
  if (!proposal) return nothingProposed();
  if (proposal.proposerId === operator.id) {
    return refused(409, 'same_operator', 'You proposed this; a second account must approve it.');
  }
  if (!(await stillCounts(trx, proposal.proposerId, PROPOSE_WRITE_OFFS))) {
    return refused(409, 'four_eyes', 'Who proposed it may not any more: withdraw it and propose it again.');
  }
  const factId = uuidv7(now);
  const change = decideWriteOff(locked.loan, factId, policies.writeOffAfterDays, day);
  if (change.kind === 'refused') return notPossible(change.reason);
  await locked.save(change, { kind: 'written-off', ref: proposal.id });
  await decideProposal(trx, proposal.id, { status: 'APPROVED', by: operator, factId, now });
  await audit(locked, operator, 'write-off.approve', { proposal: proposal.id, proposedBy: proposal.proposedBy });
  return { kind: 'done', status: locked.loan.status };
}

/** Withdraws a proposal; any operator may do it. */
export async function withdrawWriteOff(locked: LockedLoan, { operator }: ByOperator): Promise<WriteOffOutcome> {
  const proposal = await readOpenProposal(locked.trx, locked.id);
  if (!proposal) return nothingProposed();
  const decision = { status: 'WITHDRAWN', by: operator, now: locked.now } as const;
  await decideProposal(locked.trx, proposal.id, decision);
  await audit(locked, operator, 'write-off.withdraw', { proposal: proposal.id });
  return { kind: 'done', status: 'WITHDRAWN' };
}

/** Reverses a write-off: the debt is back in the ledger as if it had never been written off. */
export async function reverseWriteOff(
  locked: LockedLoan,
  { operator, reason = '' }: ByOperator,
): Promise<WriteOffOutcome> {
  const { loan, day } = locked;
  const fact = loan.facts.findLast(({ kind }) => kind === 'write-off');
  if (!fact) return notPossible('loan-not-written-off');
  const change = undoWriteOff(loan, fact.id, day);
  if (change.kind === 'refused') return notPossible(change.reason);
  await locked.save(change, { kind: 'write-off-reversed', ref: fact.id });
  await audit(locked, operator, 'write-off.reverse', { reason });
  return { kind: 'done', status: locked.loan.status };
}

function notPossible(reason: string): Refusal {
  if (reason === 'money-on-its-way') {
    return refused(409, 'loan_money_on_its_way', 'Money of this loan is on its way: wait for the answer of the bank.');
  }
  return refused(409, 'write_off_not_possible', `No write-off: ${reason}.`);
}

function nothingProposed(): Refusal {
  return refused(409, 'write_off_not_proposed', 'No write-off of this loan is proposed.');
}

function audit({ trx, loan, now }: LockedLoan, { login }: Account, action: string, after: unknown): Promise<void> {
  return recordAudit(trx, { actor: `operator:${login}`, action, subject: `loan:${loan.number}`, after, at: now });
}
