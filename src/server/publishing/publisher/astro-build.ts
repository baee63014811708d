import type { ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { copyCode } from './code-copy.ts';
import { startWorker } from './worker.ts';

/** Timeout of a build. */
const LONGEST_BUILD_MS = 10 * 60_000;
const ASTRO_READY = pathToFileURL(join(import.meta.dirname, 'astro-ready.ts')).href;
/** How much of the build's output is kept for error messages: of errors the beginning, of the rest the end. */
const KEPT_OUTPUT_CHARS = 20_000;
const REASON_LINES = 12;

export type AstroBuild = { readonly kind: 'built' } | { readonly kind: 'failed'; readonly reason: string };

/** `astro build`, in a process that has already loaded Astro. */
export interface AstroProcess {
  /** Can be called once. */
  build(signal: AbortSignal): Promise<AstroBuild>;
  /** Ends the process if the build is not needed. */
  stop(): void;
}

interface AstroBuildOptions {
  readonly repoDir: string;
  /** Where the code is copied to and built; the ids of islands depend on it. */
  readonly codeDir: string;
  readonly dataDir: string;
  readonly variables: Readonly<Record<string, string>>;
}

/**
 * Starts a process for one build, so that its caches, leaks and crashes do not affect the server. Only the variables
 * the build reads are passed on: no secret can end up in a page. Until `build` is called it writes nothing and reads
 * no content.
 */
export function startAstro({ repoDir, codeDir, dataDir, variables }: AstroBuildOptions): AstroProcess {
  const home = process.env['HOME'];
  mkdirSync(codeDir, { recursive: true });
  const ending = new AbortController();
  const child = startWorker({
    command: ['--import', ASTRO_READY, join(repoDir, 'node_modules/astro/bin/astro.mjs'), 'build'],
    folder: codeDir,
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
      signal.addEventListener('abort', () => ending.abort(), { once: true });
      if (signal.aborted) ending.abort();
      await copyCode(repoDir, codeDir);
      if (child.connected) child.send('build', () => undefined);
      return built;
    },
    stop: () => ending.abort(),
  };
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

/** The reason of a failed build: the message of a broken block, otherwise the first error with what follows it. */
export function reasonFrom({ output, errors }: { readonly output: string; readonly errors: string }): string {
  const block = /story ".*", block ".*".*/.exec(`${output}\n${errors}`);
  if (block) return block[0].trim();
  // Warnings of Node itself come first, and are not the reason.
  const lines = errors.split('\n').filter((line) => !/^\(node:\d+\)|^\(Use `node --trace/.test(line));
  const reason = lines.join('\n').trim().split('\n').slice(0, REASON_LINES).join('\n');
  return reason || output.trim().split('\n').slice(-REASON_LINES).join('\n').trim();
}
