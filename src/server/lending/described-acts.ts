import { staffRoutes } from './app.ts';
import type { StaffRoute } from './staff/act.ts';

type Declared = Parameters<typeof staffRoutes>;

/** Every act as it is described, for who reads descriptions: the command, and the tests. Only to answer would it need a database. */
export const DESCRIBED_ACTS: readonly StaffRoute[] = staffRoutes(
  { db: {} } as Declared[0],
  { operatorToken: 'of nobody', onBusinessDate: () => undefined, config: { sandbox: true } as Declared[1]['config'] },
  {} as Declared[2],
);
