import { getApplication } from '#api/endpoints/applications/get-application.ts';
import { decideReviewRequest, missingPictures } from '#loan/application-decisions.ts';
import { type CheckKind, type Requirements, requirementsFor } from '#loan/requirements.ts';
import { notFound } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { Vault } from '#server/kit/vault.ts';
import { readPayoutWay } from '#server/lending/payouts/payout-way.ts';
import { receivingAccountOf } from '../account-in-use.ts';
import { askedKinds, type ChecksContext } from '../checks/ask-checks.ts';
import { passedChecks, readChecks } from '../checks/external-check-store.ts';
import type { LockedApplication } from '../locked-application.ts';
import { summaryOf } from '../read-profile-state.ts';
import {
  type ApplicationDocument,
  isIdentityConfirmed,
  readApplicationDocuments,
} from '../store/application-document-store.ts';
import { readSteps, type StoredStep } from '../store/application-step-store.ts';
import { readReceivedAt, type StoredApplication } from '../store/application-store.ts';
import { readDecisions } from '../store/decision-store.ts';
import { withApplication } from '../with-application.ts';

export function getApplicationRoute(context: ChecksContext): Route<typeof getApplication> {
  return {
    endpoint: getApplication,
    async answer({ client }) {
      const { requirements } = (await context.parameters.inForce()).policies();
      return withApplication(context, client.personId, async (held) => {
        const { application } = held;
        if (!application) return notFound();
        const checks = askedKinds(requirements, application.amount, context.checks);
        const asked = { ...requirementsFor(requirements.rows, application.amount), checks };
        const body = await present(context.vault, held, application, { ...asked, provider: context.checks.provider });
        return { kind: 'ok', body, headers: { ETag: `"${application.version}"` } };
      });
    },
  };
}

/** The requirements of the amount, and the provider that is asked about the client. */
type Asked = Omit<Requirements, 'checks'> & { readonly checks: readonly CheckKind[]; readonly provider: string };

async function present(
  vault: Vault,
  held: LockedApplication,
  application: StoredApplication,
  { fields, referees, papers, checks, provider }: Asked,
) {
  const { trx, seal, today, personId } = held;
  const { productType, productId, amount, term, rejectedOn } = application;
  const steps = await readSteps(trx, seal, application.id);
  const isConfirmed = await isIdentityConfirmed(trx, personId);
  const rejected = application.stage === 'REJECTED' && rejectedOn;
  const decisions = rejected ? await readDecisions(trx, application.id) : [];
  const receivedAt = await readReceivedAt(trx, application.id);
  const review = rejected && decideReviewRequest(rejectedOn, today, application.reviewRequestedAt !== undefined);
  return {
    ...(await summaryOf(trx, application, held.now)),
    selection: { productType, productId, amount, term },
    steps: { personal: presentStep(steps.personal), financial: presentStep(steps.financial) },
    documents: (await readApplicationDocuments(trx, application.id)).map(presentDocument),
    identityPictures: missingPictures({ papers, isIdentityConfirmed: isConfirmed }, {}),
    asked: { fields: [...fields], referees, checks: [...checks], provider: checks.length > 0 ? provider : '' },
    stageSince: application.stageSince.toISOString(),
    receivedAt: receivedAt?.toISOString() ?? null,
    passed: passedChecks(await readChecks(trx, seal, application.id)).map(({ kind, at }) => ({
      kind,
      at: at.toISOString(),
    })),
    account: await receivingAccountOf(trx, vault, personId),
    payout: (application.loanId && (await readPayoutWay(trx, application.loanId))) || null,
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
