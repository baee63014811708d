import { notFound, type Refusal, refused, tooManyRequests } from '#server/kit/errors.ts';
import { ISSUE_LIMIT } from '#server/lending/documents/documents-context.ts';
import { takeFromBucket } from '#server/lending/people/store/throttle-store.ts';
import { type LoanDocumentSource, readDocumentSource } from './ensure-loan-document.ts';
import type { LoanDocumentsContext } from './loan-documents-context.ts';

type RequestedSource = { readonly kind: 'ready'; readonly source: LoanDocumentSource } | Refusal;

/**
 * Reads the source of a document that a client asks for, or says why there cannot be one. Counts towards the limit of
 * documents that a client may have issued, which each endpoint has for itself.
 */
export async function requestedSource(
  context: LoanDocumentsContext,
  endpoint: string,
  { client, loanNumber }: { readonly client: { readonly personId: string }; readonly loanNumber: string },
): Promise<RequestedSource> {
  const { personId } = client;
  const found = await readDocumentSource(context, { number: loanNumber, personId });
  if (found.kind === 'not-there') return notFound();
  if (found.kind === 'not-disbursed') return refused(409, 'loan_not_disbursed', 'No money has moved yet.');
  const bucket = { scope: 'loan-document', key: `${endpoint} ${personId}`, limit: ISSUE_LIMIT } as const;
  const limited = await takeFromBucket(context.db.kysely, bucket, context.clock.now());
  return limited.kind === 'limited' ? tooManyRequests(limited.retryAfterSeconds) : found;
}
