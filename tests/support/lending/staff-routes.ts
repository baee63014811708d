import { DESCRIBED_ACTS } from '#server/lending/described-acts.ts';

/** Every call of the staff API with who may make it, as it is described. */
export const STAFF_ROUTES = DESCRIBED_ACTS;
