import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nginxFiles } from '#server/kit/nginx-files.ts';
import { syncContent } from '#storyblok/sync.ts';
import { runAstroBuild } from './astro-build.ts';
import { codeKey } from './code-key.ts';
import { inspectBuild } from './gate.ts';
import type { PublishResult, PublishRun, PublishStep } from './publisher.ts';
import { makeRelease, type ReleaseInfo, readCurrent } from './release.ts';

/** The lending role's figures that the pages are computed with, as the mirror keeps them. */
export const PRODUCT_SETTINGS_FILE = 'product-settings-1.json';

export interface PublishEnvironment {
  readonly repoDir: string;
  readonly dataDir: string;
  /** What the build reads of the environment: SITE_URL (canonical addresses, sitemap), PUBLIC_…. Pages show it. */
  readonly buildVariables: Readonly<Record<string, string>>;
  /** Partners' origins and landing hosts, for the files nginx reads. */
  readonly framers: readonly string[];
  readonly landingHosts: readonly string[];
  /** Content Delivery API, up to and with `/v2`. */
  readonly contentApiUrl: string;
  readonly contentToken: string;
  readonly lendingUrl: string;
  /** Sentences about stories that break their schema; empty when all is well. */
  readonly checkContent: () => Promise<readonly string[]>;
  /** Whether the content asks for the maintenance page. */
  readonly isMaintenance: () => boolean;
  readonly log: (sentence: string) => void;
}

/** One run: sync → check → build → gate → release. Anything wrong ends it before visitors see it. */
export function createPublishRun(env: PublishEnvironment): (run: PublishRun) => Promise<PublishResult> {
  const releasesDir = join(env.dataDir, 'releases');
  return async (run) => {
    const startedMs = Date.now();
    const steps = stepper(run);
    try {
      const synced = await steps(
        'sync',
        () => sync(env, run.signal),
        (done) => `${done.changedStories.length} changed, ${done.requests} requests`,
      );
      const figures = await readFigures(join(env.dataDir, 'mirror'));
      const { framers, landingHosts } = env;
      const hosts = { framers: framers.join(), landingHosts: landingHosts.join() };
      const key = await codeKey(env.repoDir, { ...env.buildVariables, ...hosts });
      const live = await readCurrent(releasesDir);
      const target = { contentVersion: synced.contentVersion, codeKey: key, ...figures };
      if (live && !run.force && isSame(live, target)) return { kind: 'unchanged', release: live };

      await steps(
        'check',
        () => stopOn(env.checkContent()),
        () => 'every block keeps its schema',
      );
      await steps(
        'build',
        () => build(env, run.signal),
        () => 'astro build',
      );
      const distDir = join(env.dataDir, 'dist');
      const report = await steps(
        'gate',
        () => gate(distDir),
        (done) => `${done.pages} pages`,
      );
      const seen = { pages: report.pages, policies: report.policies, maintenance: env.isMaintenance() };
      const info = { ...target, ...seen, builtAt: new Date().toISOString() };
      const serverFiles = nginxFiles({ ...seen, framers, landingHosts });
      const release = await steps(
        'release',
        () => makeRelease({ distDir, releasesDir, info, serverFiles }),
        (done) => done.release,
      );
      return { kind: 'published', release, changed: synced.changedStories, seconds: (Date.now() - startedMs) / 1000 };
    } catch (error) {
      if (error instanceof StepFailed) return { kind: 'failed', step: error.step, reason: error.message };
      throw error;
    }
  };
}

class StepFailed extends Error {
  override readonly name = 'StepFailed';
  readonly step: PublishStep;
  constructor(step: PublishStep, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.step = step;
  }
}

type Steps = <Done>(step: PublishStep, work: () => Promise<Done>, detail: (done: Done) => string) => Promise<Done>;

/** Times each step, reports it, and names it when it fails. */
function stepper(run: PublishRun): Steps {
  return async (step, work, detail) => {
    const fromMs = Date.now();
    try {
      const done = await work();
      run.onProgress({ step, seconds: (Date.now() - fromMs) / 1000, detail: detail(done) });
      return done;
    } catch (error) {
      throw new StepFailed(step, error);
    }
  };
}

async function sync(env: PublishEnvironment, signal: AbortSignal): Promise<Awaited<ReturnType<typeof syncContent>>> {
  const mirrorDir = join(env.dataDir, 'mirror');
  await mkdir(mirrorDir, { recursive: true });
  return syncContent({
    apiUrl: env.contentApiUrl,
    token: env.contentToken,
    mirrorDir,
    localesDir: join(env.dataDir, 'locales'),
    extras: [{ url: `${env.lendingUrl}/api/v1/public/offer/product-settings?sequence=1`, file: PRODUCT_SETTINGS_FILE }],
    log: env.log,
    signal,
  });
}

interface Figures {
  readonly parameterVersion: number | null;
  readonly businessDate: string | null;
}

/** Pages show computed numbers, so a new date or a new price makes new pages. */
async function readFigures(mirrorDir: string): Promise<Figures> {
  const text = await readFile(join(mirrorDir, PRODUCT_SETTINGS_FILE), 'utf8').catch(() => undefined);
  if (text === undefined) return { parameterVersion: null, businessDate: null };
  const { pricing } = JSON.parse(text).singlePayProduct as { pricing: Figures };
  return { parameterVersion: pricing.parameterVersion, businessDate: pricing.businessDate };
}

function isSame(live: ReleaseInfo, target: Partial<ReleaseInfo>): boolean {
  return Object.entries(target).every(([name, value]) => live[name as keyof ReleaseInfo] === value);
}

async function stopOn(problems: Promise<readonly string[]>): Promise<void> {
  const sentences = await problems;
  if (sentences.length > 0) throw new Error(sentences.join('\n'));
}

async function build(env: PublishEnvironment, signal: AbortSignal): Promise<void> {
  const built = await runAstroBuild({ ...env, variables: env.buildVariables, signal });
  if (built.kind === 'failed') throw new Error(built.reason);
}

async function gate(distDir: string): Promise<Awaited<ReturnType<typeof inspectBuild>>> {
  const report = await inspectBuild(distDir);
  await stopOn(Promise.resolve(report.problems));
  return report;
}
