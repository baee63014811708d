import type { ProfileState } from '#api/application-body.ts';
import { etagOf } from './application-refusals.ts';
import type { LockedApplication } from './locked-application.ts';
import { stateOf } from './read-profile-state.ts';

/** Where the client stands after a step: the answer of everything that leads on. */
export async function respondWithState(held: LockedApplication) {
  const { trx, personId, application, now } = held;
  const body: ProfileState = await stateOf(trx, personId, application, now);
  const headers: Record<string, string> = application ? { ETag: etagOf(application.version) } : {};
  return { kind: 'ok', body, headers } as const;
}
