/**
 * `npm run publish [-- --force] [--fewer-pages]` and `npm run release -- <command>`: operators' commands for the site. A
 * client of the running process; without one it does the same itself.
 *
 *   list                 the releases of the site; the live one is marked
 *   publish              what is published goes live: --force builds everything anew, --fewer-pages lets more than a
 *                        tenth of the pages go
 *   rollback [release]   goes back to the release before, or to that one, and pauses publishing
 *   resume               goes on publishing
 *   verify               builds everything aside and compares it with the site that is live
 */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { keepFilesPrivate } from '#server/kit/data-dir.ts';
import { fetchFrom } from '#server/kit/outgoing.ts';
import { compareWithWholeBuild } from '#server/publishing/publisher/compare-whole.ts';
import { listReleases, type PublishLine, type ReleaseList } from '#server/publishing/publisher/operator.ts';
import { type Rollback, resumePublishing, rollBack } from '#server/publishing/publisher/release-control.ts';
import { buildLockOf, buildVariablesOf } from './open-publishing.ts';
import { type RunFile, readRunFile } from './run-file.ts';
import { readDataDir, readStartConfig } from './start-config.ts';
import { failureText, progressLine, resultLine } from './start-output.ts';

const repoDir = resolve(import.meta.dirname, '../..');
const dataDir = readDataDir(process.env, repoDir);
const releasesDir = join(dataDir, 'releases');

const COMMANDS = 'list, publish [--force] [--fewer-pages], rollback [release], resume, verify';
/** Timeout of a whole build on a slow machine. */
const LONGEST_COMPARISON_MS = 30 * 60_000;

async function main(words: readonly string[]): Promise<number> {
  const [command = 'list', ...rest] = words;
  const run = readRunFile(dataDir);
  if (command === 'list') return list(run);
  if (command === 'publish') return run ? publish(run, rest) : publishAlone(rest);
  if (command === 'rollback') return rollback(run, rest[0]);
  if (command === 'resume') return resume(run);
  if (command === 'verify') return verify();
  return fail(`Unknown command "${command}". Commands: ${COMMANDS}.`);
}

function fail(sentence: string): number {
  console.error(sentence);
  return 1;
}

function call(run: RunFile, path: string, method: 'GET' | 'POST'): Promise<Response> {
  const headers = { authorization: `Bearer ${run.operatorToken}` };
  return fetchFrom([run.url])(`${run.url}${path}`, { method, headers });
}

async function publish(run: RunFile, flags: readonly string[]): Promise<number> {
  const query = new URLSearchParams();
  if (flags.includes('--force')) query.set('force', '1');
  if (flags.includes('--fewer-pages')) query.set('fewer-pages', '1');
  const response = await call(run, `/operator/publish?${query}`, 'POST');
  if (!response.ok || !response.body) return fail(`The running process answered ${response.status}.`);
  let ok = false;
  for await (const line of linesOf(response.body)) ok = report(line) || ok;
  return ok ? 0 : 1;
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

/** Prints a line; true when it reports that everything published is live. */
function report(line: PublishLine): boolean {
  if (line.line === 'snapshot') {
    console.log(
      line.changed.length > 0 ? `Changed: ${line.changed.join(', ')}` : 'No draft differs from what is published.',
    );
    return false;
  }
  if (line.line === 'progress') {
    console.log(progressLine(line));
    return false;
  }
  if (line.kind === 'failed') {
    console.error(failureText(line));
    return false;
  }
  console.log(resultLine(line));
  return line.kind === 'unchanged' || (line.kind === 'published' && line.heldBack.length === 0);
}

async function list(run: RunFile | undefined): Promise<number> {
  const { releases, current, pause } = run
    ? ((await (await call(run, '/operator/releases', 'GET')).json()) as ReleaseList)
    : await listReleases(releasesDir);
  if (releases.length === 0) return fail('There is no release yet: make one with npm start.');
  for (const release of releases) console.log(`${release === current ? '*' : ' '} ${release}`);
  if (pause) console.log(`Publishing is paused since ${pause.at}. Go on with: npm run release -- resume`);
  return 0;
}

async function rollback(run: RunFile | undefined, to: string | undefined): Promise<number> {
  const query = to === undefined ? '' : `?to=${encodeURIComponent(to)}`;
  const outcome = run
    ? ((await (await call(run, `/operator/rollback${query}`, 'POST')).json()) as Rollback)
    : await rollBack(releasesDir, new Date(), to);
  if (outcome.kind === 'refused') return fail(outcome.reason);
  console.log(`Live: ${outcome.release} (before: ${outcome.from}). Publishing is paused.`);
  console.log('When what was wrong is mended: npm run release -- resume');
  return 0;
}

async function resume(run: RunFile | undefined): Promise<number> {
  const resumed = run
    ? ((await (await call(run, '/operator/resume', 'POST')).json()) as { resumed: boolean }).resumed
    : await resumePublishing(releasesDir);
  console.log(
    resumed ? 'Publishing goes on: what is published now will be live in seconds.' : 'Publishing was not paused.',
  );
  return 0;
}

/** Nightly check: compares the incrementally built site with a whole build. */
async function verify(): Promise<number> {
  const config = readStartConfig(process.env, repoDir);
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
function publishAlone(flags: readonly string[]): number {
  const words = [join(import.meta.dirname, 'start.ts'), '--build-only', ...flags];
  return spawnSync(process.execPath, words, { stdio: 'inherit' }).status ?? 1;
}

keepFilesPrivate();
process.exitCode = await main(process.argv.slice(2));
