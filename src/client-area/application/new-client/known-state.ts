import type { ApplicationStage } from '#loan/application.ts';
import type { LoanStatus } from '#loan/loan.ts';
import { limaToday } from '#stores/environment.ts';
import { $profileState, refreshProfileState } from '#stores/profile-state.ts';

type Known =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly code: string; readonly canReapplyAt?: string };

/** As `isOpenLoan` and `isOver` know them, without the tables that come with those. */
const ENDED: readonly string[] = ['PAID', 'WRITTEN_OFF', 'VOIDED'] satisfies LoanStatus[];
const OVER: readonly string[] = ['REJECTED', 'CANCELLED', 'EXPIRED', 'DONE'] satisfies ApplicationStage[];

/** What the server would refuse, by the state that it gives: a loan, an application under way, a refusal of late. */
export async function ask(): Promise<Known> {
  const answer = await refreshProfileState();
  // Unknown: whoever applies is told by the server.
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

/** When somebody who was refused may apply again, as the server says now; undefined when it does not say. */
export async function readReapplyDate(): Promise<string | undefined> {
  await refreshProfileState();
  return $profileState.get()?.application?.canReapplyAt;
}
