/**
 * `npm run start:lending`: the lending role alone, the API and its jobs. Its variables: src/tools/README.md. With
 * `--migrate-only` it brings the tables up to date as their owner (MIGRATIONS_URL) and ends.
 */
import { pathToFileURL } from 'node:url';
import { createClock } from '#server/kit/clock.ts';
import { ConfigError, type Environment, readText } from '#server/kit/config.ts';
import { keepFilesPrivate, openDataDir } from '#server/kit/data-dir.ts';
import { UnavailableError } from '#server/kit/errors.ts';
import { listen } from '#server/kit/listen.ts';
import { createLog } from '#server/kit/log.ts';
import { maintenanceOfSite } from '#server/kit/maintenance.ts';
import { type Migration, MigrationError } from '#server/kit/migrate.ts';
import { fetchFrom } from '#server/kit/outgoing.ts';
import { createLendingApp } from './app.ts';
import { readLendingConfig, readMigrationConfig } from './config.ts';
import { lenderGateways } from './gateways/open-gateways.ts';
import { readHealth } from './health.ts';
import { openLendingDatabase, prepareAsOwner } from './open-lending-database.ts';
import { fetchedPages } from './pages/page-source.ts';
import { createSandboxClock } from './parameters/sandbox-clock.ts';
import { openVault } from './people/vault-keys.ts';
import { lendingMigrations } from './prepare-database.ts';
import { startLendingJobs } from './start-jobs.ts';

/**
 * Starts the lending role alone. Resolves when it serves; `close` stops it cleanly: not ready any more, it serves on for
 * DRAIN_SECONDS, then lets requests and jobs in progress end.
 * @param migrations other ones than its own only in tests that let two releases run beside each other
 */
export async function startLending(
  env: Environment,
  migrations: readonly Migration[] = lendingMigrations(),
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const config = readLendingConfig(env);
  keepFilesPrivate();
  const dataDir = readText(env, 'DATA_DIR');
  if (dataDir !== undefined) openDataDir(dataDir);
  const log = createLog({ level: config.logLevel, name: 'lending' });
  const { db, prepared } = await openLendingDatabase(config.database, {
    maxConnections: config.maxConnections,
    migrations,
    limits: config.migrationLimits,
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
    const server = await listen(createLendingApp(options), config);
    const jobs = startLendingJobs(options);
    log.info({ prepared, health, port: server.port }, 'lending is ready');
    return {
      port: server.port,
      async close() {
        isStopping = true;
        await Promise.all([jobs.stop(), server.close(config.drainMs)]);
        await db.close();
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
  const stop = (): void =>
    void running.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  main().catch((error: unknown) => {
    const expected = [ConfigError, MigrationError, UnavailableError].some((kind) => error instanceof kind);
    process.stderr.write(`${expected ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`);
    process.exit(1);
  });
}
