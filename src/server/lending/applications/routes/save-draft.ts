import { isDeepStrictEqual } from 'node:util';
import { financialDraft, personalDraft } from '#api/application-form.ts';
import { saveDraft } from '#api/endpoints/applications/save-draft.ts';
import { validate } from '#api/validate.ts';
import { type ApplicationStep, allowedEvents, isDraft, reminderDue } from '#loan/application.ts';
import { invalidFields, type Refusal } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { endNotifications } from '#server/lending/clients/notification-store.ts';
import type { ApplicationContext } from '../application-context.ts';
import { etagOf, illegalTransition, noApplication, staleVersion } from '../application-refusals.ts';
import type { LockedApplication } from '../locked-application.ts';
import { readSteps, saveDraft as storeDraft } from '../store/application-step-store.ts';
import { deadlinesSince, type StoredApplication } from '../store/application-store.ts';
import { withApplication } from '../with-application.ts';

const DRAFTS = { personal: personalDraft, financial: financialDraft } as const;

/** Autosave of a form that is not finished, so that the client can continue later or on another device. */
export function saveDraftRoute(context: ApplicationContext): Route<typeof saveDraft> {
  return {
    endpoint: saveDraft,
    async answer({ params: { step }, body, client, request }) {
      // The step in the path decides the schema: fields of the other step are unknown here.
      const draft = validate(DRAFTS[step], body);
      if (draft.kind === 'invalid') return invalidFields(draft.fieldErrors);
      return withApplication(context, client.personId, async (held) => {
        const { application, trx, seal, now } = held;
        if (!application) return noApplication();
        const { stage } = application;
        if (!isDraft(stage)) {
          const events = allowedEvents(stage, 'client');
          return illegalTransition({ kind: 'refused', reason: 'illegal-transition', stage, allowedEvents: events });
        }
        const stale = staleVersion(request, application);
        if (stale) return unlessStored(stale, held, application, { step, draft: draft.value });
        await storeDraft(trx, seal, { applicationId: application.id, step, draft: draft.value, now });
        await held.change({ active_at: new Date(now) });
        // The days of the reminder begin again.
        const isReminded = reminderDue(stage, deadlinesSince(application), now) !== undefined;
        if (isReminded) await endNotifications(trx, client.personId, ['draft-ending'], held.realNow);
        return saved(held.application ?? application);
      });
    },
  };
}

/**
 * Accepts a stale draft that is stored already: it is a repetition whose answer was lost, and nothing of this step is
 * newer.
 */
async function unlessStored(
  stale: Refusal,
  { trx, seal }: LockedApplication,
  application: StoredApplication,
  { step, draft }: { readonly step: ApplicationStep; readonly draft: unknown },
) {
  const steps = await readSteps(trx, seal, application.id);
  return isDeepStrictEqual(steps[step].draft, draft) ? saved(application) : stale;
}

function saved({ version }: StoredApplication) {
  return { kind: 'ok', body: undefined, headers: { ETag: etagOf(version) } } as const;
}
