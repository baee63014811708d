import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { faultSentence, type StoryFault } from '#storyblok/story-fault.ts';
import { copyCode } from './code-copy.ts';
import type { BuildMessage } from './send-faults.ts';

const SEND_FAULTS = pathToFileURL(join(import.meta.dirname, 'send-faults.ts')).href;
const END_WITH_PARENT = pathToFileURL(join(import.meta.dirname, '../../kit/end-with-parent.ts')).href;

/**
 * Node's limit of its space for young objects, in MB. With Node's default a build of 40 stories takes 830 MB of memory,
 * with this one 660, and no more time.
 */
const YOUNG_SPACE = '--max-semi-space-size=8';
/** Timeout of a build. */
const LONGEST_BUILD_MS = 10 * 60_000;
/** Characters of the build's output that are kept for error messages: of errors the beginning, of the rest the end. */
const KEPT_OUTPUT_CHARS = 20_000;
const REASON_LINES = 12;

export type AstroBuild =
  | { readonly kind: 'built' }
  /** With the mistake of a story, where that is why. */
  | { readonly kind: 'failed'; readonly reason: string; readonly storyFault?: StoryFault };

export interface AstroOrder {
  readonly repoDir: string;
  /** The folder that the code is copied to and built in; the ids of islands depend on it. */
  readonly codeDir: string;
  readonly dataDir: string;
  /** Renders every page, also those whose `cacheKey` is that of the last build. */
  readonly isWhole: boolean;
  readonly variables: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** The time after which the build is stopped; ten minutes by default. */
  readonly longestMs?: number;
  /** Of another site than the public one; its folder is copied too. */
  readonly config?: { readonly folder: string; readonly file: string };
}

/**
 * `astro build`, in a process of its own, so that its caches, leaks and crashes do not affect the server. It ends with
 * this one, however this one ends: the next publisher must not find it writing into the same folders.
 */
export async function runAstro(order: AstroOrder): Promise<AstroBuild> {
  const { repoDir, codeDir, dataDir, config, longestMs = LONGEST_BUILD_MS } = order;
  await copyCode(repoDir, codeDir, config ? [config.folder] : []);
  const options = [...(order.isWhole ? ['--force'] : []), ...(config ? ['--config', config.file] : [])];
  const astro = join(repoDir, 'node_modules/astro/bin/astro.mjs');
  const preloaded = [END_WITH_PARENT, SEND_FAULTS].flatMap((file) => ['--import', file]);
  const limit = AbortSignal.timeout(longestMs);
  const child = spawn(process.execPath, [YOUNG_SPACE, ...preloaded, astro, 'build', ...options], {
    cwd: codeDir,
    env: buildEnvironment({ DATA_DIR: dataDir, ...order.variables }),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    signal: AbortSignal.any([order.signal, limit]),
    killSignal: 'SIGKILL',
  });
  const outcome = await outcomeOf(child);
  if (outcome.kind === 'built' || !limit.aborted || order.signal.aborted) return outcome;
  const minutes = longestMs / 60_000;
  return { kind: 'failed', reason: `the build was stopped: it had not ended within its limit of ${minutes} minutes` };
}

/** All that a build knows of the environment: no secret of the publisher can end up in a page. */
export function buildEnvironment(variables: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { PATH, TMPDIR, HOME, NODE_COMPILE_CACHE } = process.env;
  const own = { NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1', NO_COLOR: '1' };
  return { PATH, TMPDIR, HOME, NODE_COMPILE_CACHE, ...own, ...variables };
}

function outcomeOf(child: ChildProcess): Promise<AstroBuild> {
  let output = '';
  let errors = '';
  let storyFault: StoryFault | undefined;
  child.stdout?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-KEPT_OUTPUT_CHARS);
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(0, KEPT_OUTPUT_CHARS);
  });
  child.on('message', (message: BuildMessage) => {
    storyFault = message.storyFault;
  });
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ kind: 'failed', reason: `the build could not run: ${error.message}` }));
    child.on('close', (code) => {
      if (code === 0) return resolve({ kind: 'built' });
      const reason = storyFault ? faultSentence(storyFault) : reasonFrom({ output, errors });
      resolve({ kind: 'failed', reason, ...(storyFault && { storyFault }) });
    });
  });
}

/** The reason of a failed build: its first error with what follows it, else the end of what it wrote. */
export function reasonFrom({ output, errors }: { readonly output: string; readonly errors: string }): string {
  // Warnings of Node itself come first, and are not the reason.
  const lines = errors.split('\n').filter((line) => !/^\(node:\d+\)|^\(Use `node --trace/.test(line));
  const reason = lines.join('\n').trim().split('\n').slice(0, REASON_LINES).join('\n');
  return reason || output.trim().split('\n').slice(-REASON_LINES).join('\n').trim();
}
