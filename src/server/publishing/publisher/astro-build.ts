import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { copyCode } from './code-copy.ts';

const END_WITH_PARENT = pathToFileURL(join(import.meta.dirname, '../../kit/end-with-parent.ts')).href;

/** Node's space for young objects in MB: 40 stories build in 660 instead of 830 MB, no slower. */
const YOUNG_SPACE = '--max-semi-space-size=8';
/** Timeout of a build. */
const LONGEST_BUILD_MS = 10 * 60_000;
/** How much of the build's output is kept for error messages: of errors the beginning, of the rest the end. */
const KEPT_OUTPUT_CHARS = 20_000;
const REASON_LINES = 12;

export type AstroBuild = { readonly kind: 'built' } | { readonly kind: 'failed'; readonly reason: string };

export interface AstroOrder {
  readonly repoDir: string;
  /** Where the code is copied to and built; the ids of islands depend on it. */
  readonly codeDir: string;
  readonly dataDir: string;
  /** Renders every page, also those whose `cacheKey` is that of the last build. */
  readonly isWhole: boolean;
  readonly variables: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Of another site than the public one; its folder is copied too. */
  readonly config?: { readonly folder: string; readonly file: string };
}

/**
 * `astro build`, in a process of its own, so that its caches, leaks and crashes do not affect the server. It ends with
 * this one, however this one ends: the next publisher must not find it writing into the same folders.
 */
export async function runAstro(order: AstroOrder): Promise<AstroBuild> {
  const { repoDir, codeDir, dataDir, config } = order;
  await copyCode(repoDir, codeDir, config ? [config.folder] : []);
  const options = [...(order.isWhole ? ['--force'] : []), ...(config ? ['--config', config.file] : [])];
  const astro = join(repoDir, 'node_modules/astro/bin/astro.mjs');
  const child = spawn(process.execPath, [YOUNG_SPACE, '--import', END_WITH_PARENT, astro, 'build', ...options], {
    cwd: codeDir,
    env: buildEnvironment({ DATA_DIR: dataDir, ...order.variables }),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    signal: AbortSignal.any([order.signal, AbortSignal.timeout(LONGEST_BUILD_MS)]),
    killSignal: 'SIGKILL',
  });
  return outcomeOf(child);
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
  child.stdout?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-KEPT_OUTPUT_CHARS);
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(0, KEPT_OUTPUT_CHARS);
  });
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ kind: 'failed', reason: `the build could not run: ${error.message}` }));
    child.on('close', (code) => {
      resolve(code === 0 ? { kind: 'built' } : { kind: 'failed', reason: reasonFrom({ output, errors }) });
    });
  });
}

/** The reason of a failed build: the sentence that names a story, otherwise the first error with what follows it. */
export function reasonFrom({ output, errors }: { readonly output: string; readonly errors: string }): string {
  const story = /story ".*?"(?:, block ".*|: .*)/.exec(`${output}\n${errors}`);
  if (story) return story[0].trim();
  // Warnings of Node itself come first, and are not the reason.
  const lines = errors.split('\n').filter((line) => !/^\(node:\d+\)|^\(Use `node --trace/.test(line));
  const reason = lines.join('\n').trim().split('\n').slice(0, REASON_LINES).join('\n');
  return reason || output.trim().split('\n').slice(-REASON_LINES).join('\n').trim();
}
