/**
 * The server of the offer benchmark: the real lending application with its access log, on an embedded database in
 * memory, on a day with a published rate cap. Prints its port. The rate limit is raised, not removed: counting callers
 * is part of the price.
 */
import { devNull } from 'node:os';
import { pino } from 'pino';
import { createClock } from '#server/kit/clock.ts';
import { createPglite, databaseOn } from '#server/kit/db.ts';
import { listen } from '#server/kit/listen.ts';
import { createLog } from '#server/kit/log.ts';
import { migrate } from '#server/kit/migrate.ts';
import type { Tables } from '#server/kit/tables.ts';
import { createLendingApp } from '#server/lending/app.ts';
import { SEED_PARAMETERS, seedParameters } from '#server/lending/parameters/seed-parameters.ts';
import { lendingMigrations } from '#server/lending/prepare-database.ts';
import { testVault } from '#tests/support/people/vault.ts';

const NO_LIMIT = { perMinute: 1_000_000_000, burst: 1_000_000_000 };
const seeds = SEED_PARAMETERS.map((seed) => (seed.kind === 'rate_limit' ? { ...seed, value: NO_LIMIT } : seed));

const db = databaseOn<Tables>(await createPglite({}));
await migrate(db, lendingMigrations());
await seedParameters(db.kysely, seeds);

const server = await listen(
  createLendingApp({
    db,
    vault: testVault(),
    clock: createClock(),
    log: createLog({ level: 'info', name: 'lending' }, pino.destination(devNull)),
    config: { production: false, sandbox: true, trustedProxies: 0 },
  }),
  { host: '127.0.0.1', port: 0 },
);
process.stdout.write(`${server.port}\n`);
