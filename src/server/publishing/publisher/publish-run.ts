import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { listTransferAccounts } from '#api/endpoints/payments/list-transfer-accounts.ts';
import { LOCALES } from '#i18n/locale.ts';
import { storageFailure } from '#server/kit/errors.ts';
import { fetchFrom } from '#server/kit/outgoing.ts';
import { removeAbandoned } from '#server/kit/write-file.ts';
import { INDEX_FILE, tryReadIndex } from '#storyblok/mirror.ts';
import { faultSentence } from '#storyblok/story-fault.ts';
import { dropReleaseIndexes, restateLiveIndex, settleLiveIndex } from '../sync/site-index.ts';
import { distrustMirror, type PublishedIndex, syncContent } from '../sync/sync.ts';
import { runAstro } from './astro-build.ts';
import { SiteFaults } from './blame.ts';
import type { Held } from './build-lock.ts';
import { buildGoodSite } from './build-site.ts';
import { checkContent, type Faulty } from './check-content.ts';
import { codeKey } from './code-key.ts';
import { FileDigests } from './file-digests.ts';
import { type LiveLook, lookAtLive } from './look-at-live.ts';
import { damagedFiles, fetchKnownOf, isSettled, removeDamagedIndexes } from './look-at-mirror.ts';
import type { PublishEnvironment, Steps } from './publish-environment.ts';
import type { PublishProgress, PublishResult, PublishRun, PublishStep } from './publisher.ts';
import { type MadeSite, putLive, showsAlready, stateOf } from './put-live.ts';
import {
  currentRelease,
  lastCompleteRelease,
  type ReleaseInfo,
  readCurrent,
  releaseNames,
  restateRelease,
} from './release.ts';
import { PausedMeanwhile, pruneReleases, readPause } from './release-control.ts';
import { compressFurther } from './release-tree.ts';
import { dropFormerBuild } from './run-build.ts';
import { isSame, readContent, type Target } from './target.ts';

/** Further compression of a release keeps the next publish waiting: thousands of pages would take minutes. */
const COMPRESSING_MS = 20_000;

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
      // Whatever the run came to: after a release it is live, and a failed one may have filled the disk.
      if (!lock.lost.aborted) await tidied(env, dropFormerBuild(env.dataDir));
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
    ...LOCALES.map((locale) => `locales/${locale}`),
    'releases',
  ];
  await Promise.all(folders.map((folder) => removeAbandoned(join(dataDir, folder))));
}

/** The new release is already live, so a failed clean-up does not fail the run. */
async function tidy(env: PublishEnvironment, releasesDir: string): Promise<void> {
  const pruned = pruneReleases(releasesDir).then(async () =>
    dropReleaseIndexes(join(env.dataDir, 'mirror'), await releaseNames(releasesDir)),
  );
  await tidied(env, pruned);
}

async function tidied(env: PublishEnvironment, removal: Promise<void>): Promise<void> {
  await removal.catch((error: unknown) => env.log(`what is old could not be removed: ${error}`));
}

function createPublish(
  env: PublishEnvironment,
  { releasesDir, astro }: { readonly releasesDir: string; readonly astro: typeof runAstro },
): (run: PublishRun, lock: Held) => Promise<PublishResult> {
  const mirrorDir = join(env.dataDir, 'mirror');
  const of: Publishing = { env, releasesDir, mirrorDir, astro, settled: undefined };
  const digests = new FileDigests();
  const say = sayOnce(env.log);
  const lookAround = async (signal?: AbortSignal): Promise<Pick<Found, 'look' | 'damaged'>> => {
    const look = await lookAtLive({ releasesDir, distDir: join(env.dataDir, 'dist'), signal }, digests);
    const damaged = await damagedFiles(mirrorDir, digests);
    digests.endLook();
    return { look, damaged };
  };
  /** Begins once the release is told of: after a change of every page it reads them all, which takes a while. */
  const lookAtNew = async ({ release: current }: ReleaseInfo, signal: AbortSignal): Promise<void> => {
    const { look, damaged } = await lookAround(signal);
    say(sentencesOf(look, { damaged, current, isPaused: false }));
  };
  return async (run, lock) => {
    const startedMs = performance.now();
    const done: PublishProgress[] = [];
    const steps = stepper((progress) => {
      done.push(progress);
      run.onProgress(progress);
    });
    const current = await currentRelease(releasesDir);
    const removed = await removeDamagedIndexes(mirrorDir, current);
    await settleLiveIndex(mirrorDir, current);
    const { look, damaged } = await lookAround();
    const pause = await readPause(releasesDir);
    say([
      ...removed,
      ...sentencesOf(look, { damaged, current, isPaused: pause !== undefined }),
      ...(pause?.problem ? [`${pause.problem}. ${RESUME}`] : []),
    ]);
    const info = await readCurrent(releasesDir);
    // A damaged release is rebuilt, under the rules of a site that has been live.
    const shown = look.damaged.length > 0 ? undefined : info;
    const live = info ?? (await lastCompleteRelease(releasesDir));
    if (live && pause) return { kind: 'paused', release: live, ...(pause.problem && { problem: pause.problem }) };

    const order = look.damaged.length > 0 ? { ...run, force: true } : run;
    const found = { run: order, lock, steps, shown, live, look, damaged, took: () => took(startedMs, done) };
    const result = await publishFound(of, found).catch(async (error: unknown) => {
      // What was fetched may be half an answer.
      if (error instanceof StepFailed && CHECKS.has(error.step)) await distrustMirror(mirrorDir);
      throw error;
    });
    if (result.kind === 'published') {
      run.onPublished(result);
      await lookAtNew(result.release, run.signal).catch((error: unknown) => {
        if (!run.signal.aborted) env.log(`the new release was not looked at: ${error}`);
      });
    }
    return result;
  };
}

