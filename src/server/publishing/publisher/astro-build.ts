import { join } from 'node:path';
import { lockFile } from '#server/kit/file-lock.ts';
import { startWorker } from './worker.ts';

/** A build that runs longer is hung. */
const LONGEST_BUILD_MS = 10 * 60_000;
/** Enough of the build's words to tell an editor what is wrong. */
const KEPT_OUTPUT_CHARS = 20_000;

export type AstroBuild = { readonly kind: 'built' } | { readonly kind: 'failed'; readonly reason: string };

/**
 * Runs `astro build` in a process of its own: its caches must not outlive one build, and a crash or a leak must not touch
 * the server. Only the variables the build reads are passed on: no secret can end up in a page.
 */
export async function runAstroBuild(options: AstroBuildOptions): Promise<AstroBuild> {
  // Astro keeps a build's half-made files under the repository, whatever DATA_DIR says: two builds would mix theirs.
  const lock = await lockFile(join(options.repoDir, '.astro/build.lock'), options.signal);
  try {
    return await build(options);
  } finally {
    lock.release();
  }
}

interface AstroBuildOptions {
  readonly repoDir: string;
  readonly dataDir: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

function build(options: AstroBuildOptions): Promise<AstroBuild> {
  const astro = join(options.repoDir, 'node_modules/astro/bin/astro.mjs');
  const home = process.env['HOME'];
  const child = startWorker({
    command: [astro, 'build'],
    repoDir: options.repoDir,
    variables: {
      ...(home && { HOME: home }),
      ASTRO_TELEMETRY_DISABLED: '1',
      NO_COLOR: '1',
      DATA_DIR: options.dataDir,
      ...options.variables,
    },
    signal: options.signal,
    longestMs: LONGEST_BUILD_MS,
  });
  let output = '';
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-KEPT_OUTPUT_CHARS);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ kind: 'failed', reason: `the build could not run: ${error.message}` }));
    child.on('close', (code) => {
      resolve(code === 0 ? { kind: 'built' } : { kind: 'failed', reason: reasonFrom(output) });
    });
  });
}

/** The sentence that helps: a broken block names itself; otherwise the end of what the build printed. */
export function reasonFrom(output: string): string {
  const block = /story ".*", block ".*".*/.exec(output);
  if (block) return block[0].trim();
  const lines = output.trim().split('\n');
  const firstError = lines.findIndex((line) => /error/i.test(line));
  return lines
    .slice(firstError === -1 ? -8 : firstError, firstError === -1 ? undefined : firstError + 12)
    .join('\n')
    .trim();
}
