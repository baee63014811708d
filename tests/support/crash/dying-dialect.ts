import type { DatabaseConnection, Dialect, Driver } from 'kysely';

/**
 * Called before and after everything that is sent to the database: `before commit`, `after query select …`. What it
 * returns is waited for, so that a test may hold one transaction at a statement while another one works.
 */
export type OnStep = (step: string, connection: DatabaseConnection) => void | Promise<void>;

/** Watches a database: a listener is called before and after every query. */
export function watchedDialect(dialect: Dialect, onStep: OnStep): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: () => watchedDriver(dialect.createDriver(), onStep),
  };
}

function watchedDriver(driver: Driver, onStep: OnStep): Driver {
  const watched = new WeakSet<DatabaseConnection>();
  const around = async <Result>(
    what: string,
    connection: DatabaseConnection,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    await onStep(`before ${what}`, connection);
    const result = await work();
    await onStep(`after ${what}`, connection);
    return result;
  };
  // Drivers look at private fields of their connections: a connection is patched in place, not wrapped.
  const watch = (connection: DatabaseConnection): DatabaseConnection => {
    if (watched.has(connection)) return connection;
    watched.add(connection);
    const execute = connection.executeQuery.bind(connection) as DatabaseConnection['executeQuery'];
    connection.executeQuery = (...query: Parameters<typeof execute>) =>
      around(`query ${query[0].sql}`, connection, () => execute(...query)) as never;
    return connection;
  };
  return {
    init: (...options) => driver.init(...options),
    acquireConnection: async (...options) => watch(await driver.acquireConnection(...options)),
    beginTransaction: (...call) => around('begin', call[0], () => driver.beginTransaction(...call)),
    commitTransaction: (...call) => around('commit', call[0], () => driver.commitTransaction(...call)),
    rollbackTransaction: (...call) => driver.rollbackTransaction(...call),
    releaseConnection: (...call) => driver.releaseConnection(...call),
    destroy: (...call) => driver.destroy(...call),
  };
}