async function publishFound(of: Publishing, found: Found): Promise<PublishResult> {
  const { env, releasesDir, mirrorDir, astro } = of;
  const { run, steps, shown, live, look } = found;
  const synced = await steps(
    'sync',
    async () => {
      // The code is hashed while the content service responds.
      const [content, code] = await Promise.all([sync(env, found), keyOfCode(env)]);
      return { ...content, code };
    },
    ({ changedStories, requests }) => `${named(changedStories)}, ${requests} requests`,
  );
  const { contentVersion, code: codeKey } = synced;
  run.onVersion(contentVersion);
  const index = tryReadIndex(join(mirrorDir, INDEX_FILE)) as PublishedIndex;
  const target: Target = { contentVersion, codeKey, ...(await readContent(mirrorDir, index)) };
  if (shown && !run.force && isSame(shown, target) && look.unreadable.length === 0) {
    return { kind: 'unchanged', release: await atVersion(releasesDir, shown, isSettled(index) ? target : shown) };
  }
  // After a rollback visitors lack more than what was held back.
  const earlier = of.settled?.release === shown?.release ? of.settled : undefined;
  if (earlier && !run.force && isSame(earlier.target, target)) return earlier.result;

  const faulty = await steps('check', () => checkContent(env, { live, ...target }), told);
  const built = await buildGoodSite(env, { run, steps, astro, ...faulty, codeKey, live });
  const made = { ...stateOf(env, target, built), built };
  if (shown && (await showsAlready(releasesDir, shown, made)))
    return nothingNew(of, { ...found, shown }, { target, made });
  const { info: release, light } = await steps(
    'release',
    () => putLive(env, { made, lock: found.lock, damaged: look.damaged }),
    ({ info }) => info.release,
  );
  const facts = found.took();
  const enough = AbortSignal.any([run.signal, AbortSignal.timeout(COMPRESSING_MS)]);
  await compressFurther(join(releasesDir, release.release), light, enough).catch((error: unknown) =>
    env.log(`pages could not be compressed further: ${error}`),
  );
  const { heldBack, movedPages } = built;
  return { kind: 'published', release, changed: synced.changedStories, heldBack, movedPages, ...facts };
}

/** Once a version is settled, the release that has its content says that it shows it. */
async function atVersion(releasesDir: string, shown: ReleaseInfo, target: Target): Promise<ReleaseInfo> {
  if (shown.contentVersion === target.contentVersion) return shown;
  const release = { ...shown, ...target };
  await restateRelease(releasesDir, release);
  return release;
}

/** Every file that was built is live already: a release that equals it would only push out one to roll back to. */
async function nothingNew(
  of: Publishing,
  { shown, steps }: { readonly shown: ReleaseInfo; readonly steps: Steps },
  { target, made }: { readonly target: Target; readonly made: MadeSite },
): Promise<PublishResult> {
  const { releasesDir, mirrorDir } = of;
  const { heldBack, site } = made.built;
  if (heldBack.length > 0) {
    const reason = heldBack.flatMap(({ faults }) => faults.map((fault) => faultSentence(fault))).join('\n');
    const result: PublishResult = { kind: 'failed', step: 'check', reason, heldBack };
    of.settled = { release: shown.release, target, result };
    await distrustMirror(mirrorDir);
    return result;
  }
  // A target without accounts would not take the place of those of before, and differ from them with every poll.
  const { accountsKey: _, ...rest } = shown;
  const release = { ...rest, ...target };
  const restate = async (): Promise<void> => {
    await restateRelease(releasesDir, release, made.serverFiles);
    await restateLiveIndex(mirrorDir, site, release.release);
  };
  await steps('release', restate, () => `${release.release} shows it already`);
  return { kind: 'unchanged', release };
}

