/**
 * `npm start`: the whole product in one process, on PORT (4321). Reads the environment (src/tools/README.md), opens the
 * database, publishes what is not live yet, and prints the addresses. Ctrl-C stops it. `npm start -- --build-only` stops
 * after the first release, `--force` builds it even without changes, `--fewer-pages` lets more than a tenth of the pages
 * go. `--publish-only` is `npm run publish` when nothing runs: it publishes saved drafts too, stops, and fails unless
 * everything published is live.
 */
import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { type Context, Hono } from 'hono';
import { createClock } from '#server/kit/clock.ts';
import { type Environment, readText } from '#server/kit/config.ts';
import { openDataDir } from '#server/kit/data-dir.ts';
import { serveHealth } from '#server/kit/health.ts';
import { answerError } from '#server/kit/http.ts';
import { listen, ownUrl } from '#server/kit/listen.ts';
import { createLog, type Log } from '#server/kit/log.ts';
import { hasPass, maintenanceOfRelease } from '#server/kit/maintenance.ts';
import { startFailure } from '#server/kit/start-failure.ts';
import { staticSite } from '#server/kit/static-files.ts';
import { surviveUncaughtErrors } from '#server/kit/uncaught-errors.ts';
import { createLendingApp, type LendingAppOptions, paymentContext } from '#server/lending/app.ts';
import { SHEET_PATHS } from '#server/lending/complaints/complaints-context.ts';
import { type LendingConfig, NEEDED, readLendingConfig } from '#server/lending/config.ts';
import { DESK_PATH } from '#server/lending/desk/desk.ts';
import { lenderGateways } from '#server/lending/gateways/open-gateways.ts';
import { type LendingHealth, readHealth } from '#server/lending/health.ts';
import { openLendingDatabase } from '#server/lending/open-lending-database.ts';
import { releasePages } from '#server/lending/pages/page-source.ts';
import { createSandboxClock } from '#server/lending/parameters/sandbox-clock.ts';
import { SANDBOX_PARAMETERS } from '#server/lending/parameters/seed-parameters.ts';
import { openVault } from '#server/lending/people/vault-keys.ts';
import { createServices } from '#server/lending/services.ts';
import { openErrorTask } from '#server/lending/staff/task-store.ts';
import { startLendingJobs } from '#server/lending/start-jobs.ts';
import type { PublishResult } from '#server/publishing/publisher/publisher.ts';
import type { Publishing } from '#server/publishing/publisher/publishing-role.ts';
import { readCurrent } from '#server/publishing/publisher/release.ts';
import { removeRunFile, writeRunFile } from '../kit/run-file.ts';
import { onStopRequest } from '../kit/stop-request.ts';
import { type Announce, announcer, isAllLive, leftOutText, resultLine } from '../publishing/announce.ts';
import { lendingEnvironment, readStartConfig, type StartConfig } from '../publishing/config.ts';
import { type ContentSource, openSitePublishing } from '../publishing/open-publishing.ts';
import { openPreview } from '../publishing/preview/open-preview.ts';
import { type ContentService, openContentService } from '../publishing/sandbox/content-service/content-service.ts';
import type { Editor } from '../publishing/sandbox/editor/editor.ts';
import { openSpaceEditor } from '../publishing/sandbox/open-space-editor.ts';
import { ensureDemoClient, ensureDemoLoan } from './demo-client.ts';
import { demoDeskToken, signDemoColleaguesIn } from './demo-colleagues.ts';
import { openTextSource } from './text-source.ts';

const repoDir = resolve(import.meta.dirname, '../../..');

/** Closes resources once, in reverse order of opening. */
class Closers {
  readonly #closers: (() => Promise<unknown> | unknown)[] = [];
  #closing: Promise<void> | undefined;

  add(close: () => Promise<unknown> | unknown): void {
    this.#closers.push(close);
  }

  close(): Promise<void> {
    this.#closing ??= (async () => {
      for (const close of this.#closers.reverse()) await close();
    })();
    return this.#closing;
  }
}

