import { addDays, type CalendarDate } from '#loan/calendar.ts';
import { type Refusal, refused } from '#server/kit/errors.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { RUNNING_STATUSES } from '#server/lending/loans/store/loan-store.ts';
import type { LockedLoan } from '#server/lending/loans/with-loan.ts';
import { recordAudit } from '#server/lending/staff/audit-store.ts';
import { insertFlexOffer } from './arrangement-store.ts';

/**
 * Offers flex pay, by staff, to a client who could not have it otherwise (domain 2.14). The client still decides.
 * @param days how long the offer stands
 */
export async function offerFlex(
  { trx, id: loanId, loan, day, now }: LockedLoan,
  { operator, days }: { readonly operator: string; readonly days: number },
): Promise<{ readonly kind: 'offered'; readonly validUntil: CalendarDate } | Refusal> {
  const isRunning = (RUNNING_STATUSES as readonly string[]).includes(loan.status);
  if (!isRunning || loan.status === 'FLEX' || loan.status === 'PAYMENT_PLAN') {
    return refused(409, 'not_eligible', `A loan that is ${loan.status} takes no flex pay.`);
  }
  const validUntil = addDays(day.date, days);
  const offer = { id: uuidv7(now), loanId, offeredBy: operator, offeredOn: day.date, validUntil, now };
  await insertFlexOffer(trx, offer);
  const actor = `operator:${operator}`;
  const after = { offerId: offer.id, validUntil };
  await recordAudit(trx, { actor, action: 'flex.offer', subject: `loan:${loan.number}`, after, at: now });
  return { kind: 'offered', validUntil };
}
