import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { storageFailure } from '#server/kit/errors.ts';
import { MAINTENANCE_FILE } from '#server/kit/maintenance.ts';
import { MOVED_PAGES_FILE } from '#server/kit/moved-pages.ts';
import { fetchFrom } from '#server/kit/outgoing.ts';
import { removeAbandoned } from '#server/kit/write-file.ts';
import { PRODUCT_SETTINGS_FILE } from '#storyblok/mirror.ts';
import { dropReleaseIndexes, settleLiveIndex, stageLiveIndex } from '../sync/site-index.ts';
import { syncContent } from '../sync/sync.ts';
import { runAstro } from './astro-build.ts';
import type { Held } from './build-lock.ts';
import { type BuiltSite, buildGoodSite } from './build-site.ts';
import { checkContent, type Faulty } from './check-content.ts';
import { codeKey } from './code-key.ts';
import { HELD_BACK_FILE } from './held-back.ts';
import type { PublishEnvironment, Steps } from './publish-environment.ts';
import type { PublishProgress, PublishResult, PublishRun, PublishStep } from './publisher.ts';
import {
  currentRelease,
  lastCompleteRelease,
  type MadeRelease,
  makeRelease,
  type ReleaseInfo,
  readCurrent,
  releaseNames,
  sameFiles,
} from './release.ts';
import { goLive, PausedMeanwhile, pruneReleases, readPause } from './release-control.ts';
import { compressFurther } from './release-tree.ts';

/** Further compression of a release keeps the next publish waiting: thousands of pages would take minutes. */
const COMPRESSING_MS = 20_000;

/** What a release depends on: if it equals the live release's, there is nothing to build. */
type Target = Pick<ReleaseInfo, 'contentVersion' | 'codeKey' | 'parameterVersion' | 'businessDate'>;

/** One run: sync → check → build → gate → release. A failure ends it before visitors see anything. */
export function createPublishRun(
  env: PublishEnvironment,
  astro = runAstro,
): (run: PublishRun) => Promise<PublishResult> {
  const releasesDir = join(env.dataDir, 'releases');
  const publish = createPublish(env, { releasesDir, astro });
  let isTidy = false;
  return async (run) => {
    const lock = await env.takeBuildLock();
    // The publisher with the lock builds for all; its release is found on the next poll.
    if (!lock) return { kind: 'elsewhere', release: await readCurrent(releasesDir) };
    try {
      if (!isTidy) await removeLeftOvers(env.dataDir);
      isTidy = true;
      // If the lock is lost another publisher may write into the same folders: this run must end.
      const result = await publish({ ...run, signal: AbortSignal.any([run.signal, lock.lost]) }, lock);
      if (result.kind === 'published') await tidy(env, releasesDir);
      return result;
    } catch (error) {
      return resultOf(error, releasesDir);
    } finally {
      await lock.release();
    }
  };
}

/** Needed once per process: leftovers come from killed ones. */
async function removeLeftOvers(dataDir: string): Promise<void> {
  const folders = [
    '.',
    'mirror',
    'mirror/stories',
    'mirror/texts',
    'mirror/releases',
    'locales/es',
    'locales/en',
    'releases',
  ];
  await Promise.all(folders.map((folder) => removeAbandoned(join(dataDir, folder))));
}

/** The new release is already live, so a failed clean-up does not fail the run. */
async function tidy(env: PublishEnvironment, releasesDir: string): Promise<void> {
  const pruned = pruneReleases(releasesDir).then(async () =>
    dropReleaseIndexes(join(env.dataDir, 'mirror'), await releaseNames(releasesDir)),
  );
  await pruned.catch((error: unknown) => env.log(`old releases could not be removed: ${error}`));
}

