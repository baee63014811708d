import type { ApplicationEvent } from '#loan/application.ts';
import type { Db } from '#server/kit/tables.ts';
import type { Actor, LockedApplication } from './locked-application.ts';
import type { StoredApplication } from './store/application-store.ts';
import { insertItems } from './store/information-store.ts';

export interface LoanStatusChange {
  readonly event: ApplicationEvent;
  readonly actor: Actor;
  readonly data?: Readonly<Record<string, unknown>>;
  /** Notes written in the same transaction. */
  readonly note?: (locked: LockedApplication) => Promise<void>;
}

/**
 * A status change of the loan that its application in ISSUING has not recorded yet (domain 2.3.2 rows 21 and 22). The
 * loan is the source of truth; the application follows whenever it is locked.
 */
export async function loanStatusChange(db: Db, application: StoredApplication): Promise<LoanStatusChange | undefined> {
  if (application.stage !== 'ISSUING' || !application.loanId) return undefined;
  const loan = await db
    .selectFrom('loan')
    .select(['status', 'value_date'])
    .where('id', '=', application.loanId)
    .executeTakeFirstOrThrow();
  if (loan.value_date !== null) return { event: 'disbursement-confirmed', actor: 'bank' };
  if (loan.status === 'VOIDED') return { event: 'loan-voided', actor: 'clock' };
  return loan.status === 'DISBURSMENT_FAILED' ? refusedAccount(db, application, application.loanId) : undefined;
}

/** Each refused order is recorded once, by its id; then the client is asked for another account. */
async function refusedAccount(
  db: Db,
  { id }: StoredApplication,
  loanId: string,
): Promise<LoanStatusChange | undefined> {
  const order = await db
    .selectFrom('disbursement_order')
    .select(['id', 'status'])
    .where('loan_id', '=', loanId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (order?.status !== 'REJECTED') return undefined;
  const told = await db
    .selectFrom('application_event')
    .select('data')
    .where('application_id', '=', id)
    .where('event', '=', 'disbursement-rejected')
    .execute();
  if (told.some(({ data }) => data['order'] === order.id)) return undefined;
  return {
    event: 'disbursement-rejected',
    actor: 'bank',
    data: { order: order.id },
    note: ({ trx, now }) => insertItems(trx, id, [{ code: 'bank_account' }], { askedBy: 'bank', now }),
  };
}
