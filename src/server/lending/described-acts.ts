import { staffRoutes } from './app.ts';
import type { StaffRoute } from './staff/act.ts';

type Declared = Parameters<typeof staffRoutes>;

/**
 * Every act with its description, for the command line and tests. Handlers are never called, so the database is a stub.
 */
export const DESCRIBED_ACTS: readonly StaffRoute[] = staffRoutes(
  { db: {} } as Declared[0],
  { operatorToken: 'of nobody', onBusinessDate: () => undefined, config: { sandbox: true } as Declared[1]['config'] },
  {} as Declared[2],
);
