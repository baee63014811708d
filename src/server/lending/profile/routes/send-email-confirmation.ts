import { sendEmailConfirmation } from '#api/endpoints/profile/send-email-confirmation.ts';
import { tooManyRequests } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { lockPerson } from '#server/lending/people/contact-change.ts';
import { sendEmailConfirmation as send } from '#server/lending/people/messages/send-account-email.ts';
import type { IdentityContext } from '#server/lending/people/people-context.ts';
import { takeAttempt } from '#server/lending/people/store/throttle-store.ts';
import { ACCOUNT_EMAIL_LIMIT } from '#server/lending/people/throttles.ts';

export function sendEmailConfirmationRoute(context: IdentityContext): Route<typeof sendEmailConfirmation> {
  const { db, clock } = context;
  return {
    endpoint: sendEmailConfirmation,
    async answer({ client: { personId } }) {
      const now = clock.now();
      const attempt = await takeAttempt(db.kysely, { scope: 'email-change', key: personId, now }, ACCOUNT_EMAIL_LIMIT);
      if (attempt.kind === 'limited') return tooManyRequests(attempt.retryAfterSeconds);
      await db.kysely.transaction().execute(async (trx) => {
        const person = await lockPerson(trx, context, personId);
        if (person) await send(trx, context, person);
      });
      return { kind: 'ok', body: undefined, headers: {} };
    },
  };
}