async function main(announce: Announce, closers: Closers): Promise<void> {
  const publishOnly = process.argv.includes('--publish-only');
  const buildOnly = publishOnly || process.argv.includes('--build-only');
  const config = readStartConfig(process.env, repoDir, NEEDED);
  openDataDir(config.dataDir);
  const env = lendingEnvironment(process.env, {
    DATA_DIR: config.dataDir,
    SITE_URL: config.siteUrl,
    LENDER_SANDBOX: config.sandbox ? '1' : '0',
  });
  const lendingConfig = readLendingConfig(env);
  const log = createLog({ level: lendingConfig.logLevel, name: 'manay' });

  const operatorToken = randomBytes(32).toString('base64url');
  // Assigned later: the publisher needs our address.
  let publishFigures = (): void => undefined;
  const onBusinessDate = () => publishFigures();
  const parts = { env, config: lendingConfig, log, operatorToken, dataDir: config.dataDir, onBusinessDate };
  const lending = await openLending(parts, closers);
  // The content service and the publisher need the port; until they are wired, requests get 503.
  let app = startingApp();
  const server = await listen({ fetch: (request, env) => app.fetch(request, env) }, config);
  closers.add(() => server.close());
  const address = ownUrl({ host: config.host, port: server.port });
  const content = await openContent(config, address);
  const publishing = openSitePublishing({
    repoDir,
    config,
    content,
    lendingUrl: address,
    operatorToken,
    log,
    announce,
  });
  closers.add(() => publishing.stop());
  publishFigures = () => publishing.publisher.hint('poll');
  const editing = await openEditing({ config, content, operatorToken, publisher: publishing.facts, address, log });
  app = wiredApp({ config, lending, content, publishing, log, editing, operatorToken });
  if (!buildOnly) surviveUncaughtErrors(log, lending.tellOfError);
  await lending.signColleaguesIn(address);
  const forClients = content.embedded && { content: { apiUrl: content.apiUrl, token: content.previewToken } };
  writeRunFile(config.dataDir, { pid: process.pid, url: address, operatorToken, ...forClients });
  closers.add(() => removeRunFile(config.dataDir, process.pid));

  const { problems = [] } = (await content.embedded?.publish({ withSaved: publishOnly })) ?? {};
  for (const problem of problems) announce.problem(leftOutText(problem));
  const result = await publishing.publisher.publish({
    force: process.argv.includes('--force'),
    allowFewerPages: process.argv.includes('--fewer-pages'),
    onProgress: announce.progress,
  });
  const live = await readCurrent(join(config.dataDir, 'releases'));
  if (buildOnly) {
    const isPartial = publishOnly && problems.length > 0;
    if (!live || isPartial || hasFailed(result, { publishOnly }, announce)) process.exitCode = 1;
    return closers.close();
  }
  // The API does not need the site; what editors mend is found by the next poll.
  if (!live) announce.problem('There is no site to show: its pages answer 503 until the content can be published.');

  publishing.startPolling();
  const demoLink = await lending.demoLink();
  const facts = { port: server.port, dataDir: config.dataDir, embedded: content.embedded !== undefined, demoLink };
  announce.ready({ ...facts, editorPath: editing?.editor.signInPath, deskPath: lending.deskPath });
  for (const note of (await lending.health()).notes) announce.problem(note);
}

/**
 * Tells whether a process that ends with its publish has failed. It also reports a pause, or a publish elsewhere, of a
 * process that goes on.
 */
function hasFailed(result: PublishResult, { publishOnly }: { readonly publishOnly: boolean }, to: Announce): boolean {
  if (result.kind === 'paused' || result.kind === 'elsewhere') to.problem(resultLine(result));
  return publishOnly ? !isAllLive(result) : result.kind === 'failed';
}

