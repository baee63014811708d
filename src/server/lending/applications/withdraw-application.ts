import type { CancellationReason } from '#api/cancellation-reasons.ts';
import { voidLoan } from '#loan/loan-life.ts';
import type { Trx } from '#server/kit/tables.ts';
import { lockLoanUpToToday } from '#server/lending/loans/with-loan.ts';
import { isOpen, readOrders } from '#server/lending/payouts/disbursement-store.ts';
import type { ApplicationContext } from './application-context.ts';
import { illegalTransition, noApplication } from './application-refusals.ts';
import { returnedLoanOf } from './named-account.ts';
import { respondWithState } from './respond-with-state.ts';
import { voidAgreement } from './store/agreement-store.ts';
import { withApplication } from './with-application.ts';

/**
 * The client withdraws: before or after an offer (domain 2.3.2 rows 16 and 23), and when the bank has refused their account
 * (row 22). The comment is theirs and may say anything
 * about them: it is sealed with their key, and the history keeps the reason alone.
 */
export function withdrawApplication(
  context: ApplicationContext,
  personId: string,
  event: 'cancelled' | 'offer-declined',
  { reason, comment }: { readonly reason: CancellationReason; readonly comment?: string | undefined },
) {
  return withApplication(context, personId, async (held) => {
    const { application, trx, seal, now } = held;
    const returned = event === 'cancelled' ? await returnedLoanOf(held) : undefined;
    if (returned && (await voidReturned(trx, context, returned))) return respondWithState(held);
    if (!application) return noApplication();
    const place = { table: 'application_event', column: 'comment', id: application.id };
    const data = { reason, ...(comment && { commentSealed: seal.seal(comment, place) }) };
    const isVoid =
      event === 'cancelled' &&
      application.stage === 'ISSUING' &&
      (await voidReturned(trx, context, application.loanId));
    const refused = await held.cause(isVoid ? 'loan-voided' : event, { actor: 'client', data });
    if (refused) return illegalTransition(refused);
    await voidAgreement(trx, application.id, now);
    return respondWithState(held);
  });
}

/**
 * Voids a signed loan whose account the bank has refused, unless another account has been named. The loan's own lock
 * decides between this and a bank that has paid after all.
 */
async function voidReturned(trx: Trx, context: ApplicationContext, loanId: string | undefined): Promise<boolean> {
  const locked = loanId === undefined ? undefined : await lockLoanUpToToday(trx, context, { id: loanId });
  if (locked?.loan.status !== 'DISBURSMENT_FAILED') return false;
  const orders = await readOrders(trx, locked.id);
  if (orders.some(isOpen)) return false;
  const change = voidLoan(locked.loan, 'withdrawn');
  if (change.kind === 'refused') return false;
  await locked.save(change, { kind: 'withdrawn', ref: orders.at(-1)?.id ?? locked.id });
  return true;
}
