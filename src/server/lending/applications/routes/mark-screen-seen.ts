import type { ClientScreen } from '#api/client-screens.ts';
import { markScreenSeen } from '#api/endpoints/applications/mark-screen-seen.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { ApplicationContext } from '../application-context.ts';
import type { LockedApplication } from '../locked-application.ts';
import { readNewestLoan, stateOf, TOP_UP_SCREEN, topUpRef } from '../read-profile-state.ts';
import { markApplicationSeen, readLatestApplication } from '../store/application-store.ts';
import { noteScreenSeen } from '../store/screen-seen-store.ts';
import { withApplication } from '../with-application.ts';

/** A screen that is not the current one is a stale request: nothing is recorded, and the current state is answered. */
export function markScreenSeenRoute(context: ApplicationContext): Route<typeof markScreenSeen> {
  return {
    endpoint: markScreenSeen,
    answer: ({ body, client }) =>
      withApplication(context, client.personId, async (held) => {
        const { trx, personId, now } = held;
        const before = await stateOf(trx, personId, held.application, now);
        if (before.nextScreen.name === body.screen) await noteSeen(held, body.screen);
        const application = await readLatestApplication(trx, personId);
        return { kind: 'ok', body: await stateOf(trx, personId, application, now), headers: {} };
      }),
  };
}

async function noteSeen({ trx, personId, application, now }: LockedApplication, screen: ClientScreen): Promise<void> {
  if (screen !== TOP_UP_SCREEN) {
    if (application) await markApplicationSeen(trx, application.id, now);
    return;
  }
  const loan = await readNewestLoan(trx, personId);
  if (!loan) return;
  await noteScreenSeen(trx, { personId, screen, ref: topUpRef(loan) }, now);
}
