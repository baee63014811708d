import { getApplication } from '#api/endpoints/applications/get-application.ts';
import { decideReviewRequest, missingPictures } from '#loan/application-decisions.ts';
import { notFound } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { ApplicationContext } from '../application-context.ts';
import type { LockedApplication } from '../locked-application.ts';
import { summaryOf } from '../read-profile-state.ts';
import {
  type ApplicationDocument,
  isIdentityConfirmed,
  readApplicationDocuments,
} from '../store/application-document-store.ts';
import { readSteps, type StoredStep } from '../store/application-step-store.ts';
import type { StoredApplication } from '../store/application-store.ts';
import { readDecisions } from '../store/decision-store.ts';
import { withApplication } from '../with-application.ts';

export function getApplicationRoute(context: ApplicationContext): Route<typeof getApplication> {
  return {
    endpoint: getApplication,
    async answer({ client }) {
      const { identityFreeUpTo } = (await context.parameters.inForce()).policies().underwriting;
      return withApplication(context, client.personId, async (held) => {
        const { application } = held;
        if (!application) return notFound();
        const body = await present(held, application, identityFreeUpTo);
        return { kind: 'ok', body, headers: { ETag: `"${application.version}"` } };
      });
    },
  };
}

async function present(held: LockedApplication, application: StoredApplication, identityFreeUpTo: number) {
  const { trx, seal, today, personId } = held;
  const { productType, productId, amount, term, rejectedOn } = application;
  const steps = await readSteps(trx, seal, application.id);
  const isConfirmed = await isIdentityConfirmed(trx, personId);
  const rejected = application.stage === 'REJECTED' && rejectedOn;
  const decisions = rejected ? await readDecisions(trx, application.id) : [];
  const review = rejected && decideReviewRequest(rejectedOn, today, application.reviewRequestedAt !== undefined);
  return {
    ...(await summaryOf(trx, application, held.now)),
    selection: { productType, productId, amount, term },
    steps: { personal: presentStep(steps.personal), financial: presentStep(steps.financial) },
    documents: (await readApplicationDocuments(trx, application.id)).map(presentDocument),
    identityPictures: missingPictures(
      { amount, isIdentityConfirmed: isConfirmed },
      {},
      { freeUpToAmount: identityFreeUpTo },
    ),
    reasons: [...(decisions.findLast(({ outcome }) => outcome === 'REJECT')?.reasons ?? [])],
    reviewUntil: review && review.kind === 'accepted' ? review.until : null,
  };
}

function presentStep<Step extends 'personal' | 'financial'>({ data, draft, completedAt }: StoredStep<Step>) {
  return { data: data ?? null, draft: draft ?? null, completedAt: completedAt?.toISOString() ?? null };
}

export function presentDocument({ id, type, sha256 }: ApplicationDocument) {
  return { documentId: id, type, status: 'READY', sha256 } as const;
}
