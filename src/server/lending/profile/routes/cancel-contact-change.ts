import { cancelContactChange } from '#api/endpoints/profile/cancel-contact-change.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { endContactChanges } from '#server/lending/clients/contact-change-notifications.ts';
import { lockPerson } from '#server/lending/people/contact-change.ts';
import type { IdentityContext } from '#server/lending/people/people-context.ts';

export function cancelContactChangeRoute(context: IdentityContext): Route<typeof cancelContactChange> {
  return {
    endpoint: cancelContactChange,
    async answer({ client: { personId }, body: { kind } }) {
      await context.db.kysely.transaction().execute(async (trx) => {
        await lockPerson(trx, context, personId);
        const which = { kind, keepsApproved: true } as const;
        await endContactChanges(trx, { personId, ...which, status: 'CANCELLED', now: context.clock.now() });
      });
      return { kind: 'ok', body: undefined, headers: {} };
    },
  };
}
