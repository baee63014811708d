import { getApplication } from '#api/endpoints/applications/get-application.ts';
import { createLoaded } from '#client-area/data/loaded.store.ts';
import { type Together, together } from '#client-area/data/together.store.ts';
import { createOptions } from '../parts/options.store.ts';

/** What step 1 cannot be drawn without: the application so far, and what can be chosen. */
export const createPersonalData = () =>
  together({
    application: createLoaded(getApplication, {}),
    streetTypes: createOptions('StreetType'),
    residences: createOptions('ResidenceStatus'),
    relationships: createOptions('ReferralRelationship'),
  });
export type PersonalData = Together<ReturnType<typeof createPersonalData>['parts']>;
