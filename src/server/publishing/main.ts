/**
 * `npm run start:publisher`: the publisher alone, for production: webhooks, builds, releases, and the site. Several
 * can share one PostgreSQL and one DATA_DIR (a volume): one builds, all serve. Its variables: src/tools/README.md.
 */
import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { Hono } from 'hono';
import {
  type Environment,
  readOperatorToken,
  readProduction,
  readSecureUrl,
  readText,
  requireVariables,
} from '#server/kit/config.ts';
import { openDataDir } from '#server/kit/data-dir.ts';
import { serveHealth } from '#server/kit/health.ts';
import { answerError } from '#server/kit/http.ts';
import { listen, ownUrl } from '#server/kit/listen.ts';
import { createLog, type Log } from '#server/kit/log.ts';
import { startFailure } from '#server/kit/start-failure.ts';
import { staticSite } from '#server/kit/static-files.ts';
import { surviveUncaughtErrors } from '#server/kit/uncaught-errors.ts';
import type { Publishing } from '#server/publishing/publisher/publishing-role.ts';
import { removeRunFile, writeRunFile } from '../kit/run-file.ts';
import { onStopRequest } from '../kit/stop-request.ts';
import { announcer } from './announce.ts';
import { NEEDED_BY_SITE, readStartConfig, requireForSite, type StartConfig } from './config.ts';
import { openSitePublishing } from './open-publishing.ts';

const repoDir = resolve(import.meta.dirname, '../../..');

interface PublisherConfig extends StartConfig {
  readonly databaseUrl: string;
  readonly storyblok: NonNullable<StartConfig['storyblok']>;
  readonly lendingUrl: string;
  readonly operatorToken: string;
}

/** Variables that the publisher alone does not start without anywhere. */
const NEEDED = {
  DATABASE_URL: 'the PostgreSQL on which publishers agree who builds',
  STORYBLOK_TOKEN: NEEDED_BY_SITE.STORYBLOK_TOKEN,
  LENDING_URL: 'where the lending role answers, for the figures on the pages',
};

/** @throws ConfigError with one sentence that names the variable, or a line for each that is missing */
function readPublisherConfig(env: Environment): PublisherConfig {
  if (readProduction(env)) requireForSite(env, NEEDED);
  requireVariables(env, NEEDED);
  const config = readStartConfig(env, repoDir);
  const { databaseUrl, storyblok } = config;
  const lendingUrl = readText(env, 'LENDING_URL');
  if (!databaseUrl || !storyblok || !lendingUrl) throw new Error('a variable that is needed is not there');
  const operatorToken = readOperatorToken(env) ?? randomBytes(32).toString('base64url');
  const lending = readSecureUrl('LENDING_URL', lendingUrl).replace(/\/+$/, '');
  return { ...config, databaseUrl, storyblok, lendingUrl: lending, operatorToken };
}

function application(config: PublisherConfig, publishing: Publishing, log: Log): Hono {
  const app = new Hono();
  app.onError((error, c) => answerError(error, c, log));
  serveHealth(app, '/healthz', async (c) => {
    const health = await publishing.health();
    const status = health.release ? 'ok' : 'unavailable';
    return c.json({ status, ...health }, health.release ? 200 : 503, { 'Cache-Control': 'no-store' });
  });
  app.route('/', publishing.routes);
  const { framers, landingHosts } = config;
  const releasesDir = join(config.dataDir, 'releases');
  const onFailure = (error: Error): void => log.error({ err: error }, 'a page could not be served');
  app.route('/', staticSite({ releasesDir, framers, landingHosts, onFailure }));
  return app;
}

async function main(): Promise<() => Promise<void>> {
  const config = readPublisherConfig(process.env);
  openDataDir(config.dataDir);
  const log = createLog({ level: 'info', name: 'publisher' });
  const { operatorToken, lendingUrl } = config;
  const content = { ...config.storyblok, embedded: undefined };
  const announce = announcer();
  const publishing = openSitePublishing({ repoDir, config, content, lendingUrl, operatorToken, log, announce });
  const server = await listen(application(config, publishing, log), config);
  surviveUncaughtErrors(log);
  const url = ownUrl({ host: config.host, port: server.port });
  writeRunFile(config.dataDir, { pid: process.pid, url, operatorToken, withoutLending: true });
  // The current release is served during the first run.
  void publishing.publisher.publish({ onProgress: announce.progress });
  publishing.startPolling();
  console.log(`The publisher is running at ${url}. Ctrl-C stops it.`);
  return async () => {
    removeRunFile(config.dataDir, process.pid);
    await publishing.stop();
    await server.close();
  };
}

let stop: () => Promise<void> = () => Promise.resolve();
onStopRequest(() => void stop().finally(() => process.exit(process.exitCode ?? 0)));
try {
  stop = await main();
} catch (error) {
  console.error(startFailure(error));
  process.exitCode = 1;
}
