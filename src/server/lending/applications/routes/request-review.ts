import { requestReview } from '#api/endpoints/applications/request-review.ts';
import { moveApplication } from '#loan/application.ts';
import { decideReviewRequest } from '#loan/application-decisions.ts';
import { refusedBecause } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { ApplicationContext } from '../application-context.ts';
import { illegalTransition, noApplication } from '../application-refusals.ts';
import { respondWithState } from '../respond-with-state.ts';
import { causeOrThrow, withApplication } from '../with-application.ts';

const NO_REVIEW = { 'asked-before': 'review_not_possible', 'too-late': 'review_not_possible' } as const;

/** The right to have people look at what a program decided (Ley 29733 [R]). */
export function requestReviewRoute(context: ApplicationContext): Route<typeof requestReview> {
  return {
    endpoint: requestReview,
    answer: ({ body, client }) =>
      withApplication(context, client.personId, async (held) => {
        const { application, seal, today, now } = held;
        if (!application) return noApplication();
        const moved = moveApplication(application.stage, 'review-requested', 'client');
        if (moved.kind === 'refused') return illegalTransition(moved);
        const asked = application.reviewRequestedAt !== undefined;
        const decision = decideReviewRequest(application.rejectedOn ?? today, today, asked);
        if (decision.kind === 'refused') {
          return refusedBecause(decision.reason, NO_REVIEW, `A review cannot be asked for: ${decision.reason}.`);
        }
        const place = { table: 'application_event', column: 'comment', id: application.id };
        await causeOrThrow(held, 'review-requested', {
          actor: 'client',
          data: { commentSealed: seal.seal(body.comment, place) },
          change: { review_requested_at: new Date(now) },
        });
        return respondWithState(held);
      }),
  };
}