function createPublish(
  env: PublishEnvironment,
  { releasesDir, astro }: { readonly releasesDir: string; readonly astro: typeof runAstro },
): (run: PublishRun, lock: Held) => Promise<PublishResult> {
  // Held-back stories are reported once, and not rebuilt every minute until something changes.
  let settled: { readonly release: string; readonly target: Target; readonly result: PublishResult } | undefined;
  return async (run, lock) => {
    const startedMs = performance.now();
    const done: PublishProgress[] = [];
    const steps = stepper((progress) => {
      done.push(progress);
      run.onProgress(progress);
    });
    await settleLiveIndex(join(env.dataDir, 'mirror'), await currentRelease(releasesDir));
    const shown = await readCurrent(releasesDir);
    // A damaged release is rebuilt, under the rules of a site that has been live.
    const live = shown ?? (await lastCompleteRelease(releasesDir));
    if (live && (await readPause(releasesDir))) return { kind: 'paused', release: live };

    return publishFound({ run, lock, steps, shown, live, took: () => took(startedMs, done) });
  };

  async function publishFound({ run, lock, steps, shown, live, took }: Found): Promise<PublishResult> {
    const synced = await steps(
      'sync',
      async () => {
        // The code is hashed while the content service responds.
        const [content, code] = await Promise.all([sync(env, run.signal), keyOfCode(env)]);
        return { ...content, code };
      },
      ({ changedStories, requests }) => `${named(changedStories)}, ${requests} requests`,
    );
    const { contentVersion } = synced;
    run.onVersion(contentVersion);
    const figures = await readFigures(join(env.dataDir, 'mirror'));
    const target: Target = { contentVersion, codeKey: synced.code, ...figures };
    if (shown && !run.force && isSame(shown, target)) return { kind: 'unchanged', release: shown };
    // After a rollback visitors lack more than what was held back.
    const earlier = settled?.release === shown?.release ? settled : undefined;
    if (earlier && !run.force && isSame(earlier.target, target)) return earlier.result;

    const faulty = await steps('check', () => checkContent(env, { live, codeKey: target.codeKey }), told);
    const built = await buildGoodSite(env, {
      run,
      steps,
      astro,
      ...faulty,
      codeKey: target.codeKey,
      live,
    });
    const { heldBack, movedPages } = built;
    if (shown && heldBack.length > 0 && (await sameFiles(releasesDir, shown, built.manifest.files))) {
      const reason = heldBack.flatMap(({ sentences }) => sentences).join('\n');
      const result: PublishResult = { kind: 'failed', step: 'check', reason, heldBack };
      settled = { release: shown.release, target, result };
      return result;
    }
    const { info: release, light } = await steps(
      'release',
      () => putLive(env, { target, built, lock }),
      ({ info }) => info.release,
    );
    const facts = took();
    const enough = AbortSignal.any([run.signal, AbortSignal.timeout(COMPRESSING_MS)]);
    await compressFurther(join(releasesDir, release.release), light, enough).catch((error: unknown) =>
      env.log(`pages could not be compressed further: ${error}`),
    );
    const changed = synced.changedStories;
    return { kind: 'published', release, changed, heldBack, movedPages, ...facts };
  }
}

/** The state at the start of a run. */
interface Found {
  readonly run: PublishRun;
  readonly lock: Held;
  readonly steps: Steps;
  /** The live release. */
  readonly shown: ReleaseInfo | undefined;
  /** The last readable release. */
  readonly live: ReleaseInfo | undefined;
  readonly took: () => Took;
}

type Took = Pick<Extract<PublishResult, { kind: 'published' }>, 'seconds' | 'steps'>;

function took(startedMs: number, steps: PublishProgress[]): Took {
  return { seconds: (performance.now() - startedMs) / 1000, steps };
}

function told({ broken }: Faulty): string {
  return broken.length === 0 ? 'every block keeps its schema' : `${broken.length} stories break their schema`;
}

class StepFailed extends Error {
  override readonly name = 'StepFailed';
  readonly step: PublishStep;
  constructor(step: PublishStep, cause: unknown) {
    super(storageFailure(cause) ?? (cause instanceof Error ? cause.message : String(cause)), { cause });
    this.step = step;
  }
}

