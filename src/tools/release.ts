/**
 * `npm run publish [-- --force] [--fewer-pages]` and `npm run release -- <command>`: operators' commands for the site. A
 * client of the running process; without one it does the same itself.
 *
 *   list                 the releases of the site; the live one is marked
 *   publish              what is published goes live: --force builds everything anew, --fewer-pages lets more than a
 *                        tenth of the pages go
 *   rollback [release]   goes back to the release before, or to that one, and pauses publishing; repeated without a
 *                        release it goes no further
 *   resume               goes on publishing
 *   verify               builds everything aside and compares it with the site that is live
 */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import type { Environment } from '#server/kit/config.ts';
import { keepFilesPrivate } from '#server/kit/data-dir.ts';
import { fetchFrom } from '#server/kit/outgoing.ts';
import { type RunFile, readRunFile } from '#server/kit/run-file.ts';
import { failureText, isAllLive, leftOutText, progressLine, resultLine } from '#server/publishing/announce.ts';
import { readDataDir, readStartConfig } from '#server/publishing/config.ts';
import { buildLockOf, buildVariablesOf } from '#server/publishing/open-publishing.ts';
import { listReleases, type PublishLine, type ReleaseList } from '#server/publishing/publisher/operator.ts';
import { releaseNames } from '#server/publishing/publisher/release.ts';
import { type Rollback, resumePublishing, rollBack } from '#server/publishing/publisher/release-control.ts';
import { compareWithWholeBuild } from '#server/publishing/publisher/verify-release.ts';

const repoDir = resolve(import.meta.dirname, '../..');

const NO_RELEASE = 'There is no release yet: make one with npm start.';
const COMMANDS = 'list, publish [--force] [--fewer-pages], rollback [release], resume, verify';
/** The status of a rollback to what is not there. */
const REFUSED = 409;
/** Timeout of a whole build on a slow machine. */
const LONGEST_COMPARISON_MS = 30 * 60_000;

/** The folder and the process that the command works on. */
interface Place {
  readonly releasesDir: string;
  /** The process that runs there. */
  readonly run: RunFile | undefined;
}

/** One command, which says on the console how it ended. @returns the exit code of its process */
export async function releaseCommand(words: readonly string[], env: Environment): Promise<number> {
  try {
    return await command(words, env);
  } catch (error) {
    if (!(error instanceof NotDone)) throw error;
    return fail(error.message);
  }
}

function command([name = 'list', ...rest]: readonly string[], env: Environment): number | Promise<number> {
  const dataDir = readDataDir(env, repoDir);
  const place: Place = { releasesDir: join(dataDir, 'releases'), run: readRunFile(dataDir, console.error) };
  if (name === 'list') return list(place);
  if (name === 'publish') return place.run ? publish(place.run, rest) : publishAlone(rest, env);
  if (name === 'rollback') return rollback(place, rest[0]);
  if (name === 'resume') return resume(place);
  if (name === 'verify') return verify(dataDir, env);
  return fail(`Unknown command "${name}". Commands: ${COMMANDS}.`);
}

function fail(sentence: string): number {
  console.error(sentence);
  return 1;
}

/** The running process did not do what was asked, or nobody knows whether it did: the command must fail. */
class NotDone extends Error {
  override readonly name = 'NotDone';
}

/** @param but a status that is an answer too @throws NotDone for every other one than 200 */
async function call(run: RunFile, path: string, method: 'GET' | 'POST', but?: number): Promise<Response> {
  const headers = { authorization: `Bearer ${run.operatorToken}` };
  const response = await fetchFrom([run.url])(`${run.url}${path}`, { method, headers }).catch((error: Error) => {
    const reason = error.cause instanceof Error ? error.cause.message : error.message;
    throw new NotDone(
      `The running process did not answer (${reason}). Look before you do it again: npm run release -- list`,
    );
  });
  if (response.ok || response.status === but) return response;
  throw new NotDone(`The running process answered ${response.status}.`);
}

async function publish(run: RunFile, flags: readonly string[]): Promise<number> {
  const query = new URLSearchParams();
  if (flags.includes('--force')) query.set('force', '1');
  if (flags.includes('--fewer-pages')) query.set('fewer-pages', '1');
  const { body } = await call(run, query.size > 0 ? `/operator/publish?${query}` : '/operator/publish', 'POST');
  let isLive: boolean | undefined;
  let isWhole = true;
  try {
    for await (const line of body ? linesOf(body) : []) {
      isLive = report(line);
      if (line.line === 'snapshot' && line.problems.length > 0) isWhole = false;
    }
  } catch {
    // Its last line has not come.
  }
  if (isLive === undefined) return fail('The running process broke off. What is live: npm run release -- list');
  return isLive && isWhole ? 0 : 1;
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<PublishLine> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as PublishLine;
  }
}

