import { staffRoutes } from '#server/lending/app.ts';

type Declared = Parameters<typeof staffRoutes>;

/** Every call of the staff API with who may make it, as it is declared; only to answer would it need a database. */
export const STAFF_ROUTES = staffRoutes(
  { db: {} } as Declared[0],
  { operatorToken: 'of nobody', onBusinessDate: () => undefined, config: { sandbox: true } as Declared[1]['config'] },
  {} as Declared[2],
);