async function resultOf(error: unknown, releasesDir: string): Promise<PublishResult> {
  if (!(error instanceof StepFailed)) throw error;
  // Nothing has failed then: it goes live when an operator resumes.
  const shown = error.cause instanceof PausedMeanwhile ? await readCurrent(releasesDir) : undefined;
  return shown ? { kind: 'paused', release: shown } : { kind: 'failed', step: error.step, reason: error.message };
}

/** Measures each step, reports it, and names it if it fails. */
function stepper(report: (progress: PublishProgress) => void): Steps {
  return async (step, work, detail) => {
    const fromMs = performance.now();
    try {
      const done = await work();
      report({ step, seconds: (performance.now() - fromMs) / 1000, detail: detail(done) });
      return done;
    } catch (error) {
      throw new StepFailed(step, error);
    }
  };
}

/** `2 changed (home, preguntas)`; for many stories only the number. */
function named(stories: readonly string[]): string {
  const names = stories.length > 0 && stories.length <= 3 ? ` (${stories.join(', ')})` : '';
  return `${stories.length} changed${names}`;
}

async function sync(env: PublishEnvironment, signal: AbortSignal): Promise<Awaited<ReturnType<typeof syncContent>>> {
  const mirrorDir = join(env.dataDir, 'mirror');
  await mkdir(mirrorDir, { recursive: true });
  return syncContent({
    apiUrl: env.contentApiUrl,
    token: env.contentToken,
    mirrorDir,
    localesDir: join(env.dataDir, 'locales'),
    fetch: fetchFrom([env.contentApiUrl], { followsRedirects: true }),
    fetchFigures: fetchFrom([env.lendingUrl]),
    figuresUrl: `${env.lendingUrl}/api/v1/public/offer/product-settings?sequence=1`,
    log: env.log,
    signal,
  });
}

function keyOfCode(env: PublishEnvironment): Promise<string> {
  return codeKey(env.repoDir, env.buildVariables);
}

/** Pages show computed numbers, so a new date or price changes them. */
async function readFigures(mirrorDir: string): Promise<Pick<ReleaseInfo, 'parameterVersion' | 'businessDate'>> {
  const text = await readFile(join(mirrorDir, PRODUCT_SETTINGS_FILE), 'utf8').catch(() => undefined);
  if (text === undefined) return { parameterVersion: null, businessDate: null };
  const figures = JSON.parse(text);
  const { parameterVersion, businessDate } = figures.closed ?? figures.singlePayProduct.pricing;
  return { parameterVersion, businessDate };
}

function isSame(one: Target, other: Target): boolean {
  return (['contentVersion', 'codeKey', 'parameterVersion', 'businessDate'] as const).every(
    (name) => one[name] === other[name],
  );
}

async function putLive(
  env: PublishEnvironment,
  { target, built, lock }: { readonly target: Target; readonly built: BuiltSite; readonly lock: Held },
): Promise<MadeRelease> {
  const maintenance = env.isMaintenance();
  const info = { ...target, pages: built.report.pages, maintenance, builtAt: new Date().toISOString() };
  const serverFiles = {
    // For the lending role, which closes with the pages.
    [MAINTENANCE_FILE]: `${JSON.stringify({ maintenance })}\n`,
    [HELD_BACK_FILE]: `${JSON.stringify(built.heldBack)}\n`,
    [MOVED_PAGES_FILE]: `${JSON.stringify(built.movedPages)}\n`,
  };
  const { files } = built.manifest;
  const [distDir, releasesDir] = [join(env.dataDir, 'dist'), join(env.dataDir, 'releases')];
  const made = await makeRelease({ distDir, releasesDir, info, files, serverFiles });
  const { release } = made.info;
  // After a broken connection another publisher may have taken the lock and written into the same folders.
  if (!(await lock.isHeld())) throw new Error('the build lock was lost; what was built is not released');
  const mirrorDir = join(env.dataDir, 'mirror');
  await stageLiveIndex(mirrorDir, built.site, release);
  await goLive(releasesDir, release);
  await settleLiveIndex(mirrorDir, release);
  return made;
}
