import { join } from 'node:path';
import { Hono } from 'hono';
import type { Log } from '#server/kit/log.ts';
import { type Figure, gauge, METRICS_TYPE, metricsText, uncaughtErrors } from '#server/kit/metrics.ts';
import { securityLog } from '#server/kit/security-event.ts';
import { readHeldBack } from './held-back.ts';
import { operatorRoutes, type Snapshot } from './operator.ts';
import type { PublishEnvironment } from './publish-environment.ts';
import { createPublishRun } from './publish-run.ts';
import { heldBackIn, type PublishFacts, STATES, type Standing, siteState } from './publish-standing.ts';
import { alertOf, behindMs, NO_WATCH, type PublishWatch, watchVersions } from './publish-watch.ts';
import { createPublisher, type Publisher, type PublishResult } from './publisher.ts';
import { type ReleaseInfo, readCurrent } from './release.ts';
import { readPause } from './release-control.ts';
import { webhookRoutes } from './webhook.ts';

/**
 * Lost webhooks, a new business date and new prices are noticed within this interval; a poll usually costs two
 * requests.
 */
const POLL_MS = 60_000;
/** Interval of the check for lateness. */
const WATCH_MS = 15_000;

export interface PublishingOptions {
  readonly env: PublishEnvironment;
  readonly webhook: { readonly secret: string | undefined; readonly pathKey: string | undefined };
  readonly operatorToken: string;
  /** Publishes the drafts of the embedded content service; undefined with a real Storyblok. */
  readonly snapshot?: () => Promise<Snapshot>;
  /** The embedded content service's version; otherwise the sync reports it. */
  readonly publishedVersion?: () => number;
  readonly onResult: (result: PublishResult) => void;
  /** As in `callerOf`; 0 by default. */
  readonly trustedProxies?: number;
  /** For security events; none without one. */
  readonly log?: Log;
  /** Alerts operators. */
  readonly onAlert: (sentence: string) => void;
  /** A monotonic clock in milliseconds. */
  readonly nowMs?: () => number;
}

/** The state of the site, for `/healthz`: the live release, and how far it is behind. */
export interface PublishingHealth {
  readonly release: string | null;
  readonly contentVersion: number | null;
  readonly publishedVersion: number | null;
  readonly builtAt: string | null;
  /** Of the site as a whole; each story's own is in the editor. */
  readonly state: Standing['state'];
  /** The step at which the last publish failed. */
  readonly failedStep: string | null;
  readonly maintenance: boolean | null;
  readonly paused: boolean;
  readonly behindSeconds: number;
  readonly heldBack: readonly string[];
}

export interface Publishing {
  readonly publisher: Publisher;
  /** Webhooks, the operators' commands and `/metrics`. */
  readonly routes: Hono;
  health(): Promise<PublishingHealth>;
  facts(): Promise<PublishFacts>;
  /** Starts polling every minute. */
  startPolling(): void;
  stop(): Promise<void>;
}

