import type { CancellationReason } from '#api/cancellation-reasons.ts';
import type { ApplicationContext } from './application-context.ts';
import { illegalTransition, noApplication } from './application-refusals.ts';
import { respondWithState } from './respond-with-state.ts';
import { voidAgreement } from './store/agreement-store.ts';
import { withApplication } from './with-application.ts';

/**
 * The client withdraws, before or after an offer (domain 2.3.2 rows 16 and 23). The comment is theirs and may say anything
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
    if (!application) return noApplication();
    const place = { table: 'application_event', column: 'comment', id: application.id };
    const data = { reason, ...(comment && { commentSealed: seal.seal(comment, place) }) };
    const refused = await held.cause(event, { actor: 'client', data });
    if (refused) return illegalTransition(refused);
    await voidAgreement(trx, application.id, now);
    return respondWithState(held);
  });
}
