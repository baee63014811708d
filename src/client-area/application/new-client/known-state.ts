import type { ApplicationStage } from '#loan/application.ts';
import type { LoanStatus } from '#loan/loan.ts';
import { limaToday } from '#stores/lima-today.ts';
import { $profileState, refreshProfileState } from '#stores/profile-state.ts';

type Known =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly code: string; readonly canReapplyAt?: string };

/** Lists as `isOpenLoan` and `isOver` know them, without the tables that come with those. */
const ENDED: readonly string[] = ['PAID', 'WRITTEN_OFF', 'VOIDED'] satisfies LoanStatus[];
const OVER: readonly string[] = ['REJECTED', 'CANCELLED', 'EXPIRED', 'DONE'] satisfies ApplicationStage[];

/**
 * Foresees by the client's state what the server would refuse: a running loan, an open application, a recent rejection.
 */
export async function ask(): Promise<Known> {
  const answer = await refreshProfileState();
  // Unknown: the server tells the applicant.
  if (answer.kind !== 'ok') return { kind: 'ready' };
  const { loan, application } = answer.value;
  if (loan && !ENDED.includes(loan.status)) return { kind: 'failed', code: 'active_loan' };
  if (!application) return { kind: 'ready' };
  if (!OVER.includes(application.stage)) return { kind: 'failed', code: 'application_exists' };
  const { canReapplyAt } = application;
  return canReapplyAt && canReapplyAt > limaToday()
    ? { kind: 'failed', code: 'reapply_later', canReapplyAt }
    : { kind: 'ready' };
}

/** Asks the server from when a rejected client may apply again; undefined when it does not say. */
export async function readReapplyDate(): Promise<string | undefined> {
  await refreshProfileState();
  return $profileState.get()?.application?.canReapplyAt;
}