/** Prints a line. @returns whether everything published is live; undefined before the line that says so */
function report(line: PublishLine): boolean | undefined {
  if (line.line === 'snapshot') {
    console.log(
      line.changed.length > 0 ? `Changed: ${line.changed.join(', ')}` : 'No draft differs from what is published.',
    );
    for (const problem of line.problems) console.error(`! ${leftOutText(problem)}`);
    return undefined;
  }
  if (line.line === 'progress') {
    console.log(progressLine(line));
    return undefined;
  }
  if (line.kind === 'failed') console.error(failureText(line));
  else console.log(resultLine(line));
  return isAllLive(line);
}

async function list({ run, releasesDir }: Place): Promise<number> {
  const { releases, current, pause } = run
    ? ((await (await call(run, '/operator/releases', 'GET')).json()) as ReleaseList)
    : await listReleases(releasesDir);
  if (releases.length === 0) return fail(NO_RELEASE);
  for (const release of releases) console.log(`${release === current ? '*' : ' '} ${release}`);
  const paused = pause?.problem ?? (pause && `Publishing is paused since ${pause.at}`);
  if (paused) console.log(`${paused}. Go on with: npm run release -- resume`);
  return 0;
}

async function rollback({ run, releasesDir }: Place, to: string | undefined): Promise<number> {
  const query = to === undefined ? '' : `?to=${encodeURIComponent(to)}`;
  const outcome = run
    ? ((await (await call(run, `/operator/rollback${query}`, 'POST', REFUSED)).json()) as Rollback)
    : await rollBack(releasesDir, new Date(), to);
  if (outcome.kind === 'refused') return fail(outcome.reason);
  if (outcome.kind === 'already') console.log(alreadyText(outcome));
  else console.log(`Live: ${outcome.release} (before: ${outcome.from}). Publishing is paused.`);
  console.log('When what was wrong is mended: npm run release -- resume');
  return 0;
}

/** Explains a repeated rollback: the operator has lost the answer, or wants to go further back. */
function alreadyText({ release, from, at, older }: Rollback & { readonly kind: 'already' }): string {
  return [
    `Already rolled back on ${at}: live is ${release} (before: ${from}). Nothing has changed; publishing is paused.`,
    older ? `Further back: npm run release -- rollback ${older}` : 'There is no older release.',
  ].join('\n');
}

async function resume({ run, releasesDir }: Place): Promise<number> {
  // On the wrong machine it must not say that nothing is paused.
  if (!run && (await releaseNames(releasesDir)).length === 0) return fail(NO_RELEASE);
  const resumed = run
    ? ((await (await call(run, '/operator/resume', 'POST')).json()) as { resumed: boolean }).resumed
    : await resumePublishing(releasesDir);
  if (!resumed) return succeed('Publishing was not paused.');
  return succeed(
    run
      ? 'Publishing goes on: what is published now will be live in seconds.'
      : 'Publishing goes on with the next start, or with: npm run publish',
  );
}

/** Nightly check: compares the incrementally built site with a whole build. */
async function verify(dataDir: string, environment: Environment): Promise<number> {
  const config = readStartConfig(environment, repoDir);
  const takeBuildLock = buildLockOf(config, () => undefined);
  const env = { repoDir, dataDir, buildVariables: buildVariablesOf(config), takeBuildLock };
  const compared = await compareWithWholeBuild(env, AbortSignal.timeout(LONGEST_COMPARISON_MS));
  if (compared.kind === 'refused') return fail(compared.reason);
  const { files, different } = compared;
  if (different.length === 0) return succeed(`All ${files} files are those of a whole build.`);
  for (const file of different) console.error(`different: ${file}`);
  return fail(
    `${different.length} of ${files} files differ from a whole build. Mend it with: npm run publish -- --force`,
  );
}

function succeed(sentence: string): number {
  console.log(sentence);
  return 0;
}

/** In a process of its own, which ends with the publish. */
function publishAlone(flags: readonly string[], env: Environment): number {
  const words = [join(repoDir, 'src/server/start/main.ts'), '--publish-only', ...flags];
  return spawnSync(process.execPath, words, { stdio: 'inherit', env }).status ?? 1;
}

if (import.meta.main) {
  keepFilesPrivate();
  process.exitCode = await releaseCommand(process.argv.slice(2), process.env);
}
