import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readManifest } from './site-manifest.ts';

/** Longer than the largest site needs when its settings change. */
const LONGEST_RENDER_MS = 10 * 60_000;

export interface RenderRequest {
  /** After a whole build: only find out what there is. */
  readonly kind: 'render' | 'take-stock';
  readonly repoDir: string;
  readonly dataDir: string;
}

/** A page that cannot be rendered, and why: the sentence names story and block when a story is to blame. */
export interface PageFailure {
  readonly file: string;
  readonly reason: string;
}

export type RenderAnswer =
  | {
      readonly kind: 'rendered';
      readonly rendered: number;
      readonly removed: number;
      readonly failures: readonly PageFailure[];
    }
  /** The process could not do it at all; a whole build may. */
  | { readonly kind: 'failed'; readonly reason: string };

/** Whether a renderer of this very code was kept, and the site it belongs to. */
export async function canRenderPages(dataDir: string, codeKey: string): Promise<boolean> {
  const text = await readFile(join(dataDir, 'renderer/renderer.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return false;
  const { key, needsMore } = JSON.parse(text) as { key: string; needsMore: boolean };
  return key === codeKey && !needsMore && readManifest(join(dataDir, 'site.json'))?.codeKey === codeKey;
}

/** Runs render-pages.ts. Only the variables it reads are passed on: no secret can end up in a page. */
export async function renderPages(
  request: RenderRequest,
  variables: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<RenderAnswer> {
  const script = join(import.meta.dirname, 'render-pages.ts');
  const child = spawn(process.execPath, [script, JSON.stringify(request)], {
    cwd: request.repoDir,
    env: {
      PATH: process.env['PATH'],
      TMPDIR: process.env['TMPDIR'],
      NODE_ENV: 'production',
      DATA_DIR: request.dataDir,
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_RENDER_MS)]),
    killSignal: 'SIGKILL',
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk).slice(-4000);
  });
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ kind: 'failed', reason: error.message }));
    child.on('close', (code) => {
      const last = output.trimEnd().split('\n').at(-1) ?? '';
      if (code === 0 && last.startsWith('{')) resolve(JSON.parse(last) as RenderAnswer);
      else resolve({ kind: 'failed', reason: `the renderer ended with ${code}. ${errors}`.trim() });
    });
  });
}
