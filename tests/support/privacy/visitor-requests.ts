import type { TestLending } from '../lending/lending-app.ts';
import { PICTURE } from '../people/recovery.ts';

/** Makes the request of somebody who is not a client. */
export function aVisitorRequest(changes: Readonly<Record<string, unknown>> = {}) {
  return {
    type: 'ACCESS',
    detail: 'Nunca fui cliente. Quiero saber qué datos míos tienen.',
    documentType: 'DNI',
    documentNumber: '45678913',
    firstName: 'Rosa',
    lastName1: 'Quispe',
    email: 'rosa@example.pe',
    identity: PICTURE,
    ...changes,
  };
}

/** No request waits, and nothing was counted. */
export async function forgetVisitors({ db }: TestLending): Promise<void> {
  await db.kysely.deleteFrom('visitor_data_request').execute();
  await db.kysely.deleteFrom('throttle_event').execute();
  await db.kysely.deleteFrom('throttle_bucket').execute();
}