/** Wires the publisher: webhooks and polls trigger it, operators control it, and alerts report lateness. */
export function openPublishing(options: PublishingOptions): Publishing {
  const { env, nowMs = () => performance.now() } = options;
  const releasesDir = join(env.dataDir, 'releases');
  const counts = { published: 0, unchanged: 0, failed: 0, paused: 0, elsewhere: 0 };
  let watch = NO_WATCH;
  /** Of this process: each one publishes when it starts. */
  let failure: PublishFacts['failure'];
  /** The content version that the running build is to bring live. */
  let version: number | undefined;
  let lastSeconds = 0;

  const publishRun = createPublishRun(env);
  const publisher = createPublisher({
    run: (run) => {
      version = options.publishedVersion?.();
      return publishRun(run);
    },
    onVersion: (published) => {
      version = published;
      watch = watchVersions(watch, { published, paused: false }, nowMs());
    },
    onResult: (result) => {
      counts[result.kind] += 1;
      if (result.kind === 'published') lastSeconds = result.seconds;
      if (result.kind === 'failed') {
        const { step, reason, faults = [], heldBack = [] } = result;
        failure = { step, reason, faults, heldBack, version };
      } else if (result.kind === 'published' || result.kind === 'unchanged') failure = undefined;
      options.onResult(result);
    },
  });

  async function look(): Promise<Seen> {
    const [live, pause] = await Promise.all([readCurrent(releasesDir), readPause(releasesDir)]);
    const [paused, heldBack] = [pause !== undefined, live ? await readHeldBack(releasesDir) : []];
    const seen = { published: options.publishedVersion?.(), built: live?.contentVersion, paused };
    watch = watchVersions(watch, seen, nowMs());
    return { live, paused, heldBack, failure };
  }

  async function health(): Promise<PublishingHealth> {
    return healthOf(await look(), watch, nowMs());
  }

  const lookOut = async (): Promise<void> => {
    await look();
    const alert = alertOf(watch, nowMs());
    watch = alert.watch;
    if (alert.sentence) options.onAlert(alert.sentence);
  };
  const watching = setInterval(() => {
    // A timer must not end the process: lending is in it.
    lookOut().catch((error: unknown) => options.log?.error({ err: error }, 'the look at the live site failed'));
  }, WATCH_MS);
  let polling: NodeJS.Timeout | undefined;

  const routes = openRoutes(options, publisher, async () => figuresOf({ ...(await health()), counts, lastSeconds }));
  return {
    publisher,
    routes,
    health,
    facts: look,
    startPolling: () => {
      polling ??= setInterval(() => publisher.hint('poll'), POLL_MS);
    },
    stop: async () => {
      clearInterval(watching);
      clearInterval(polling);
      await publisher.stop();
    },
  };
}

function openRoutes(options: PublishingOptions, publisher: Publisher, figures: () => Promise<Figure[]>): Hono {
  const routes = new Hono();
  const { operatorToken: token, snapshot } = options;
  const note = securityLog(options);
  const releasesDir = join(options.env.dataDir, 'releases');
  routes.route('/', webhookRoutes({ ...options, ...options.webhook, onHint: () => publisher.hint('webhook'), note }));
  routes.route('/', operatorRoutes({ token, publisher, releasesDir, note, ...(snapshot && { snapshot }) }));
  routes.get('/metrics', async (c) => {
    const headers = { 'Content-Type': METRICS_TYPE, 'Cache-Control': 'no-store' };
    return c.text(metricsText(await figures()), 200, headers);
  });
  return routes;
}

type Seen = PublishFacts & { readonly live: ReleaseInfo | undefined };

function healthOf(facts: Seen, watch: PublishWatch, atMs: number): PublishingHealth {
  const { live, paused, failure } = facts;
  return {
    release: live?.release ?? null,
    contentVersion: live?.contentVersion ?? null,
    publishedVersion: watch.publishedVersion ?? null,
    builtAt: live?.builtAt ?? null,
    state: siteState(facts, watch.publishedVersion),
    failedStep: failure?.step ?? null,
    maintenance: live?.maintenance ?? null,
    paused,
    behindSeconds: Math.round(behindMs(watch, atMs) / 1000),
    heldBack: heldBackIn(facts).map(({ fullSlug }) => fullSlug),
  };
}

function figuresOf(
  facts: PublishingHealth & { readonly counts: Readonly<Record<string, number>>; readonly lastSeconds: number },
): Figure[] {
  return [
    gauge('manay_publish_built_version', 'Content version that visitors see', facts.contentVersion ?? 0),
    gauge('manay_publish_published_version', 'Content version that was published last', facts.publishedVersion ?? 0),
    gauge('manay_publish_behind_seconds', 'How long visitors have not seen what is published', facts.behindSeconds),
    gauge('manay_publish_paused', 'Whether an operator has paused publishing', facts.paused ? 1 : 0),
    {
      name: 'manay_publish_state',
      help: 'State of the site: 1 for the one it is in',
      type: 'gauge',
      samples: STATES.map((state) => ({ labels: { state }, value: state === facts.state ? 1 : 0 })),
    },
    gauge('manay_publish_held_back_stories', 'Stories whose last good version is shown', facts.heldBack.length),
    uncaughtErrors(),
    gauge('manay_publish_last_seconds', 'How long the last publish took', facts.lastSeconds),
    {
      name: 'manay_publish_runs_total',
      help: 'Runs of the publisher by outcome',
      type: 'counter',
      samples: Object.entries(facts.counts).map(([outcome, value]) => ({ labels: { outcome }, value })),
    },
  ];
}