/** The folders of a site, and what this process knows of it. */
interface Publishing {
  readonly env: PublishEnvironment;
  readonly releasesDir: string;
  readonly mirrorDir: string;
  readonly astro: typeof runAstro;
  /** Held-back stories are reported once, and not rebuilt every minute until something changes. */
  settled: { readonly release: string; readonly target: Target; readonly result: PublishResult } | undefined;
}

/** Steps that fail when content is not as it should be. */
const CHECKS: ReadonlySet<PublishStep> = new Set(['check', 'build', 'gate']);

/** Logs sentences that come again every minute only when they are others. */
function sayOnce(log: (sentence: string) => void): (sentences: readonly string[]) => void {
  let last = new Set<string>();
  return (sentences) => {
    for (const sentence of sentences) if (!last.has(sentence)) log(sentence);
    last = new Set(sentences);
  };
}

function sentencesOf(
  look: LiveLook,
  {
    damaged,
    current,
    isPaused,
  }: { readonly damaged: ReadonlySet<string>; readonly current: string | undefined; readonly isPaused: boolean },
): string[] {
  const of = (files: Iterable<string>): string => [...files].slice(0, NAMED_FILES).join(', ');
  const sentences = look.unreadable.map((sentence) => `${sentence}: the next publish writes it anew`);
  if (look.mended.length > 0) sentences.push(`damaged files of releases/${current} were put back: ${of(look.mended)}`);
  if (look.damaged.length > 0) {
    const next = isPaused ? 'publishing is paused: resume it, or go back to another release' : 'the site is built anew';
    sentences.push(`files of releases/${current} are damaged, and ${next}: ${of(look.damaged)}`);
  }
  if (damaged.size > 0) sentences.push(`files of the mirror are damaged, and are fetched again: ${of(damaged)}`);
  return sentences;
}

const RESUME = 'Go on with: npm run release -- resume';
/** Most files that a sentence names. */
const NAMED_FILES = 10;

/** The state at the start of a run. */
interface Found {
  readonly run: PublishRun;
  readonly lock: Held;
  readonly steps: Steps;
  /** The live release. */
  readonly shown: ReleaseInfo | undefined;
  /** The last readable release. */
  readonly live: ReleaseInfo | undefined;
  readonly look: LiveLook;
  /** Files of the mirror. */
  readonly damaged: ReadonlySet<string>;
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
  if (shown) return { kind: 'paused', release: shown };
  const faults = error.cause instanceof SiteFaults ? error.cause.faults : [];
  return { kind: 'failed', step: error.step, reason: error.message, faults };
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

async function sync(
  env: PublishEnvironment,
  { run, damaged }: Pick<Found, 'run' | 'damaged'>,
): Promise<Awaited<ReturnType<typeof syncContent>>> {
  const mirrorDir = join(env.dataDir, 'mirror');
  await mkdir(mirrorDir, { recursive: true });
  const known: PublishedIndex | undefined = tryReadIndex(join(mirrorDir, INDEX_FILE));
  const fetchKnown = fetchKnownOf(known, run, Date.now());
  const synced = await syncContent({
    apiUrl: env.contentApiUrl,
    token: env.contentToken,
    mirrorDir,
    localesDir: join(env.dataDir, 'locales'),
    fetch: fetchFrom([env.contentApiUrl], { followsRedirects: true }),
    fetchFigures: fetchFrom([env.lendingUrl]),
    figuresUrl: `${env.lendingUrl}/api/v1/public/offer/product-settings?sequence=1`,
    accountsUrl: `${env.lendingUrl}${listTransferAccounts.path}`,
    fetchKnown,
    damaged,
    allowEmpty: run.allowFewerPages,
    log: env.log,
    signal: run.signal,
  });
  const late = synced.contentVersion === known?.contentVersion ? synced.changedStories : [];
  if (late.length > 0) env.log(`The content of version ${synced.contentVersion} came late: ${named(late)}`);
  return synced;
}

function keyOfCode(env: PublishEnvironment): Promise<string> {
  return codeKey(env.repoDir, env.buildVariables);
}
