/**
 * The server of the offer benchmark. With `bare` a route of the same HTTP library that parses the body and answers an
 * offer written beforehand, as a yardstick; else the real lending application with its access log, on an embedded database in
 * memory, on a day with a published rate cap. Prints its port. The rate limit is raised, not removed: counting callers
 * is part of the price.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { devNull } from 'node:os';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { pino } from 'pino';
import { makePublicOffer } from '#api/endpoints/applications/make-public-offer.ts';
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

async function listenWithProduct(): Promise<number> {
  const db = databaseOn<Tables>(await createPglite({}));
  await migrate(db, lendingMigrations());
  await seedParameters(db.kysely, seeds);
  const app = createLendingApp({
    db,
    vault: testVault(),
    clock: createClock(),
    log: createLog({ level: 'info', name: 'lending' }, pino.destination(devNull)),
    config: { production: false, sandbox: true, trustedProxies: 0 },
  });
  return (await listen(app, { host: '127.0.0.1', port: 0 })).port;
}

/** As long as an offer. */
const ANSWER = JSON.stringify({ offer: 'x'.repeat(450) });

async function listenWithBareRoute(): Promise<number> {
  const app = new Hono().post(makePublicOffer.path, async (c) => {
    await c.req.json();
    return c.body(ANSWER, 200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  });
  const server = createAdaptorServer({ fetch: app.fetch }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const port = process.argv[2] === 'bare' ? await listenWithBareRoute() : await listenWithProduct();
process.stdout.write(`${port}\n`);
