/**
 * `npm run publish` and `npm run release -- list | publish [--force]`: what an editor's engineer types. A client of the
 * running process; when nothing runs, it starts one, publishes and stops it.
 */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import type { PublishLine } from '#server/publishing/publisher/operator.ts';
import { type RunFile, readRunFile } from './run-file.ts';
import { failureText, progressLine, resultLine } from './start-output.ts';

const repoDir = resolve(import.meta.dirname, '../..');
const dataDir = resolve(process.env['DATA_DIR'] ?? join(repoDir, '.data'));

async function main(words: readonly string[]): Promise<number> {
  const [command = 'list', ...flags] = words;
  const run = readRunFile(dataDir);
  if (command === 'publish') {
    const force = flags.includes('--force');
    return run ? publish(run, force) : publishAlone(force);
  }
  if (command === 'list' && run) return list(run);
  if (command === 'list') return fail('Nothing is running: start it with npm start.');
  return fail(`Unknown command "${command}". Commands: list, publish [--force].`);
}

function fail(sentence: string): number {
  console.error(sentence);
  return 1;
}

function call(run: RunFile, path: string, method: 'GET' | 'POST'): Promise<Response> {
  const headers = { authorization: `Bearer ${run.operatorToken}` };
  return fetch(`${run.url}${path}`, { method, headers });
}

async function publish(run: RunFile, force: boolean): Promise<number> {
  const response = await call(run, `/operator/publish${force ? '?force=1' : ''}`, 'POST');
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

/** Prints a line; true when it says that the content is live. */
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
  return true;
}

async function list(run: RunFile): Promise<number> {
  const { releases, current } = (await (await call(run, '/operator/releases', 'GET')).json()) as {
    releases: string[];
    current: string | null;
  };
  for (const release of releases) console.log(`${release === current ? '*' : ' '} ${release}`);
  return 0;
}

function publishAlone(force: boolean): number {
  const words = [join(import.meta.dirname, 'start.ts'), '--build-only', ...(force ? ['--force'] : [])];
  return spawnSync(process.execPath, words, { stdio: 'inherit' }).status ?? 1;
}

process.exitCode = await main(process.argv.slice(2));