interface Lending {
  readonly app: Hono;
  readonly health: () => Promise<LendingHealth>;
  /** In the sandbox: a one-time link that signs in as its client. */
  readonly demoLink: () => Promise<string | undefined>;
  /** In the sandbox: its colleagues act by the commands of this machine. */
  readonly signColleaguesIn: (url: string) => Promise<void>;
  /** Operators get a task. */
  readonly tellOfError: () => Promise<void>;
  /** In the sandbox: the path that signs one of them in at the desk. */
  readonly deskPath: string | undefined;
}

async function openLending(
  parts: {
    readonly env: Environment;
    readonly config: LendingConfig;
    readonly log: Log;
    readonly operatorToken: string;
    readonly dataDir: string;
    /** The business date or a parameter changed: pages that show them are rebuilt. */
    readonly onBusinessDate: () => void;
  },
  closers: Closers,
): Promise<Lending> {
  const { config, log, operatorToken, dataDir, onBusinessDate } = parts;
  const releasesDir = join(dataDir, 'releases');
  const { db } = await openLendingDatabase(config.database, {
    maxConnections: config.maxConnections,
    limits: config.migrationLimits,
    ...(config.sandbox && { seeds: SANDBOX_PARAMETERS }),
    onConnectionLost: (error) => log.warn({ err: error }, 'a database connection was lost'),
  });
  closers.add(() => db.close());
  const vault = await openVault(db.kysely, config.vault);
  const clock = config.sandbox ? await createSandboxClock(db.kysely) : createClock();
  const gateways = lenderGateways(parts.env, { ...config, clock });
  const pages = releasePages(releasesDir);
  const maintenance = maintenanceOfRelease(releasesDir);
  const key = randomBytes(32).toString('base64url');
  const deskLink = { key, token: (): Promise<string> => demoDeskToken(createServices(options)) };
  const roles = { operatorToken, gateways, pages, onBusinessDate, maintenance, deskLink };
  const options = { db, vault, clock, log, config, ...roles };
  const jobs = startLendingJobs(options);
  closers.add(() => jobs.stop());
  return {
    app: createLendingApp(options) as unknown as Hono,
    health: () => readHealth({ db, clock, carryCapForward: config.sandbox }),
    demoLink: async () => (config.sandbox ? demoLinkOf(options) : undefined),
    tellOfError: () => openErrorTask(db.kysely, 'manay', clock.now()),
    deskPath: config.sandbox ? `/sandbox/desk/${key}` : undefined,
    async signColleaguesIn(url) {
      if (config.sandbox) await signDemoColleaguesIn(createServices(options), dataDir, url);
    },
  };
}

/** Routes for editors of the embedded content service. */
interface EditingRoutes {
  readonly editor: Editor;
  readonly preview: Hono;
}

async function openEditing(parts: {
  readonly config: StartConfig;
  readonly content: Content;
  readonly operatorToken: string;
  readonly publisher: Publishing['facts'];
  readonly address: string;
  readonly log: Log;
}): Promise<EditingRoutes | undefined> {
  const { config, content, operatorToken, publisher, address, log } = parts;
  const { embedded, previewToken } = content;
  if (!embedded) return undefined;
  const { dataDir, siteUrl } = config;
  return {
    editor: await openSpaceEditor({
      content: embedded,
      operatorToken,
      previewToken,
      publisher,
      dataDir,
      log,
    }),
    preview: openPreview({
      repoDir,
      dataDir,
      siteUrl,
      contentApiUrl: content.apiUrl,
      previewToken,
      lendingUrl: address,
      base: '/preview',
      isStoryblok: false,
    }).app,
  };
}

/** The sandbox's client with a running loan; created on the first start. */
async function demoLinkOf(options: LendingAppOptions): Promise<string> {
  const services = createServices(options);
  const { personId, url } = await ensureDemoClient(services);
  const context = { ...services, ...paymentContext(services, options), payout: options.gateways?.payout };
  await ensureDemoLoan(context, personId).catch((error: unknown) =>
    options.log.warn({ err: error }, 'the demo client has no loan'),
  );
  return url;
}

