import { calendarDate } from '#loan/calendar.ts';
import type { LoanTerms } from '#loan/loan.ts';
import type { Clock } from '#server/kit/clock.ts';
import type { Trx } from '#server/kit/tables.ts';
import { uuidv4, uuidv7 } from '#server/kit/uuid.ts';
import { insertLoan, readOpenLoan } from '#server/lending/loans/store/loan-store.ts';
import {
  type Destination,
  queueDisbursement,
  type SealDestination,
} from '#server/lending/payouts/queue-disbursement.ts';

export interface NewLoan {
  readonly personId: string;
  readonly terms: LoanTerms;
  /** The account that the money goes to. */
  readonly destination: Destination;
  /** Nothing is sent there before, milliseconds since 1970; undefined: at once. */
  readonly notBefore?: number | undefined;
}

export type Originated =
  | { readonly kind: 'originated'; readonly loanId: string; readonly number: string }
  | { readonly kind: 'refused'; readonly reason: 'active-loan' | 'no-such-person' };

/**
 * A signed agreement becomes a loan: the loan ORIGINATED and the order to pay it out are one transaction, the caller's
 * own (domain 2.3.2, row 20). The person's row is locked first, so that two agreements at once make one loan.
 */
export async function originateLoan(
  trx: Trx,
  { clock, sealDestination }: { readonly clock: Clock; readonly sealDestination: SealDestination },
  { personId, terms, destination, notBefore }: NewLoan,
): Promise<Originated> {
  const person = await trx
    .selectFrom('person')
    .select('id')
    .where('id', '=', personId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!person) return { kind: 'refused', reason: 'no-such-person' };
  if (await readOpenLoan(trx, personId)) return { kind: 'refused', reason: 'active-loan' };
  const now = clock.now();
  const loanId = uuidv7(now);
  const originatedOn = calendarDate(clock.businessDate());
  const number = await insertLoan(trx, { id: loanId, personId, terms, originatedOn, now });
  const order = {
    loanId,
    personId,
    purpose: 'loan',
    amountCents: terms.principalCents,
    destination,
    notBefore,
  } as const;
  await queueDisbursement(trx, { ...order, id: uuidv4(), orderedOn: originatedOn, now }, sealDestination);
  return { kind: 'originated', loanId, number };
}
