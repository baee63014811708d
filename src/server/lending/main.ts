/**
 * `npm run start:lending`: the lending role alone, the API and its jobs. Its variables: src/tools/README.md. With
 * `--migrate-only` it brings the tables up to date as their owner (MIGRATIONS_URL) and ends.
 */
import { pathToFileURL } from 'node:url';
import { createClock } from '#server/kit/clock.ts';
import { type Environment, readText } from '#server/kit/config.ts';
import { keepFilesPrivate, openDataDir } from '#server/kit/data-dir.ts';
import type { HttpApp } from '#server/kit/http.ts';
import { listen } from '#server/kit/listen.ts';
import { createLog } from '#server/kit/log.ts';
import { maintenanceOfSite } from '#server/kit/maintenance.ts';
import type { Migration } from '#server/kit/migrate.ts';
import { operationsOnly, requireOperationsListener, withoutOperations } from '#server/kit/operations-listener.ts';
import { fetchFrom } from '#server/kit/outgoing.ts';
import { startFailure } from '#server/kit/start-failure.ts';
import { surviveUncaughtErrors } from '#server/kit/uncaught-errors.ts';
import { createLendingApp } from './app.ts';
import { type LendingConfig, readLendingConfig, readMigrationConfig } from './config.ts';
import { DESK_PATH } from './desk/desk.ts';
import { lenderGateways } from './gateways/open-gateways.ts';
import { readHealth } from './health.ts';
import { openLendingDatabase, prepareAsOwner } from './open-lending-database.ts';
import { fetchedPages } from './pages/page-source.ts';
import { createSandboxClock } from './parameters/sandbox-clock.ts';
import { SANDBOX_PARAMETERS } from './parameters/seed-parameters.ts';
import { openVault } from './people/vault-keys.ts';
import { lendingMigrations } from './prepare-database.ts';
import { STAFF_PATH } from './staff/staff-route.ts';
import { openErrorTask } from './staff/task-store.ts';
import { startLendingJobs } from './start-jobs.ts';

/** Paths that are answered to colleagues and monitors. */
const OPERATIONS_PATHS = [STAFF_PATH, DESK_PATH, '/metrics'];

interface Served {
  readonly port: number;
  /** Of the listener for operations; the same without one. */
  readonly operationsPort: number;
  close(): Promise<void>;
}

async function serve(app: HttpApp, config: LendingConfig): Promise<Served> {
  const { operations, drainMs } = config;
  const server = await listen(operations ? withoutOperations(app, OPERATIONS_PATHS) : app, config);
  const forOperations = operations && (await listen(operationsOnly(app, OPERATIONS_PATHS), operations));
  return {
    port: server.port,
    operationsPort: forOperations?.port ?? server.port,
    async close() {
      await Promise.all([server.close(drainMs), forOperations?.close(drainMs)]);
    },
  };
}

/**
 * Starts the lending role alone. Resolves when it serves; `close` stops it cleanly: not ready any more, it serves on for
 * DRAIN_SECONDS, then lets requests and jobs in progress end.
 * @param migrations other ones than its own only in tests that let two releases run beside each other
 */
export async function startLending(
  env: Environment,
  migrations: readonly Migration[] = lendingMigrations(),
): Promise<Served> {
  const config = readLendingConfig(env);
  requireOperationsListener(config.production, config.operations);
  keepFilesPrivate();
  const dataDir = readText(env, 'DATA_DIR');
  if (dataDir !== undefined) openDataDir(dataDir);
  const log = createLog({ level: config.logLevel, name: 'lending' });
  const { db, prepared } = await openLendingDatabase(config.database, {
    maxConnections: config.maxConnections,
    migrations,
    limits: config.migrationLimits,
    ...(config.sandbox && { seeds: SANDBOX_PARAMETERS }),
    onConnectionLost: (error) => log.warn({ err: error }, 'a database connection was lost'),
  });
  try {
    const clock = config.sandbox ? await createSandboxClock(db.kysely) : createClock();
    const vault = await openVault(db.kysely, config.vault);
    const { notes, ...health } = await readHealth({ db, clock, carryCapForward: config.sandbox, migrations });
    for (const note of notes) log.warn(note);
    const { operatorToken, complaintsBook } = config;
    const gateways = lenderGateways(env, { ...config, clock });
    let isStopping = false;
    const options = {
      db,
      vault,
      clock,
      log,
      config,
      operatorToken,
      gateways,
      pages: fetchedPages(complaintsBook.siteUrl),
      maintenance: maintenanceOfSite(complaintsBook.siteUrl, fetchFrom([complaintsBook.siteUrl])),
      isStopping: () => isStopping,
      migrations,
    };
    const servers = await serve(createLendingApp(options), config);
    const jobs = startLendingJobs(options);
    const { port, operationsPort } = servers;
    const endSurviving = surviveUncaughtErrors(log, () => openErrorTask(db.kysely, 'lending', clock.now()));
    log.info({ prepared, health, port, operationsPort }, 'lending is ready');
    return {
      port,
      operationsPort,
      async close() {
        isStopping = true;
        await Promise.all([jobs.stop(), servers.close()]);
        await db.close();
        endSurviving();
      },
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** Brings the tables up to date as their owner, and ends: the service itself then needs no `MIGRATIONS_URL`. */
async function migrateOnly(env: Environment): Promise<void> {
  const { database, migrationLimits: limits } = readMigrationConfig(env);
  const prepared = await prepareAsOwner(database, { limits });
  createLog({ level: 'info', name: 'lending' }).info({ prepared }, 'the database is up to date');
}

async function main(): Promise<void> {
  if (process.argv.includes('--migrate-only')) return migrateOnly(process.env);
  const running = await startLending(process.env);
  // A signal comes twice where a whole group of processes is told: the second must not end what the first lets finish.
  let isTold = false;
  const stop = async (): Promise<void> => {
    if (isTold) return;
    isTold = true;
    const code = await running.close().then(
      () => 0,
      () => 1,
    );
    process.exit(code);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  main().catch((error: unknown) => {
    process.stderr.write(`${startFailure(error)}\n`);
    process.exit(1);
  });
}
