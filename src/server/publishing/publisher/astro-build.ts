import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { lockFile } from '#server/kit/file-lock.ts';
import { startWorker } from './worker.ts';

/** Timeout of a build. */
const LONGEST_BUILD_MS = 10 * 60_000;
const ASTRO_READY = pathToFileURL(join(import.meta.dirname, 'astro-ready.ts')).href;
/** How much of the build's output is kept for error messages. */
const KEPT_OUTPUT_CHARS = 20_000;

export type AstroBuild = { readonly kind: 'built' } | { readonly kind: 'failed'; readonly reason: string };

/** `astro build`, in a process that has already loaded Astro. */
export interface AstroProcess {
  /** Can be called once. @throws when the signal is aborted while another build has the repository's lock */
  build(signal: AbortSignal): Promise<AstroBuild>;
  /** Ends the process if the build is not needed. */
  stop(): void;
}

interface AstroBuildOptions {
  readonly repoDir: string;
  readonly dataDir: string;
  readonly variables: Readonly<Record<string, string>>;
}

/**
 * Starts a process for one build, so that its caches, leaks and crashes do not affect the server. Only the variables
 * the build reads are passed on: no secret can end up in a page. Until `build` is called it writes nothing and reads
 * no content.
 */
export function startAstro({ repoDir, dataDir, variables }: AstroBuildOptions): AstroProcess {
  const home = process.env['HOME'];
  const ending = new AbortController();
  const child = startWorker({
    command: ['--import', ASTRO_READY, join(repoDir, 'node_modules/astro/bin/astro.mjs'), 'build'],
    repoDir,
    variables: {
      ...(home && { HOME: home }),
      ASTRO_TELEMETRY_DISABLED: '1',
      NO_COLOR: '1',
      DATA_DIR: dataDir,
      ...variables,
    },
    signal: ending.signal,
    longestMs: LONGEST_BUILD_MS,
  });
  const built = outcomeOf(child);
  return {
    build: async (signal) => {
      // Astro keeps temporary files in the repository, regardless of DATA_DIR: concurrent builds would mix them.
      const lock = await lockFile(join(repoDir, '.astro/build.lock'), signal).catch((error) => {
        ending.abort();
        throw error;
      });
      signal.addEventListener('abort', () => ending.abort(), { once: true });
      if (signal.aborted) ending.abort();
      try {
        if (child.connected) child.send('build', () => undefined);
        return await built;
      } finally {
        lock.release();
      }
    },
    stop: () => ending.abort(),
  };
}

function outcomeOf(child: ChildProcess): Promise<AstroBuild> {
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

/** The reason of a failed build: the message of a broken block, otherwise the end of the output. */
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
