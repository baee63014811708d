import type { ProfileState } from '#api/application-body.ts';
import { etagOf } from './application-refusals.ts';
import type { LockedApplication } from './locked-application.ts';
import { stateOf } from './read-profile-state.ts';

/** Answers with where the client stands after a step, as every call that leads on does. */
export async function respondWithState(held: LockedApplication) {
  const { trx, personId, application, now } = held;
  const body: ProfileState = await stateOf(trx, personId, application, now);
  const headers: Record<string, string> = application ? { ETag: etagOf(application.version) } : {};
  return { kind: 'ok', body, headers } as const;
}