interface Content extends ContentSource {
  readonly embedded: ContentService | undefined;
  /** Reads drafts of the embedded service; empty with a real space, whose previews are a separate role. */
  readonly previewToken: string;
}

async function openContent(config: StartConfig, address: string): Promise<Content> {
  if (config.storyblok) return { ...config.storyblok, previewToken: '', embedded: undefined };
  // Tokens of a service that only this machine can reach; new on every start.
  const newToken = (): string => randomBytes(18).toString('base64url');
  const [token, previewToken] = [newToken(), newToken()];
  const webhookSecret = readText(process.env, 'STORYBLOK_WEBHOOK_SECRET') ?? newToken();
  const embedded = await openContentService({
    seedDir: config.contentDir,
    datasources: openTextSource(),
    stateDir: join(config.dataDir, 'content'),
    publicToken: token,
    previewToken,
    webhook: { url: `${address}/hooks/storyblok`, secret: webhookSecret },
  });
  const tokens = { token, previewToken, webhookSecret, webhookKey: undefined };
  return { apiUrl: `${address}/content/v2`, ...tokens, embedded };
}

function startingApp(): Hono {
  const app = new Hono();
  app.all('*', (c) => c.text('Starting', 503, { 'Retry-After': '2' }));
  return app;
}

function wiredApp(parts: {
  readonly config: StartConfig;
  readonly lending: Lending;
  readonly content: Content;
  readonly publishing: Publishing;
  readonly log: Log;
  readonly editing: EditingRoutes | undefined;
  readonly operatorToken: string;
}): Hono {
  const app = new Hono();
  app.onError((error, c) => answerError(error, c, parts.log));
  const { config, lending, content, publishing } = parts;
  app.all('/api/*', (c) => lending.app.fetch(c.req.raw, c.env as object));
  for (const path of [...SHEET_PATHS, DESK_PATH, `${DESK_PATH}/*`])
    app.all(path, (c) => lending.app.fetch(c.req.raw, c.env as object));
  if (config.sandbox) app.all('/sandbox/*', (c) => lending.app.fetch(c.req.raw, c.env as object));
  serveHealth(app, '/healthz', (c) => health(c, lending, publishing));
  for (const path of ['/livez', '/readyz'] as const)
    app.all(path, (c) => lending.app.fetch(c.req.raw, c.env as object));
  app.route('/', publishing.routes);
  if (content.embedded) app.route('/content', content.embedded.app);
  if (parts.editing) {
    app.route('/', parts.editing.editor.app);
    app.route('/', parts.editing.preview);
  }
  const { framers, landingHosts } = config;
  const onFailure = (error: Error): void => parts.log.error({ err: error }, 'a page could not be served');
  const passes = (request: Request): boolean => hasPass(request, parts.operatorToken, Date.now());
  const releasesDir = join(config.dataDir, 'releases');
  app.route('/', staticSite({ releasesDir, framers, landingHosts, onFailure, passes }));
  return app;
}

/**
 * Answers `/healthz`: healthy when a release is live and the lending role is ready. It names the release, so that a
 * deployment can be verified.
 */
async function health(c: Context, lending: Lending, publishing: Publishing): Promise<Response> {
  const [lendingHealth, site] = await Promise.all([lending.health(), publishing.health()]);
  const status = site.release ? lendingHealth.status : 'unavailable';
  return c.json({ status, ...site, lending: lendingHealth }, status === 'ok' ? 200 : 503, {
    'Cache-Control': 'no-store',
  });
}

const closers = new Closers();
onStopRequest(() => {
  // A second Ctrl-C ends the process at once; one that comes with the first was sent to a whole group of processes.
  setTimeout(() => process.once('SIGINT', () => process.exit(130)), 1_000).unref();
  void closers.close().finally(() => process.exit(process.exitCode ?? 0));
});
try {
  await main(announcer(), closers);
} catch (error) {
  console.error(startFailure(error));
  await closers.close();
  process.exitCode = 1;
}
