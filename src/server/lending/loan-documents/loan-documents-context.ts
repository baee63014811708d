import type { DocumentsContext } from '#server/lending/documents/documents-context.ts';
import type { DisbursementOrder } from '#server/lending/payouts/disbursement-store.ts';
import type { Destination } from '#server/lending/payouts/queue-disbursement.ts';

/** The services needed to print the documents of a loan. */
export interface LoanDocumentsContext extends DocumentsContext {
  /** Opens the account of a payout; without it no account is printed. */
  readonly openDestination?: ((order: DisbursementOrder) => Promise<Destination>) | undefined;
}
