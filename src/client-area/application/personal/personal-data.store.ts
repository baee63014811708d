import { getApplication } from '#api/endpoints/applications/get-application.ts';
import { type Combined, combine } from '#client-area/data/combined.store.ts';
import { createLoaded } from '#client-area/data/loaded.store.ts';
import { createOptions } from '../form-steps/options.store.ts';

/** The data of step 1: the application so far, and the option lists. */
export const createPersonalData = () =>
  combine({
    application: createLoaded(getApplication, {}),
    streetTypes: createOptions('StreetType'),
    residences: createOptions('ResidenceStatus'),
    relationships: createOptions('ReferralRelationship'),
  });
export type PersonalData = Combined<ReturnType<typeof createPersonalData>['parts']>;
